//! The API over a real socket, from a dataset to a report.

use eval752_contract::json;
use eval752_contract::pack::Pack;
use eval752_contract::problem::Problems;
use eval752_contract::token::KeySet;
use serde_json::{Value, json};

use crate::support::capture::{capture, zip};
use crate::support::choices;
use crate::support::judge::{StandIn, text};
use crate::support::server::{Answer, Server};

struct Api {
    server: Server,
    _data: tempfile::TempDir,
}

impl Api {
    fn new() -> Self {
        let data = tempfile::tempdir().expect("a folder");
        Self {
            server: Server::start(data.path(), &[]),
            _data: data,
        }
    }

    fn get(&self, path: &str) -> Value {
        good(&self.server.get(path), 200)
    }

    fn add(&self, name: &str, text: &str) -> Value {
        good(
            &self
                .server
                .post(&format!("/datasets?file={name}.jsonl"), text.as_bytes()),
            201,
        )
    }

    fn pack(&self, request: &Value) -> Pack {
        let answer = self.server.post_json("/browser-harness/packs", request);
        assert_eq!(answer.status, 200, "{}", answer.text());
        let node = json::parse(&answer.body).expect("JSON");
        let mut problems = Problems::new();
        let pack = Pack::read(&node, &mut problems);
        assert_eq!(problems.into_vec(), []);
        pack.expect("a pack")
    }

    /// Waits until the run is scored.
    fn scored(&self, run: &str) -> Value {
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
        loop {
            let run = self.get(&format!("/runs/{run}"))["run"].clone();
            if run["scoring"] == "done" {
                return run;
            }
            assert!(std::time::Instant::now() < deadline, "not scored: {run}");
            std::thread::yield_now();
        }
    }
}

fn good(answer: &Answer, status: u16) -> Value {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert!(answer.head.contains("x-request-id: "), "{}", answer.head);
    answer.json()
}

/// The code of a problem, after checking that it is one.
fn problem(answer: &Answer, status: u16) -> String {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert!(
        answer
            .head
            .contains("content-type: application/problem+json"),
        "{}",
        answer.head
    );
    let body = answer.json();
    assert_eq!(body["status"], status);
    for member in ["type", "title", "detail"] {
        assert!(
            body[member].as_str().is_some_and(|text| !text.is_empty()),
            "{body}"
        );
    }
    body["code"].as_str().expect("a code").to_owned()
}

