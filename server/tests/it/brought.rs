//! A capture that brings its dataset along: created in the same transaction, and only when it
//! is the very one its pack was made from.

use std::sync::Arc;

use eval752_server::dataset::{Dataset, LoadOptions, Source, load};
use eval752_server::importing::ImportOptions;
use eval752_server::packing::Selection;
use eval752_server::{Error, store::Imported};
use serde_json::json;

use crate::support::api::{Api, good, problem};
use crate::support::capture::{capture, zip};
use crate::support::{World, choices, query};

fn dataset(name: &str, text: &str) -> Arc<Dataset> {
    let source = Source {
        name: format!("{name}.jsonl"),
        bytes: text.as_bytes().to_vec(),
    };
    Arc::new(load(&source, &LoadOptions::default()).expect("a dataset"))
}

async fn bring(world: &World, bytes: &[u8], brought: Arc<Dataset>) -> Result<Imported, Error> {
    let path = world.file("capture", bytes);
    let options = ImportOptions::default();
    world
        .workspace
        .import_with(&path, options, Some(brought))
        .await
}

fn code(result: Result<Imported, Error>) -> &'static str {
    result.expect_err("a refusal").code()
}

#[tokio::test]
async fn a_dataset_that_is_gone_comes_back_with_its_capture() {
    let world = World::new().await;
    let text = choices(4);
    let pack = world.pack(&text, &Selection::default()).await;
    let bytes = zip(&capture(&pack, |_| Ok("B".to_owned())));
    let store = &world.workspace.store;
    store.remove_dataset("test").await.expect("removed");
    assert_eq!(code(world.import(&bytes).await), "import.dataset_unknown");

    // Another answer is another dataset, though the prompts are the same.
    let changed = dataset(
        "test",
        &text.replace("\"answer\":\"B\"", "\"answer\":\"A\""),
    );
    assert_eq!(
        code(bring(&world, &bytes, changed).await),
        "import.dataset_differs"
    );
    // A name that is taken is not overwritten.
    world.dataset(&choices(1)).await;
    assert_eq!(
        code(bring(&world, &bytes, dataset("test", &text)).await),
        "import.dataset_name"
    );
    let counts = "SELECT (SELECT COUNT(*) FROM datasets), (SELECT COUNT(*) FROM runs)";
    assert_eq!(query(&world.data(), counts).await, [["1", "0"]]);

    let first = bring(&world, &bytes, dataset("back", &text))
        .await
        .expect("imported");
    assert!(!first.dataset_reused && first.scoring_queued && !first.already_imported);
    let back = store.dataset("back").await.expect("there");
    assert_eq!(back.dataset, pack.dataset.id);
    assert_eq!(back.version_hash, pack.dataset.version_hash.as_str());
    assert_eq!(query(&world.data(), counts).await, [["2", "1"]]);

    // Now it is there: bringing it again changes nothing, and other captures need nobody to.
    let again = bring(&world, &bytes, dataset("other", &text))
        .await
        .expect("known");
    assert!(again.dataset_reused && again.already_imported);
    let other = zip(&capture(&pack, |_| Ok("A".to_owned())));
    let plain = world.import(&other).await.expect("imported");
    assert!(plain.dataset_reused && !plain.already_imported);
    assert_eq!(query(&world.data(), counts).await, [["2", "2"]]);
}

#[tokio::test]
async fn a_bad_capture_leaves_nothing_of_what_it_brought() {
    let world = World::new().await;
    let text = choices(2);
    let pack = world.pack(&text, &Selection::default()).await;
    let mut payload = capture(&pack, |_| Ok("B".to_owned()));
    // A partial capture with a prompt of its own, which no digest covers.
    payload.results.truncate(1);
    payload.results[0].prompt_text = "Something else?".to_owned();
    crate::support::capture::recount(&mut payload);
    let store = &world.workspace.store;
    store.remove_dataset("test").await.expect("removed");
    let refused = bring(&world, &zip(&payload), dataset("test", &text)).await;
    assert_eq!(code(refused), "import.items");
    assert_eq!(
        query(&world.data(), "SELECT COUNT(*) FROM datasets").await,
        [["0"]]
    );
}

const BOUNDARY: &str = "7b1c2f";

fn form(parts: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file, bytes) in parts {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; \
             filename=\"{file}\"\r\nContent-Type: application/octet-stream\r\n\r\n"
        );
        body.extend(head.as_bytes());
        body.extend(*bytes);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").as_bytes());
    body
}

#[test]
fn a_form_carries_capture_and_dataset() {
    let api = Api::new();
    let text = choices(3);
    let id = api.add("quiz", &text)["id"].clone();
    let pack = api.pack(&json!({ "dataset_id": id }));
    let bytes = zip(&capture(&pack, |_| Ok("B".to_owned())));
    let id = id.as_str().expect("an id");
    let removed = api.server.ask(&format!("DELETE /datasets/{id}"), &[], b"");
    assert_eq!(removed.status, 204);
    let send = |parts: &[(&str, &str, &[u8])]| {
        api.server.ask(
            "POST /browser-harness/imports?dataset_name=quiz",
            &[&format!(
                "Content-Type: multipart/form-data; boundary={BOUNDARY}"
            )],
            &form(parts),
        )
    };
    let capture_part = ("capture", "x.eval752.zip", bytes.as_slice());
    for (parts, expected) in [
        (vec![], "request.form"),
        (
            vec![("dataset", "quiz.jsonl", text.as_bytes())],
            "request.form",
        ),
        (vec![capture_part, capture_part], "request.form"),
        (
            vec![capture_part, ("x", "x", b"1".as_slice())],
            "request.form",
        ),
        (vec![capture_part], "import.dataset_unknown"),
    ] {
        assert_eq!(problem(&send(&parts), 422), expected);
    }
    let dataset_part = ("dataset", "any-name.jsonl", text.as_bytes());
    let answer = good(&send(&[capture_part, dataset_part]), 200);
    assert_eq!(answer["dataset_reused"], false);
    let run = api.scored(answer["run_id"].as_str().expect("an id"));
    assert_eq!(run["accuracy"], 1.0);
    let again = good(&send(&[dataset_part, capture_part]), 200);
    assert_eq!(
        (&again["dataset_reused"], &again["already_imported"]),
        (&json!(true), &json!(true))
    );
}
