//! Every way to make `screenshot` read something else than a regular file of a
//! commit named by its hash. Each is refused with exit code 2, or has no effect.

use std::os::unix::fs::symlink;

use crate::common::{Repo, screenshot};
use eval752_browser::git::{CommitArg, Content, PagePath, Repository};

/// What the program says when it refuses.
fn refused(repo: &Repo, commit: &str, path: &str) -> String {
    let temp = tempfile::tempdir().unwrap();
    let output = screenshot(repo, temp.path(), commit, path);
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{commit} {path}: {text}");
    assert!(
        std::fs::read_dir(temp.path().join("pictures")).map_or(0, Iterator::count) == 0,
        "a picture was made for {commit} {path}"
    );
    text
}

/// The bytes that would be rendered.
fn bytes(repo: &Repo, commit: &str, path: &str) -> Vec<u8> {
    let repository = Repository::at(repo.path()).unwrap();
    let mut snapshot = repository
        .snapshot(&CommitArg::parse(commit).unwrap())
        .unwrap();
    let Content(bytes) = snapshot.page(&PagePath::parse(path).unwrap()).unwrap();
    bytes
}

#[test]
fn only_a_commit_named_by_its_hash_passes() {
    let repo = Repo::new();
    let commit = repo
        .write("page.html", "<p>page")
        .write("sub/a.html", "")
        .commit();
    let tree = repo.git(&["rev-parse", "HEAD^{tree}"]);
    let blob = repo.git(&["rev-parse", "HEAD:page.html"]);
    repo.git(&["tag", "-a", "-m", "x", "annotated"]);
    let tag = repo.git(&["rev-parse", "annotated"]);
    for (name, word) in [(&tree, "tree"), (&blob, "blob"), (&tag, "tag")] {
        let text = refused(&repo, name, "page.html");
        assert!(text.contains(&format!("names a {word}")), "{text}");
    }
    for name in [
        "HEAD",
        "HEAD@{0}",
        "main",
        "@",
        "-p",
        "--output=x",
        ":page.html",
    ] {
        refused(&repo, name, "page.html");
    }
    for name in [
        format!("{commit}^{{tree}}"),
        format!("{commit}:page.html"),
        format!("^{commit}"),
    ] {
        refused(&repo, &name, "page.html");
    }
    refused(&repo, &commit[..6], "page.html");
    refused(&repo, &"0".repeat(40), "page.html");
    assert_eq!(bytes(&repo, &commit, "page.html"), b"<p>page");
    assert_eq!(bytes(&repo, &commit[..9], "page.html"), b"<p>page");
    assert_eq!(
        bytes(&repo, &commit.to_uppercase(), "page.html"),
        b"<p>page"
    );
}

#[test]
fn a_branch_that_looks_like_a_hash_is_not_one() {
    let repo = Repo::new();
    repo.write("page.html", "old").commit();
    let name = "deadbeefdeadbeef";
    repo.git(&["branch", name]);
    refused(&repo, name, "page.html");
    let long = "ab".repeat(32);
    repo.git(&["branch", &long]);
    refused(&repo, &long, "page.html");
    // A branch named like the beginning of another commit must not win over it.
    let second = repo.write("page.html", "new").commit();
    repo.git(&["branch", &second[..10], "HEAD~1"]);
    assert_eq!(bytes(&repo, &second[..10], "page.html"), b"new");
}

#[test]
fn only_a_regular_html_file_passes() {
    let secret = tempfile::NamedTempFile::new().unwrap();
    let other = Repo::new();
    other.write("inner.html", "").commit();
    let repo = Repo::new();
    repo.write("page.html", "x")
        .write("folder.html/in.txt", "x");
    repo.write(
        "big.html",
        "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
    );
    symlink(secret.path(), repo.path().join("link.html")).unwrap();
    symlink("folder.html", repo.path().join("linked")).unwrap();
    let other_path = other.path().display().to_string();
    repo.git(&["submodule", "--quiet", "add", &other_path, "module.html"]);
    let commit = repo.commit();
    for (path, word) in [
        ("link.html", "symbolic link"),
        ("linked/in.html", "symbolic link"),
        ("module.html", "submodule"),
        ("module.html/inner.html", "submodule"),
        ("folder.html", "folder"),
        ("big.html", "git-lfs pointer"),
        ("missing.html", "no such file"),
        ("page.html/x.html", "no such file"),
    ] {
        let text = refused(&repo, &commit, path);
        assert!(text.contains(word), "{path}: {text}");
    }
    for path in [
        "./page.html",
        "../page.html",
        "folder.html/../page.html",
        "folder.html//in.html",
        "/etc/page.html",
        ":page.html",
        ":0:page.html",
        ":(glob)*.html",
        "--output=x.html",
        "-page.html",
        "page.txt",
        "page\n.html",
        "folder.html\\in.html",
        "",
    ] {
        refused(&repo, &commit, path);
    }
}

#[test]
fn neither_work_tree_nor_index_nor_replace_refs_change_what_is_read() {
    let repo = Repo::new();
    let first = repo.write("page.html", "committed").commit();
    let second = repo.write("page.html", "other").commit();
    repo.write("page.html", "staged");
    repo.git(&["add", "-A"]);
    repo.write("page.html", "work tree");
    let blob = |commit: &str| repo.git(&["rev-parse", &format!("{commit}:page.html")]);
    repo.git(&["replace", &blob(&first), &blob(&second)]);
    repo.git(&["replace", &first, &second]);
    assert_eq!(bytes(&repo, &first, "page.html"), b"committed");
}