#[test]
#[expect(clippy::too_many_lines, reason = "one story, told in order")]
fn from_a_dataset_to_a_scored_compared_run() {
    let api = Api::new();
    let added = api.add("quiz", &choices(6));
    assert_eq!(
        (&added["items"], &added["name"]),
        (&json!(6), &json!("quiz"))
    );
    let id = added["id"].as_str().expect("an id");
    assert_eq!(api.get("/datasets")["datasets"][0]["id"], id);
    let detail = api.get(&format!("/datasets/{id}"));
    assert_eq!(detail["sections"].as_array().map(Vec::len), Some(3));
    let page = api.get(&format!("/datasets/{id}/items?limit=4"));
    assert_eq!(
        (page["items"].as_array().map(Vec::len), &page["next"]),
        (Some(4), &json!(3))
    );
    let rest = api.get(&format!("/datasets/{id}/items?limit=4&after=3"));
    assert_eq!(
        (rest["items"].as_array().map(Vec::len), &rest["next"]),
        (Some(2), &Value::Null)
    );

    let request = json!({ "dataset_id": id });
    let preflight = good(
        &api.server.post_json("/browser-harness/preflight", &request),
        200,
    );
    assert_eq!(
        (&preflight["ready"], &preflight["scoring"]["programmatic"]),
        (&json!(true), &json!(6))
    );
    let pack = api.pack(&request);
    let keys = KeySet::parse(&api.server.get("/browser-harness/keys").text()).expect("keys");
    keys.verify(pack.dataset_token.as_str())
        .expect("this server's token");

    let mut runs = Vec::new();
    for right in [4_i64, 2] {
        let mut payload = capture(&pack, |n| {
            Ok(if n < usize::try_from(right).expect("small") {
                "B"
            } else {
                "A"
            }
            .to_owned())
        });
        payload.browser_harness.label = Some(format!("{right} right"));
        let start = payload.browser_harness.session.started_at.millis() - right;
        payload.browser_harness.session.started_at =
            eval752_contract::time::Timestamp::from_millis(start);
        let answer = good(
            &api.server.post("/browser-harness/imports", &zip(&payload)),
            200,
        );
        assert_eq!(
            (
                &answer["dataset_reused"],
                &answer["scoring_queued"],
                &answer["already_imported"]
            ),
            (&json!(true), &json!(true), &json!(false))
        );
        assert_eq!(answer["provider_name"], "A page");
        let again = good(
            &api.server
                .post("/browser-harness/imports", payload.to_json().as_bytes()),
            200,
        );
        assert_eq!(
            (&again["already_imported"], &again["run_id"]),
            (&json!(true), &answer["run_id"])
        );
        runs.push(answer["run_id"].as_str().expect("an id").to_owned());
    }
    let run = api.scored(&runs[0]);
    assert_eq!(
        (&run["scored_count"], &run["accuracy"]),
        (&json!(6), &json!(4.0 / 6.0))
    );
    api.scored(&runs[1]);

    let list = api.get("/runs?limit=1");
    assert_eq!(
        (&list["runs"][0]["id"], &list["next"]),
        (&json!(runs[1]), &json!(runs[1]))
    );
    let older = api.get(&format!("/runs?limit=1&after={}", runs[1]));
    assert_eq!(
        (&older["runs"][0]["id"], &older["next"]),
        (&json!(runs[0]), &Value::Null)
    );
    let wrong = api.get(&format!("/runs/{}/items?only=wrong", runs[0]));
    assert_eq!(wrong["items"].as_array().map(Vec::len), Some(2));
    let logs = api.get(&format!("/runs/{}/logs", runs[0]));
    assert!(
        logs["logs"][0]["message"]
            .as_str()
            .is_some_and(|text| text.contains("imported 6 items"))
    );
    assert!(
        api.get(&format!("/runs/{}", runs[0]))["session"]
            .get("dataset_token")
            .is_none()
    );

    let compared = api.get(&format!(
        "/runs/compare?runs={},{}&limit=2",
        runs[0], runs[1]
    ));
    let other = &compared["runs"][1];
    assert_eq!(
        (
            &other["matched"],
            &other["better"],
            &other["worse"],
            &other["both_scored"]
        ),
        (&json!(6), &json!(0), &json!(2), &json!(6))
    );
    assert_eq!(
        (
            compared["items"].as_array().map(Vec::len),
            &compared["next"]
        ),
        (Some(2), &json!(1))
    );
    let last = api.get(&format!(
        "/runs/compare?runs={},{}&after=3",
        runs[0], runs[1]
    ));
    assert_eq!(last["items"][1]["results"][1]["alignment"], "matched");

    let lines = api.server.get(&format!("/runs/{}/export", runs[0]));
    assert_eq!((lines.status, lines.text().lines().count()), (200, 6));
    assert_eq!(
        serde_json::from_str::<Value>(lines.text().lines().next().expect("a line")).expect("JSON")
            ["item_id"],
        "q0"
    );
    let table = api
        .server
        .get(&format!("/runs/{}/export?format=csv", runs[0]));
    assert!(
        table.text().starts_with("item_id,section,prompt,"),
        "{}",
        table.text()
    );
    let report = api
        .server
        .get(&format!("/runs/{}/report?compare={}", runs[0], runs[1]))
        .text();
    for part in [
        "66.7 %",
        "6 of 6 items are scored",
        "<svg",
        "Comparison",
        "Outcome by section",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
    for part in [
        "<script", "src=", "href=", "http:", "https:", "@import", "url(",
    ] {
        assert!(!report.contains(part), "{part} in {report}");
    }

    // The items that went wrong can be asked again.
    let again = api.pack(&json!({ "from_run": runs[0], "item_ids": [] }));
    assert_eq!(again.items.len(), 6);
}

#[test]
fn runs_of_different_scope_are_aligned_by_item() {
    let api = Api::new();
    let id = api.add("quiz", &choices(6))["id"].clone();
    let run = |request: Value| {
        let pack = api.pack(&request);
        let answer = good(
            &api.server.post(
                "/browser-harness/imports",
                &zip(&capture(&pack, |_| Ok("B".to_owned()))),
            ),
            200,
        );
        answer["run_id"].as_str().expect("an id").to_owned()
    };
    let some = run(json!({ "dataset_id": id, "item_ids": ["q1", "q4"] }));
    let all = run(json!({ "dataset_id": id }));
    let compared = api.get(&format!("/runs/compare?runs={some},{all}"));
    let other = &compared["runs"][1];
    assert_eq!(
        (&other["matched"], &other["missing"], &other["extra"]),
        (&json!(2), &json!(0), &json!(4))
    );
    assert_eq!(other["extra_ids"], json!(["q0", "q2", "q3", "q5"]));
    let compared = api.get(&format!("/runs/compare?runs={all},{some}"));
    assert_eq!(compared["items"][0]["results"][1]["alignment"], "missing");
    assert_eq!(compared["items"][1]["results"][1]["alignment"], "matched");
}

#[test]
fn only_api_providers_are_managed_and_keys_are_named_not_given() {
    let api = Api::new();
    let stand_in = StandIn::start(|_, _| text("1"));
    let add = |name: &str, url: &str, key: Value| {
        api.server.post_json(
            "/providers",
            &json!({ "name": name, "base_url": url, "model": "m", "key_env": key }),
        )
    };
    let provider = good(&add("judge", &stand_in.url, Value::Null), 201);
    assert_eq!(
        (&provider["surface"], &provider["browser_target"]),
        (&json!("api"), &Value::Null)
    );
    assert_eq!(
        problem(&add("judge", &stand_in.url, Value::Null), 400),
        "usage"
    );
    assert_eq!(problem(&add("x", "ftp://x", Value::Null), 400), "usage");
    let refused = add("x", "https://x/v1", json!("sk-SECRET-1"));
    assert!(!refused.text().contains("SECRET"), "{}", refused.text());
    let keyed = good(
        &add("keyed", "https://x.example/v1", json!("NO_SUCH_KEY")),
        201,
    );
    assert_eq!(keyed["key_present"], false);

    let id = provider["id"].as_str().expect("an id");
    let tested = good(
        &api.server
            .post_json(&format!("/providers/{id}/test"), &json!({})),
        200,
    );
    assert_eq!(
        (&tested["model"], &tested["total_tokens"]),
        (&json!("m"), &json!(10))
    );
    let keyed = keyed["id"].as_str().expect("an id");
    assert_eq!(
        problem(
            &api.server
                .post_json(&format!("/providers/{keyed}/test"), &json!({})),
            502
        ),
        "provider"
    );

    let id = api.add("quiz", &choices(1))["id"].clone();
    let pack = api.pack(&json!({ "dataset_id": id }));
    good(
        &api.server.post(
            "/browser-harness/imports",
            &zip(&capture(&pack, |_| Ok("B".to_owned()))),
        ),
        200,
    );
    let names: Vec<Value> = api.get("/providers")["providers"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|p| p["name"].clone())
        .collect();
    assert_eq!(names, ["judge", "keyed"]);
}

#[test]
fn what_runs_need_stays_and_the_rest_can_go() {
    let api = Api::new();
    let id = api.add("quiz", &choices(2))["id"].clone();
    let id = id.as_str().expect("an id");
    let remove = |path: &str| api.server.ask(&format!("DELETE {path}"), &[], b"");
    let pack = api.pack(&json!({ "dataset_id": id }));
    let capture = zip(&capture(&pack, |_| Ok("B".to_owned())));
    assert_eq!(remove(&format!("/datasets/{id}")).status, 204);
    assert_eq!(
        problem(&remove(&format!("/datasets/{id}")), 404),
        "not_found"
    );
    let orphan = api.server.post("/browser-harness/imports", &capture);
    assert_eq!(problem(&orphan, 422), "import.dataset_unknown");

    let id = api.add("quiz", &choices(2))["id"].clone();
    let pack = api.pack(&json!({ "dataset_id": id }));
    let capture = zip(&crate::support::capture::capture(&pack, |_| {
        Ok("B".to_owned())
    }));
    good(&api.server.post("/browser-harness/imports", &capture), 200);
    assert_eq!(problem(&remove("/datasets/quiz"), 400), "usage");
    let provider = json!({ "name": "p", "base_url": "https://x.example/v1" });
    good(&api.server.post_json("/providers", &provider), 201);
    assert_eq!(remove("/providers/p").status, 204);
}

#[test]
fn failures_are_problem_bodies_with_findings() {
    let api = Api::new();
    for path in [
        "/runs/nothing",
        "/datasets/nothing",
        "/runs/nothing/items",
        "/runs/nothing/export",
        "/runs/compare?runs=a,b",
    ] {
        assert_eq!(problem(&api.server.get(path), 404), "not_found", "{path}");
    }
    for path in ["/runs?limit=0", "/runs?limit=501", "/runs/compare?runs=a"] {
        assert_eq!(problem(&api.server.get(path), 400), "usage", "{path}");
    }
    for path in ["/runs?limit=x", "/runs?no=1", "/runs/compare"] {
        assert_eq!(
            problem(&api.server.get(path), 400),
            "request.query",
            "{path}"
        );
    }
    let bad = api.server.post("/browser-harness/imports", b"GIF89a");
    assert_eq!(problem(&bad, 422), "import.invalid");
    assert_eq!(bad.json()["issues"][0]["code"], "zip.not_a_zip");
    assert_eq!(
        problem(&api.server.post("/browser-harness/imports", b""), 422),
        "request.body"
    );
    let bad = api
        .server
        .post("/datasets?file=x.jsonl", b"{\"question\":\"a\"}\n{");
    assert_eq!(problem(&bad, 422), "dataset.unusable");
    assert_eq!(bad.json()["issues"][0]["place"], "line 2");
    let ambiguous = api.server.post(
        "/datasets?file=x.jsonl",
        b"{\"question\":\"a\",\"prompt\":\"b\"}",
    );
    assert_eq!(problem(&ambiguous, 422), "dataset.mapping");
    assert_eq!(
        problem(
            &api.server
                .post_json("/browser-harness/packs", &json!({ "x": 1 })),
            422
        ),
        "request.body"
    );
    assert_eq!(
        problem(&api.server.post("/browser-harness/packs", b"{}"), 415),
        "request.body"
    );
    let turns = "{\"question_id\":1,\"turns\":[\"a\",\"b\"]}\n";
    let id = api.add("turns", turns)["id"].clone();
    let blocked = api
        .server
        .post_json("/browser-harness/packs", &json!({ "dataset_id": id }));
    assert_eq!(problem(&blocked, 422), "pack.blocked");
    assert_eq!(blocked.json()["issues"][0]["code"], "item.several_turns");
    let preflight = good(
        &api.server
            .post_json("/browser-harness/preflight", &json!({ "dataset_id": id })),
        200,
    );
    assert_eq!(
        (&preflight["ready"], &preflight["issues"][0]["item"]),
        (&json!(false), &json!("1"))
    );
    let answer = api.server.ask("DELETE /runs", &[], b"");
    assert_eq!(answer.status, 405);
}

#[test]
fn requests_have_ids_and_events_begin_at_once() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let api = Api::new();
    let answer = api.server.ask("GET /runs", &["X-Request-Id: my-id_1"], b"");
    assert!(answer.head.contains("x-request-id: my-id_1"));
    let answer = api.server.ask("GET /runs", &["X-Request-Id: a b"], b"");
    assert!(!answer.head.contains("x-request-id: a b"));

    let mut stream = std::net::TcpStream::connect(&api.server.authority).expect("connected");
    write!(
        stream,
        "GET /runs/events HTTP/1.1\r\nHost: {}\r\n\r\n",
        api.server.authority
    )
    .expect("sent");
    let mut lines = BufReader::new(stream).lines();
    let mut next = |wanted: &str| {
        let line = lines.find(|line| line.as_ref().is_ok_and(|line| line.starts_with(wanted)));
        line.unwrap_or_else(|| panic!("no {wanted}"))
            .expect("a line")
    };
    next(": ready");
    let id = api.add("quiz", &choices(2))["id"].clone();
    let pack = api.pack(&json!({ "dataset_id": id }));
    let run = good(
        &api.server.post(
            "/browser-harness/imports",
            &zip(&capture(&pack, |_| Ok("B".to_owned()))),
        ),
        200,
    );
    next("event: run_status");
    assert!(next("data: ").contains(run["run_id"].as_str().expect("an id")));
    next("event: run_progress");
}

