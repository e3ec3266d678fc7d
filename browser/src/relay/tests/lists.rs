//! Which hosts are reached: the list as a second lock before an upstream, and
//! as all there is without one.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::time::Duration;

use super::super::{Network, Way};
use super::{answer, get, list, start, upstream};
use crate::stand_in::StandIn;

#[test]
fn a_list_is_a_second_lock_and_is_asked_on_every_request() {
    let proxy = StandIn::start().unwrap();
    let setting = upstream(
        &proxy.url(),
        Some(list(&["good.example.org", "*.deep.example.org"])),
    );
    let mut stream = setting.connect();
    for (host, passes) in [
        ("good.example.org", true),
        ("bad.example.org", false),
        ("GOOD.example.org.", true),
        ("x.y.deep.example.org", true),
        ("deep.example.org", false),
        ("127.0.0.1", false),
        ("good.example.org:22", false),
    ] {
        stream.write_all(get(host).as_bytes()).unwrap();
        let text = answer(&mut stream);
        assert_eq!(text.contains("200 OK"), passes, "{host}: {text}");
        assert_eq!(text.contains("403 "), !passes, "{host}: {text}");
    }
    let refused = setting.ask("CONNECT bad.example.org:443 HTTP/1.1\r\n\r\n");
    assert!(
        refused.contains("403") && refused.contains("allowed_domains"),
        "{refused}"
    );
    assert!(
        proxy
            .seen()
            .iter()
            .all(|seen| !seen.request.contains("bad"))
    );
    assert!(!setting.reports.lock().unwrap().is_empty());
}

/// Where the fake network really leads.
static REAL_PORT: AtomicU16 = AtomicU16::new(0);
static LOOKED_UP: AtomicUsize = AtomicUsize::new(0);

fn fake_network() -> Network {
    Network {
        look_up: Arc::new(|host| {
            LOOKED_UP.fetch_add(1, Ordering::SeqCst);
            let list: &[&str] = match host {
                "good.example.org" => &["93.184.216.34"],
                "mixed.example.org" => &["93.184.216.34", "127.0.0.1"],
                "local.example.org" => &["::ffff:10.0.0.1"],
                _ => &[],
            };
            Ok(list
                .iter()
                .map(|text| text.parse::<IpAddr>().unwrap())
                .collect())
        }),
        dialled_as: |address| {
            assert_eq!(address.ip(), "93.184.216.34".parse::<IpAddr>().unwrap());
            SocketAddr::from(([127, 0, 0, 1], REAL_PORT.load(Ordering::SeqCst)))
        },
    }
}

#[test]
fn without_an_upstream_only_listed_hosts_with_public_addresses_are_dialled() {
    let origin = TcpListener::bind("127.0.0.1:0").unwrap();
    REAL_PORT.store(origin.local_addr().unwrap().port(), Ordering::SeqCst);
    let server = std::thread::spawn(move || {
        let mut heads = Vec::new();
        for _ in 0..2 {
            let (mut stream, _) = origin.accept().unwrap();
            let mut chunk = [0; 4096];
            let count = stream.read(&mut chunk).unwrap();
            heads.push(String::from_utf8_lossy(&chunk[..count]).into_owned());
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                .unwrap();
        }
        heads
    });
    let rules = list(&[
        "good.example.org",
        "mixed.example.org",
        "local.example.org",
        "gone.example.org",
    ]);
    let setting = start(Way::Direct(rules, fake_network()), Duration::from_mins(1));
    let text = setting.ask("GET http://good.example.org/p?q HTTP/1.1\r\nHost: evil\r\nProxy-Authorization: Basic eDp5\r\n\r\n");
    assert!(text.ends_with("ok"), "{text}");
    let mut stream = setting.connect();
    stream
        .write_all(b"CONNECT good.example.org:443 HTTP/1.1\r\n\r\nraw bytes")
        .unwrap();
    assert!(answer(&mut stream).contains("200"));
    assert!(answer(&mut stream).ends_with("ok"));
    let heads = server.join().unwrap();
    assert!(
        heads[0].starts_with("GET /p?q HTTP/1.1\r\n"),
        "{}",
        heads[0]
    );
    assert!(
        heads[0].contains("ost: good.example.org\r\n"),
        "{}",
        heads[0]
    );
    assert!(
        !heads[0].to_lowercase().contains("authorization"),
        "{}",
        heads[0]
    );
    assert_eq!(heads[1], "raw bytes");
    let before = LOOKED_UP.load(Ordering::SeqCst);
    assert_eq!(before, 2, "each request resolves once");
    for (host, status, word) in [
        ("mixed.example.org", "403", "loopback"),
        ("local.example.org", "403", "private"),
        ("gone.example.org", "502", "does not resolve"),
        ("other.example.org", "403", "allowed_domains"),
        ("127.0.0.1", "403", "allowed_domains"),
    ] {
        for request in [get(host), format!("CONNECT {host}:443 HTTP/1.1\r\n\r\n")] {
            let text = setting.ask(&request);
            assert!(
                text.contains(status) && text.contains(word),
                "{host}: {text}"
            );
        }
    }
    assert_eq!(
        LOOKED_UP.load(Ordering::SeqCst),
        before + 6,
        "unlisted names are not looked up"
    );
}
