//! The API over a real socket, from a dataset to a report.

use eval752_contract::token::KeySet;
use serde_json::{Value, json};

use crate::support::api::{Api, good};
use crate::support::capture::{capture, zip};
use crate::support::choices;

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

    let only = |filter: &str| {
        let path = format!("/runs/compare?runs={},{}&only={filter}", runs[0], runs[1]);
        let page = api.get(&path);
        // The runs' own numbers stay about all items.
        assert_eq!(page["runs"][1]["matched"], 6);
        let items = page["items"].as_array().expect("items");
        let ids = items.iter().map(|item| {
            assert_eq!(item["results"].as_array().map(Vec::len), Some(2));
            item["item_id"].as_str().expect("an id").to_owned()
        });
        ids.collect::<Vec<_>>()
    };
    assert_eq!(only("worse"), ["q2", "q3"]);
    assert_eq!(only("changed"), ["q2", "q3"]);
    assert_eq!(only("all").len(), 6);
    for none in ["better", "unmatched", "errors"] {
        assert_eq!(only(none), [""; 0], "{none}");
    }
    let second = api.get(&format!(
        "/runs/compare?runs={},{}&only=worse&limit=1&after=2",
        runs[0], runs[1]
    ));
    assert_eq!(second["items"][0]["item_id"], "q3");
    assert_eq!(second["items"][0]["results"][0]["score"], 1.0);
    assert_eq!(second["items"][0]["results"][1]["score"], 0.0);

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
