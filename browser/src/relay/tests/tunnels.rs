//! Tunnels: what follows the request at once, one half that closes first, IPv6,
//! and silence.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::time::Duration;

use super::super::{Upstream, Way};
use super::{answer, start, upstream};
use crate::stand_in::StandIn;

#[test]
fn tunnels_carry_what_follows_at_once_and_leak_nothing() {
    let proxy = StandIn::start().unwrap();
    let setting = upstream(&proxy.url(), None);
    // The first bytes of the tunnel come in the same packet as the request.
    let mut stream = setting.connect();
    stream
        .write_all(
            b"CONNECT A.example.org.:80 HTTP/1.1\r\nHost: x\r\n\r\n\
              GET /in HTTP/1.1\r\nHost: a.example.org\r\n\r\n",
        )
        .unwrap();
    let opened = answer(&mut stream);
    assert!(opened.starts_with("HTTP/1.1 200"), "{opened}");
    assert!(
        !opened.to_lowercase().contains("connection: close"),
        "{opened}"
    );
    assert!(answer(&mut stream).contains("GET /in"));
    let seen = proxy.seen();
    assert_eq!(seen[0].request, "CONNECT a.example.org:80");
    assert!(seen[0].authorized && !seen[0].leaked);
    let v6 = setting.ask("CONNECT [2001:DB8::1]:443 HTTP/1.1\r\n\r\n");
    assert!(v6.contains("200"), "{v6}");
    assert_eq!(proxy.seen()[1].request, "CONNECT [2001:db8::1]:443");
}

/// A proxy that opens one tunnel, reads it to its end, and only then answers.
fn slow_origin(listener: TcpListener) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
        let mut got = String::new();
        stream.read_to_string(&mut got).unwrap();
        stream.write_all(b"a late answer").unwrap();
        got
    })
}

#[test]
fn one_half_of_a_tunnel_can_close_first() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let setting = upstream(&format!("http://{}", listener.local_addr().unwrap()), None);
    let origin = slow_origin(listener);
    let mut stream = setting.connect();
    stream
        .write_all(b"CONNECT a.example.org:80 HTTP/1.1\r\n\r\n")
        .unwrap();
    assert!(answer(&mut stream).contains("200"));
    stream.write_all(b"question").unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut got = String::new();
    stream.read_to_string(&mut got).unwrap();
    assert_eq!(got, "a late answer");
    assert_eq!(origin.join().unwrap(), "question");
}

#[test]
fn an_upstream_on_ipv6_is_dialled_without_brackets() {
    let Ok(listener) = TcpListener::bind("[::1]:0") else {
        eprintln!("skipped: no IPv6 loopback here");
        return;
    };
    let setting = upstream(&format!("http://{}", listener.local_addr().unwrap()), None);
    let origin = slow_origin(listener);
    let mut stream = setting.connect();
    stream
        .write_all(b"CONNECT [2001:db8::7]:443 HTTP/1.1\r\n\r\nx")
        .unwrap();
    assert!(answer(&mut stream).contains("200"));
    drop(stream);
    assert_eq!(origin.join().unwrap(), "x");
}

#[test]
fn a_silent_tunnel_ends() {
    let proxy = StandIn::start().unwrap();
    let way = Way::Upstream(Upstream::parse(&proxy.url()).unwrap(), None);
    let setting = start(way, Duration::from_millis(100));
    let mut stream = setting.connect();
    stream
        .write_all(b"CONNECT a.example.org:80 HTTP/1.1\r\n\r\n")
        .unwrap();
    assert!(answer(&mut stream).contains("200"));
    assert_eq!(stream.read(&mut [0]).unwrap_or(0), 0);
}
