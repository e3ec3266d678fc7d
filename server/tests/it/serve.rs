//! `eval752 serve` over a real socket: address, files, policies, who is answered, how it ends.

use std::path::Path;

use crate::support::server::Server;

/// A server on a data folder of its own.
struct Started {
    server: Server,
    _data: tempfile::TempDir,
}

impl Started {
    fn new(arguments: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        Self {
            server: Server::start(data.path(), arguments),
            _data: data,
        }
    }

    fn ask(&self, first: &str, headers: &[&str]) -> (u16, String, String) {
        let answer = self.server.ask(first, headers, b"");
        (answer.status, answer.head.clone(), answer.text())
    }
}

fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("www/index.html", "<title>page</title>"),
        ("www/js/app.js", "1"),
        ("www/skin_bg.wasm", "\0asm"),
        ("www/fixtures/chatgpt.html", "<title>fixture</title>"),
        ("secret.txt", "out of reach"),
    ] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    folder
}

fn arguments(folder: &Path) -> [String; 2] {
    [
        "--www".to_owned(),
        folder.join("www").to_str().expect("UTF-8").to_owned(),
    ]
}

#[test]
fn files_have_their_types_and_policies() {
    let site = site();
    let [flag, www] = arguments(site.path());
    let server = Started::new(&[&flag, &www]);
    let (status, head, body) = server.ask("GET /", &[]);
    assert_eq!((status, body.as_str()), (200, "<title>page</title>"));
    assert!(
        head.contains("content-type: text/html; charset=utf-8"),
        "{head}"
    );
    assert!(
        head.contains(
            "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
        ),
        "{head}"
    );
    assert!(head.contains("x-content-type-options: nosniff"));
    for (path, kind) in [
        ("/js/app.js", "text/javascript"),
        ("/skin_bg.wasm", "application/wasm"),
    ] {
        let (status, head, _) = server.ask(&format!("GET {path}"), &[]);
        assert_eq!(status, 200);
        assert!(head.contains(&format!("content-type: {kind}")), "{head}");
    }
    let (status, head, body) = server.ask("GET /fixtures/chatgpt.html?seed=1", &[]);
    assert_eq!((status, body.as_str()), (200, "<title>fixture</title>"));
    assert!(!head.contains("content-security-policy"), "{head}");
    for (name, part) in [
        ("chatgpt", "'wasm-unsafe-eval'"),
        ("gemini", "require-trusted-types-for 'script'"),
        ("gemini", "'strict-dynamic'"),
        ("gemini-no-eval", "'strict-dynamic'"),
        ("trusted-types", "trusted-types 'none'"),
        ("strict", "trusted-types 'none'"),
        ("closed", "default-src 'none'"),
        ("offline", "connect-src 'none'"),
    ] {
        let path = format!("GET /fixtures/chatgpt.html?seed=1&csp={name}");
        let (_, head, _) = server.ask(&path, &[]);
        let mut policies = head
            .lines()
            .filter(|line| line.starts_with("content-security-policy: "));
        assert!(
            policies.any(|policy| policy.contains(part)),
            "{name}: {head}"
        );
    }
    let (status, head, body) = server.ask("HEAD /", &[]);
    assert_eq!((status, body.as_str()), (200, ""));
    assert!(head.contains("content-length: 19"), "{head}");
}

#[test]
fn nothing_outside_the_folder_is_served() {
    let site = site();
    #[cfg(unix)]
    std::os::unix::fs::symlink(
        site.path().join("secret.txt"),
        site.path().join("www/link.txt"),
    )
    .expect("linked");
    let [flag, www] = arguments(site.path());
    let server = Started::new(&[&flag, &www]);
    for path in [
        "/../secret.txt",
        "/js/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/link.txt",
        "//secret.txt",
        "/js",
        "/nothing",
    ] {
        let (status, _, body) = server.ask(&format!("GET {path}"), &[]);
        assert_eq!(status, 404, "{path}: {body}");
        assert!(!body.contains("out of reach"));
    }
    let (status, head, _) = server.ask("POST /", &[]);
    assert_eq!(status, 405);
    assert!(head.contains("allow: get, head"), "{head}");
}

#[test]
fn other_sites_are_not_answered() {
    let site = site();
    let [flag, www] = arguments(site.path());
    let server = Started::new(&[&flag, &www]);
    let port = server.server.authority.rsplit_once(':').expect("a port").1;
    let own = format!("Host: localhost:{port}");
    assert_eq!(server.ask("GET /", &[&own]).0, 200);
    assert_eq!(
        server
            .ask(
                "GET /",
                &[&own, &format!("Origin: http://localhost:{port}")]
            )
            .0,
        200
    );
    assert_eq!(
        server
            .ask("GET /", &[&format!("Host: evil.example:{port}")])
            .0,
        421
    );
    assert_eq!(
        server
            .ask("GET /", &[&own, "Origin: https://evil.example"])
            .0,
        403
    );
    assert_eq!(server.ask("GET /", &[&own, "Origin: null"]).0, 403);
}

#[cfg(unix)]
#[test]
fn it_ends_cleanly_on_both_signals() {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::INT, Signal::TERM] {
        let mut server = Started::new(&[]);
        let pid = Pid::from_child(&server.server.child);
        kill_process(pid, signal).expect("signalled");
        let status = server.server.child.wait().expect("ended");
        assert_eq!(status.code(), Some(0), "{signal:?}");
    }
}
