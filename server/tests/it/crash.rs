//! Killed at any moment: the store opens, each run is whole or absent, every promise is kept
//! once.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::capture::{capture, zip};
use crate::support::{World, choices, query};
use assert_cmd::cargo::CommandCargoExt as _;
use eval752_server::packing::Selection;

const KILLS: usize = 100;
const CAPTURES: usize = 20;
const ITEMS: usize = 50;

#[tokio::test]
async fn killed_a_hundred_times_nothing_is_half() {
    let world = World::new().await;
    let pack = world.pack(&choices(ITEMS), &Selection::default()).await;
    let mut files = Vec::new();
    for n in 0..CAPTURES {
        let mut payload = capture(&pack, |item| {
            Ok(if (item + n) % 3 == 0 { "A" } else { "B" }.to_owned())
        });
        // Each is a session of its own.
        let start = &mut payload.browser_harness.session.started_at;
        *start = eval752_contract::time::Timestamp::from_millis(
            start.millis() - i64::try_from(n).expect("small"),
        );
        files.push(world.file(&format!("capture-{n}.zip"), zip(&payload)));
    }
    world.workspace.store.close().await;
    let start = |n: usize| {
        Command::cargo_bin("eval752")
            .expect("built")
            .arg("import")
            .arg(&files[n % CAPTURES])
            .arg("--data")
            .arg(world.data())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started")
    };
    // How long one takes when it is left alone: the moments to kill at lie within.
    let begun = std::time::Instant::now();
    assert!(start(0).wait().expect("ended").success());
    let whole = begun.elapsed() * 3 / 2;
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let mut killed = 0;
    for n in 0..KILLS {
        let mut child = start(n);
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let moment = whole
            .mul_f64(f64::from(u32::try_from(random >> 40).expect("24 bits")) / f64::from(1 << 24));
        // The random moment itself, not a wait for something.
        std::thread::sleep(moment.max(Duration::from_millis(1)));
        killed += usize::from(child.try_wait().expect("asked").is_none());
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    assert!(killed > KILLS / 4, "only {killed} were still running");
    check_runs(&world).await;

    // Left alone, everything is done in the end: every capture once, every promise once.
    for n in 0..CAPTURES {
        assert!(start(n).wait().expect("ended").success());
    }
    // A lease of the last one killed may still run; a worker takes over when it is out.
    let reopened = reopen(&world).await;
    let worker = eval752_server::scoring::Worker::new(reopened.store.clone(), None);
    let deadline = std::time::Instant::now() + Duration::from_mins(1);
    while reopened.store.open_jobs().await.expect("counted") > 0 {
        assert!(std::time::Instant::now() < deadline, "promises are left");
        if !worker.work_once(None).await.expect("worked") {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
    check_runs(&world).await;
    let all = CAPTURES * ITEMS;
    let counts = query(&world.data(), "SELECT (SELECT COUNT(*) FROM runs), (SELECT COUNT(*) FROM run_items), (SELECT COUNT(*) FROM scores), (SELECT COUNT(*) FROM jobs WHERE state = 'done'), (SELECT SUM(scored_count) FROM runs)").await;
    let count = |n: usize| n.to_string();
    assert_eq!(
        counts,
        [[
            count(CAPTURES),
            count(all),
            count(all),
            count(CAPTURES),
            count(all)
        ]]
    );
}

async fn reopen(world: &World) -> eval752_server::Workspace {
    let data = eval752_server::DataDir::open(Some(&world.data())).expect("a folder");
    eval752_server::Workspace::open(data).await.expect("opens")
}

async fn check_runs(world: &World) {
    assert_eq!(
        query(&world.data(), "PRAGMA integrity_check").await,
        [["ok"]]
    );
    assert!(
        query(&world.data(), "PRAGMA foreign_key_check")
            .await
            .is_empty()
    );
    let half = "SELECT r.id FROM runs r WHERE r.item_count <> (SELECT COUNT(*) FROM run_items i WHERE i.run_id = r.id)
        OR 1 <> (SELECT COUNT(*) FROM jobs j WHERE j.run_id = r.id)";
    assert!(query(&world.data(), half).await.is_empty());
}
