//! The file of the store: for its owner alone, and copied whole while others write.

use eval752_server::packing::Selection;
use eval752_server::{DataDir, Workspace};

use crate::support::capture::{capture, zip};
use crate::support::{World, choices, query};

#[cfg(unix)]
#[tokio::test]
async fn what_holds_answers_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::new().await;
    world.dataset(&choices(1)).await;
    let copy = world.folder.path().join("copy.sqlite");
    world.workspace.store.backup(&copy).await.expect("a backup");
    let mode = |path: &std::path::Path| {
        let meta = std::fs::metadata(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        meta.permissions().mode() & 0o777
    };
    let store = world.data().join("eval752.sqlite");
    assert_eq!((mode(&store), mode(&copy)), (0o600, 0o600));
    // Write-ahead log and its index appear with the first connection.
    for ending in ["-wal", "-shm"] {
        assert_eq!(
            mode(&world.data().join(format!("eval752.sqlite{ending}"))),
            0o600
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_taken_while_others_write_is_whole() {
    let world = World::new().await;
    let pack = world.pack(&choices(400), &Selection::default()).await;
    let folder = world.folder.path().to_owned();
    let mut copies = Vec::new();
    for turn in 0..5 {
        let answer = move |n: usize| Ok(if n == turn { "A" } else { "B" }.to_owned());
        let bytes = zip(&capture(&pack, answer));
        let name = format!("copy-{turn}");
        std::fs::create_dir(folder.join(&name)).expect("a folder");
        let copy = folder.join(&name).join("eval752.sqlite");
        let (imported, copied) =
            tokio::join!(world.import(&bytes), world.workspace.store.backup(&copy));
        imported.expect("imported");
        copied.expect("copied");
        copies.push((turn, folder.join(name)));
    }
    for (turn, copy) in copies {
        assert_eq!(query(&copy, "PRAGMA integrity_check").await, [["ok"]]);
        let halves = "SELECT COUNT(*) FROM runs r WHERE r.item_count <>
            (SELECT COUNT(*) FROM run_items i WHERE i.run_id = r.id)";
        assert_eq!(query(&copy, halves).await, [["0"]]);
        let runs = query(&copy, "SELECT COUNT(*) FROM runs").await;
        let runs: usize = runs[0][0].parse().expect("a number");
        assert!(
            runs == turn || runs == turn + 1,
            "{runs} runs in copy {turn}"
        );
        let data = DataDir::open(Some(&copy)).expect("a folder");
        let opened = Workspace::open(data).await.expect("it opens");
        assert_eq!(opened.store.datasets().await.expect("a list").len(), 1);
    }
    let known = world.folder.path().join("copy-0/eval752.sqlite");
    assert!(world.workspace.store.backup(&known).await.is_err());
}
