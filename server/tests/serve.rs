//! `eval752 serve` over a real socket: address, files, policies, who is answered, how it ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::CommandCargoExt as _;

struct Server {
    child: Child,
    authority: String,
    _data: tempfile::TempDir,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let mut child = Command::cargo_bin("eval752")
            .expect("built")
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("piped");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let authority = line
            .trim_end()
            .strip_prefix("http://")
            .and_then(|rest| rest.strip_suffix('/'))
            .unwrap_or_else(|| panic!("no address: {line:?}"))
            .to_owned();
        Self {
            child,
            authority,
            _data: data,
        }
    }

    /// Sends a request with these lines; gives status, head and body.
    fn ask(&self, first: &str, headers: &[&str]) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.authority).expect("connected");
        let mut request = format!("{first} HTTP/1.1\r\nConnection: close\r\n");
        for header in headers {
            request.push_str(header);
            request.push_str("\r\n");
        }
        if !headers.iter().any(|header| header.starts_with("Host:")) {
            request.extend(["Host: ", &self.authority, "\r\n"]);
        }
        request.push_str("\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("answered");
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head
            .get(9..12)
            .and_then(|code| code.parse().ok())
            .expect("a status");
        (status, head.to_ascii_lowercase(), body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
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
    let server = Server::start(&[&flag, &www]);
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
    let server = Server::start(&[&flag, &www]);
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
    let (status, head, _) = server.ask("POST /", &["Content-Length: 0"]);
    assert_eq!(status, 405);
    assert!(head.contains("allow: get, head"), "{head}");
}

#[test]
fn other_sites_are_not_answered() {
    let site = site();
    let [flag, www] = arguments(site.path());
    let server = Server::start(&[&flag, &www]);
    let port = server.authority.rsplit_once(':').expect("a port").1;
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
        let mut server = Server::start(&[]);
        let pid = Pid::from_child(&server.child);
        kill_process(pid, signal).expect("signalled");
        let status = server.child.wait().expect("ended");
        assert_eq!(status.code(), Some(0), "{signal:?}");
    }
}
