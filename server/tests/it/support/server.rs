//! `eval752 serve` as a process, and requests over a plain socket.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::CommandCargoExt as _;
use serde_json::Value;

pub struct Server {
    pub child: Child,
    pub authority: String,
}

/// An answer.
pub struct Answer {
    pub status: u16,
    /// In lower case.
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

impl Server {
    pub fn start(data: &Path, arguments: &[&str]) -> Self {
        Self::start_with(data, arguments, &[])
    }

    pub fn start_with(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut child = Command::cargo_bin("eval752")
            .expect("built")
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(arguments)
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
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
        Self { child, authority }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET {path}"), &[], b"")
    }

    pub fn post(&self, path: &str, body: &[u8]) -> Answer {
        self.ask(
            &format!("POST {path}"),
            &["Content-Type: application/octet-stream"],
            body,
        )
    }

    pub fn post_json(&self, path: &str, body: &Value) -> Answer {
        self.ask(
            &format!("POST {path}"),
            &["Content-Type: application/json"],
            body.to_string().as_bytes(),
        )
    }

    /// Sends one request. `Host` is added where the headers have none.
    pub fn ask(&self, first: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.authority).expect("connected");
        let mut request = format!("{first} HTTP/1.1\r\nConnection: close\r\n");
        for header in headers {
            request.extend([header, "\r\n"]);
        }
        if !headers.iter().any(|header| header.starts_with("Host:")) {
            request.extend(["Host: ", &self.authority, "\r\n"]);
        }
        if first.starts_with("POST") {
            request.extend(["Content-Length: ", &body.len().to_string(), "\r\n"]);
        }
        request.push_str("\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        // A server that refuses early may close before it has read everything.
        let _refused_early = stream.write_all(body);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("answered");
        let end = answer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .expect("a head");
        let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
        let body = answer[end + 4..].to_vec();
        let body = if head.contains("transfer-encoding: chunked") {
            unchunked(&body)
        } else {
            body
        };
        Answer {
            status: head
                .get(9..12)
                .and_then(|code| code.parse().ok())
                .expect("a status"),
            head,
            body,
        }
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = rest
            .windows(2)
            .position(|two| two == b"\r\n")
            .expect("a size");
        let size = std::str::from_utf8(&rest[..end]).expect("ASCII");
        let size = usize::from_str_radix(size, 16).expect("hexadecimal");
        if size == 0 {
            return body;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 2 + size + 2..];
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}
