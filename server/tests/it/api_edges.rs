//! The API's edges: providers, removal, failures, events, tokens.

use serde_json::{Value, json};

use crate::support::api::{Api, good, problem};
use crate::support::capture::{capture, zip};
use crate::support::choices;
use crate::support::judge::{StandIn, text};
use crate::support::server::Server;

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
    let progress = next("data: ");
    assert!(
        progress.contains("\"scored\":2") && progress.contains("\"of\":2"),
        "{progress}"
    );
    next("event: run_status");
    assert!(next("data: ").contains("\"scoring\":\"done\""));
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