#[test]
fn paths_start_at_the_top_wherever_we_stand() {
    let repo = Repo::new();
    let commit = repo
        .write("page.html", "top")
        .write("sub/page.html", "sub")
        .commit();
    let repository = Repository::at(repo.path().join("sub")).unwrap();
    let mut snapshot = repository
        .snapshot(&CommitArg::parse(&commit).unwrap())
        .unwrap();
    let page = snapshot
        .page(&PagePath::parse("page.html").unwrap())
        .unwrap();
    assert_eq!(page, Content(b"top".to_vec()));
}

#[test]
fn nothing_the_repository_configures_is_run() {
    let repo = Repo::new();
    repo.write(".gitattributes", "*.html diff=evil filter=evil\n");
    let commit = repo.write("page.html", "plain").commit();
    let mark = repo.path().join("mark");
    let script = repo.path().join("evil.sh");
    std::fs::write(
        &script,
        format!("#!/bin/sh\necho \"$0 $*\" >> {}\ncat\n", mark.display()),
    )
    .unwrap();
    let run = |args: &[&str]| {
        assert!(
            std::process::Command::new(args[0])
                .args(&args[1..])
                .status()
                .unwrap()
                .success()
        );
    };
    run(&["chmod", "+x", &script.display().to_string()]);
    let evil = script.display().to_string();
    for key in [
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.askPass",
        "core.gitProxy",
        "core.alternateRefsCommand",
        "core.editor",
        "diff.evil.textconv",
        "diff.external",
        "filter.evil.smudge",
        "filter.evil.process",
        "pager.cat-file",
        "pager.rev-parse",
        "alias.cat-file",
        "credential.helper",
    ] {
        repo.git(&["config", key, &evil]);
    }
    repo.git(&[
        "config",
        "core.hooksPath",
        &repo.path().display().to_string(),
    ]);
    // A missing object of a partial clone makes git fetch it through a program.
    repo.git(&["config", "remote.origin.url", &format!("ext::{evil}")]);
    repo.git(&["config", "remote.origin.promisor", "true"]);
    repo.git(&["config", "remote.origin.partialclonefilter", "blob:none"]);
    repo.git(&["config", "core.repositoryFormatVersion", "1"]);
    repo.git(&["config", "extensions.partialClone", "origin"]);
    repo.git(&["config", "protocol.ext.allow", "always"]);
    assert_eq!(bytes(&repo, &commit, "page.html"), b"plain");
    let blob = repo.git(&["rev-parse", &format!("{commit}:page.html")]);
    let loose = repo
        .path()
        .join(".git/objects")
        .join(&blob[..2])
        .join(&blob[2..]);
    std::fs::remove_file(loose).unwrap();
    let text = refused(&repo, &commit, "page.html");
    assert!(text.contains("not in this clone"), "{text}");
    assert!(
        !mark.exists(),
        "a configured program ran: {:?}",
        std::fs::read_to_string(&mark)
    );
}

#[test]
fn bytes_that_do_not_have_the_hash_are_refused() {
    let repo = Repo::new();
    let commit = repo
        .write("page.html", "one")
        .write("other.html", "two")
        .commit();
    let loose = |path: &str| {
        let blob = repo.git(&["rev-parse", &format!("{commit}:{path}")]);
        repo.path()
            .join(".git/objects")
            .join(&blob[..2])
            .join(&blob[2..])
    };
    std::fs::remove_file(loose("page.html")).unwrap();
    std::fs::copy(loose("other.html"), loose("page.html")).unwrap();
    let text = refused(&repo, &commit, "page.html");
    assert!(text.contains("hash") || text.contains("mismatch"), "{text}");
}

#[test]
fn variables_cannot_point_git_elsewhere() {
    let repo = Repo::new();
    let commit = repo.write("page.html", "x").commit();
    let elsewhere = Repo::new();
    let other = elsewhere.write("page.html", "elsewhere").commit();
    let temp = tempfile::tempdir().unwrap();
    let output = crate::common::program(temp.path())
        .current_dir(repo.path())
        .env("GIT_DIR", elsewhere.path().join(".git"))
        .args(["screenshot", &other, "page.html"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_ne!(commit, other);
}

#[test]
fn sha256_repositories_work_too() {
    let repo = Repo::with_format("sha256");
    let commit = repo.write("sub/page.html", "sha256").commit();
    assert_eq!(commit.len(), 64);
    assert_eq!(bytes(&repo, &commit, "sub/page.html"), b"sha256");
    assert_eq!(bytes(&repo, &commit[..40], "sub/page.html"), b"sha256");
}

#[test]
fn outside_of_a_repository_is_a_sentence() {
    let temp = tempfile::tempdir().unwrap();
    let output = crate::common::program(temp.path())
        .current_dir(temp.path())
        .args(["screenshot", &"a".repeat(40), "page.html"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("not a git repository"), "{text}");
}

#[test]
fn no_other_argument_exists() {
    let temp = tempfile::tempdir().unwrap();
    for extra in ["--output=x", "--width=5", "https://example.org/", "--url"] {
        let output = crate::common::program(temp.path())
            .args(["screenshot", "aaaaaaa", "page.html", extra])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{extra}");
    }
}