#[test]
fn where_others_can_reach_it_a_token_is_wanted() {
    let data = tempfile::tempdir().expect("a folder");
    let token = "a-token-of-this-test";
    let server = Server::start_with(data.path(), &[], &[("EVAL752_TOKEN", token)]);
    assert_eq!(server.get("/").status, 200);
    assert_eq!(problem(&server.get("/runs"), 401), "request.token");
    let with = |token: &str| {
        server
            .ask(
                "GET /runs",
                &[&format!("Authorization: Bearer {token}")],
                b"",
            )
            .status
    };
    assert_eq!(with(token), 200);
    assert_eq!(with("a-token-of-this-tesT"), 401);
}

#[test]
fn the_document_names_every_route() {
    let api = Api::new();
    let document = api.get("/openapi.json");
    assert_eq!(
        document["openapi"].as_str().map(|version| &version[..2]),
        Some("3.")
    );
    let paths = document["paths"].as_object().expect("paths");
    for (path, operations) in paths {
        let path = path.replace("{id}", "x").replace("{item_id}", "y");
        for method in operations.as_object().expect("operations").keys() {
            // A route that is not there would be answered by the page: 404 as plain text, or 405.
            if path.ends_with("/events") {
                continue;
            }
            let answer = match method.as_str() {
                "get" => api.server.get(&path),
                "delete" => api.server.ask(&format!("DELETE {path}"), &[], b""),
                _ => api.server.post_json(&path, &json!({})),
            };
            let kind = answer
                .head
                .lines()
                .find(|line| line.starts_with("content-type:"))
                .unwrap_or_default();
            assert!(kind.contains("json"), "{method} {path}: {}", answer.head);
            assert_ne!(answer.status, 405, "{method} {path}");
        }
    }
    assert_eq!(paths.len(), 21);
}
