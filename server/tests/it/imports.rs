//! Imports: what is taken in, once, and what is refused.

use crate::support::capture::{capture, recount, with_judge, zip};
use crate::support::{World, choices, query};
use eval752_contract::capture::Outcome;
use eval752_contract::error_code::ErrorCode;
use eval752_server::Error;
use eval752_server::importing::ImportOptions;
use eval752_server::packing::Selection;
use eval752_server::store::{ApiProvider, ItemFilter};

fn answered(n: usize) -> Result<String, ErrorCode> {
    if n == 2 {
        Err(ErrorCode::Timeout)
    } else {
        Ok("The answer is **B**.".to_owned())
    }
}

#[tokio::test]
async fn the_same_capture_is_one_run_whatever_its_form() {
    let world = World::new().await;
    let pack = world.pack(&choices(5), &Selection::default()).await;
    let mut payload = capture(&pack, answered);
    let first = world.import(&zip(&payload)).await.expect("imported");
    assert!(!first.already_imported && first.scoring_queued);

    let mut again = first.clone();
    again.already_imported = true;
    assert_eq!(world.import(&zip(&payload)).await.expect("known"), again);
    assert_eq!(
        world
            .import(payload.to_json().as_bytes())
            .await
            .expect("known"),
        again
    );
    payload.manifest.exported_at =
        eval752_contract::time::Timestamp::from_millis(1_773_999_999_000);
    assert_eq!(world.import(&zip(&payload)).await.expect("known"), again);

    let run = world
        .workspace
        .store
        .run(first.run_id.as_str())
        .await
        .expect("a run");
    assert_eq!(
        (run.status.as_str(), run.triggered_by.as_str()),
        ("completed", "browser_harness")
    );
    assert_eq!((run.item_count, run.error_count), (5, 1));
    assert_eq!(run.label.as_deref(), Some("a run"));
    let items = world
        .workspace
        .store
        .run_items(&run.id, ItemFilter::All, -1, 10)
        .await
        .expect("items");
    assert_eq!(items.len(), 5);
    assert_eq!(items[0].prompt, pack.items[0].prompt_text);
    assert_eq!(items[0].section, "s0");
    assert_eq!(items[2].error.as_deref(), Some("timeout: in a test"));
    assert_eq!(
        query(&world.data(), "SELECT COUNT(*) FROM runs").await,
        [["1"]]
    );

    let path = world.file("copy", zip(&payload));
    let options = ImportOptions {
        as_new: true,
        ..ImportOptions::default()
    };
    let copy = world
        .workspace
        .import(&path, options)
        .await
        .expect("a copy");
    assert!(copy.run_id != first.run_id && !copy.already_imported);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_at_once_are_one_run() {
    let world = World::new().await;
    let pack = world.pack(&choices(300), &Selection::default()).await;
    let payload = capture(&pack, answered);
    let mut imports = Vec::new();
    for n in 0..10 {
        let bytes = if n % 2 == 0 {
            zip(&payload)
        } else {
            payload.to_json().into_bytes()
        };
        imports.push(world.file(&format!("capture-{n}"), bytes));
    }
    let imports = imports
        .iter()
        .map(|path| world.workspace.import(path, ImportOptions::default()));
    let answers = futures_util::future::join_all(imports).await;
    let answers: Vec<_> = answers
        .into_iter()
        .map(|answer| answer.expect("imported"))
        .collect();
    assert!(
        answers
            .iter()
            .all(|answer| answer.run_id == answers[0].run_id)
    );
    assert_eq!(
        answers
            .iter()
            .filter(|answer| !answer.already_imported)
            .count(),
        1
    );
    assert_eq!(
        query(&world.data(), "SELECT (SELECT COUNT(*) FROM runs), (SELECT COUNT(*) FROM run_items), (SELECT COUNT(*) FROM jobs), (SELECT COUNT(*) FROM providers)").await,
        [["1", "300", "1", "1"]]
    );
}

#[tokio::test]
async fn a_fuller_capture_of_the_session_supersedes_the_partial_one() {
    let world = World::new().await;
    let pack = world.pack(&choices(5), &Selection::default()).await;
    let whole = capture(&pack, answered);
    let mut part = whole.clone();
    part.results.truncate(2);
    recount(&mut part);
    let first = world.import(&zip(&part)).await.expect("a part");
    let second = world.import(&zip(&whole)).await.expect("the whole");
    assert_eq!(second.supersedes.as_deref(), Some(first.run_id.as_str()));
    assert_ne!(first.run_id, second.run_id);
    assert_eq!(first.provider_id, second.provider_id);
}

/// The code of a refusal, and that of its first issue.
fn refused(result: Result<eval752_server::store::Imported, Error>) -> (&'static str, &'static str) {
    let error = result.expect_err("refused");
    assert_eq!(error.outcome().code(), 1, "{error}");
    (
        error.code(),
        error.issues().first().map_or("", |issue| issue.code),
    )
}

#[tokio::test]
async fn what_is_not_this_workspaces_is_refused_and_leaves_nothing() {
    let world = World::new().await;
    let pack = world.pack(&choices(5), &Selection::default()).await;
    let whole = capture(&pack, answered);

    assert_eq!(
        refused(world.import(b"GIF89a").await),
        ("import.invalid", "zip.not_a_zip")
    );
    let mut bytes = zip(&whole);
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    assert_eq!(refused(world.import(&bytes).await).0, "import.invalid");

    // A complete capture whose prompts were changed no longer fits the signed digest …
    let mut changed = whole.clone();
    changed.results[1].prompt_text.push('!');
    assert_eq!(
        refused(world.import(&zip(&changed)).await).0,
        "import.invalid"
    );
    // … and a partial one, which no signature covers, does not fit the dataset.
    changed.results.truncate(3);
    recount(&mut changed);
    assert_eq!(
        refused(world.import(&zip(&changed)).await),
        ("import.items", "import.prompt_changed")
    );

    let other = World::new().await;
    other.dataset(&choices(5)).await;
    assert_eq!(
        refused(other.import(&zip(&whole)).await),
        ("import.invalid", "token.unknown_key")
    );

    for table in [
        "SELECT COUNT(*) FROM runs",
        "SELECT COUNT(*) FROM run_items",
        "SELECT COUNT(*) FROM providers",
        "SELECT COUNT(*) FROM jobs",
        "SELECT COUNT(*) FROM run_logs",
    ] {
        assert_eq!(query(&world.data(), table).await, [["0"]], "{table}");
    }
}

#[tokio::test]
async fn a_changed_dataset_refuses_old_captures_until_it_is_put_back() {
    let world = World::new().await;
    let pack = world.pack(&choices(5), &Selection::default()).await;
    let bytes = zip(&capture(&pack, answered));
    world.dataset(&choices(6)).await;
    assert_eq!(
        refused(world.import(&bytes).await).0,
        "import.version_changed"
    );
    world.dataset(&choices(5)).await;
    assert!(world.import(&bytes).await.is_ok());
}

#[tokio::test]
async fn a_judge_from_outside_is_only_a_proposal() {
    let world = World::new().await;
    let api = ApiProvider {
        base_url: "http://127.0.0.1:9/v1".to_owned(),
        model: None,
        key_env: None,
    };
    let provider = world
        .workspace
        .store
        .add_provider("judge", &api)
        .await
        .expect("added");
    let source = world
        .dataset("{\"id\":\"a\",\"question\":\"?\",\"answer\":\"x\"}\n")
        .await;
    let pack = world
        .workspace
        .pack(&source, &Selection::default(), None)
        .await
        .expect("a pack")
        .pack;
    let payload = with_judge(capture(&pack, answered), provider.id.as_str());

    // Nobody here put that judge into a script of the pack.
    let first = world.import(&zip(&payload)).await.expect("imported");
    assert!(!first.scoring_queued);
    assert!(
        first
            .scoring_note
            .as_deref()
            .is_some_and(|note| note.contains("--confirm-judge"))
    );
    let logs = world
        .workspace
        .store
        .logs(&first.run_id, 0, 10)
        .await
        .expect("logs");
    assert!(
        logs.iter()
            .any(|log| log.level == "warning" && log.message.contains("judge"))
    );
    assert_eq!(
        query(&world.data(), "SELECT COUNT(*) FROM jobs").await,
        [["0"]]
    );

    // The importer confirms it.
    let path = world.file("again", zip(&payload));
    let options = ImportOptions {
        as_new: true,
        confirm_judge: true,
        ..ImportOptions::default()
    };
    let second = world
        .workspace
        .import(&path, options)
        .await
        .expect("imported");
    assert!(second.scoring_queued && second.scoring_note.is_none());
    let run = world
        .workspace
        .store
        .run(second.run_id.as_str())
        .await
        .expect("a run");
    assert_eq!(run.config["judge"]["source"], "browser_harness");

    // This workspace recorded it.
    let judge = payload.browser_harness.judge.clone().expect("a judge");
    world
        .workspace
        .store
        .record_judge(pack.dataset_token.as_str(), &judge)
        .await
        .expect("recorded");
    let options = ImportOptions {
        as_new: true,
        ..ImportOptions::default()
    };
    assert!(
        world
            .workspace
            .import(&path, options)
            .await
            .expect("imported")
            .scoring_queued
    );

    // A provider that is not here, or not an API one, can't judge.
    let stranger = with_judge(capture(&pack, answered), "prov_elsewhere");
    let path = world.file("stranger", zip(&stranger));
    let options = ImportOptions {
        as_new: true,
        confirm_judge: true,
        ..ImportOptions::default()
    };
    assert!(
        !world
            .workspace
            .import(&path, options)
            .await
            .expect("imported")
            .scoring_queued
    );
}

#[tokio::test]
async fn an_error_may_keep_its_partial_answer() {
    let world = World::new().await;
    let pack = world.pack(&choices(1), &Selection::default()).await;
    let mut payload = capture(&pack, |_| Err(ErrorCode::Stalled));
    if let Outcome::Failed { partial, .. } = &mut payload.results[0].outcome {
        *partial = Some("The ans".to_owned());
    }
    let imported = world.import(&zip(&payload)).await.expect("imported");
    let items = world
        .workspace
        .store
        .run_items(&imported.run_id, ItemFilter::Errors, -1, 10)
        .await
        .expect("items");
    assert_eq!(items[0].response.as_deref(), Some("The ans"));
}
