//! The relay as a client sees it, on real sockets: here what the tests share,
//! beside it one file for each idea.

mod credentials;
mod lists;
mod lives;
mod requests;
mod tunnels;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{Limits, Policy, Relay, Upstream, Way};
use crate::hosts::{AllowList, Source};

pub(super) struct Setting {
    pub(super) relay: Relay,
    pub(super) reports: Arc<Mutex<Vec<String>>>,
}

pub(super) fn start(way: Way, idle: Duration) -> Setting {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&reports);
    let limits = Limits {
        connect: Duration::from_secs(10),
        idle,
    };
    let report = Box::new(move |line: &str| shared.lock().unwrap().push(line.to_owned()));
    let relay = Relay::start(Policy {
        way,
        limits,
        report,
    })
    .unwrap();
    Setting { relay, reports }
}

pub(super) fn upstream(url: &str, list: Option<AllowList>) -> Setting {
    let way = Way::Upstream(Upstream::parse(url).unwrap(), list);
    start(way, Duration::from_mins(1))
}

pub(super) fn list(lines: &[&str]) -> AllowList {
    AllowList::read(
        lines
            .iter()
            .map(|line| ((*line).to_owned(), Source::Everywhere)),
    )
}

impl Setting {
    pub(super) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.relay.address()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream
    }

    /// Sends bytes on a fresh connection and reads one answer.
    pub(super) fn ask(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        answer(&mut stream)
    }
}

/// One response with its body, by its content length.
pub(super) fn answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        assert_eq!(
            stream.read(&mut byte).unwrap(),
            1,
            "{}",
            String::from_utf8_lossy(&bytes)
        );
        bytes.push(byte[0]);
    }
    let head = String::from_utf8(bytes).unwrap();
    let length = head
        .lines()
        .find_map(|line| {
            line.to_lowercase()
                .strip_prefix("content-length:")?
                .trim()
                .parse()
                .ok()
        })
        .unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    head + &String::from_utf8(body).unwrap()
}

pub(super) fn get(host: &str) -> String {
    format!("GET http://{host}/ HTTP/1.1\r\nHost: {host}\r\nProxy-Connection: keep-alive\r\n\r\n")
}
