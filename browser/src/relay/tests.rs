//! The relay as a client sees it, on real sockets.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{Limits, Network, Policy, Relay, Upstream, Way};
use crate::hosts::{AllowList, Source};
use crate::stand_in::StandIn;

struct Setting {
    relay: Relay,
    reports: Arc<Mutex<Vec<String>>>,
}

fn start(way: Way, idle: Duration) -> Setting {
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

fn upstream(url: &str, list: Option<AllowList>) -> Setting {
    let way = Way::Upstream(Upstream::parse(url).unwrap(), list);
    start(way, Duration::from_mins(1))
}

fn list(lines: &[&str]) -> AllowList {
    AllowList::read(
        lines
            .iter()
            .map(|line| ((*line).to_owned(), Source::Everywhere)),
    )
}

impl Setting {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.relay.address()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream
    }

    /// Sends bytes on a fresh connection and reads one answer.
    fn ask(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        answer(&mut stream)
    }
}

/// One response with its body, by its content length.
fn answer(stream: &mut TcpStream) -> String {
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

fn get(host: &str) -> String {
    format!("GET http://{host}/ HTTP/1.1\r\nHost: {host}\r\nProxy-Connection: keep-alive\r\n\r\n")
}

#[test]
fn every_request_of_a_kept_connection_gets_the_credentials() {
    let proxy = StandIn::start().unwrap();
    let setting = upstream(&proxy.url(), None);
    let mut stream = setting.connect();
    for n in 0..3 {
        stream
            .write_all(get(&format!("h{n}.example.org")).as_bytes())
            .unwrap();
        assert!(answer(&mut stream).contains("200 OK"));
    }
    let body = "POST http://h3.example.org/x?y=1 HTTP/1.1\r\nHost: wrong\r\nContent-Length: 3\r\n\
                Proxy-Authorization: Basic Zm9yZ2Vk\r\n\r\nabc";
    stream.write_all(body.as_bytes()).unwrap();
    assert!(answer(&mut stream).contains("POST http://h3.example.org/x?y=1"));
    let seen = proxy.seen();
    assert_eq!(seen.len(), 4);
    assert!(seen.iter().all(|seen| seen.authorized), "{seen:?}");
}

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

#[test]
fn a_wrong_password_is_a_sentence_without_the_password() {
    let proxy = StandIn::start().unwrap();
    let wrong = format!("http://us%20er:hunter2@{}", proxy.address);
    for (url, words) in [
        (wrong.as_str(), "does not accept"),
        (&format!("http://{}", proxy.address), "HTTPS_PROXY has none"),
    ] {
        let setting = upstream(url, None);
        for request in [
            get("a.example.org"),
            "CONNECT a.example.org:443 HTTP/1.1\r\n\r\n".to_owned(),
        ] {
            let text = setting.ask(&request);
            assert!(text.starts_with("HTTP/1.1 502"), "{text}");
            assert!(text.contains(words), "{text}");
            assert!(
                !text.to_lowercase().contains("proxy-authenticate"),
                "{text}"
            );
            let reports = setting.reports.lock().unwrap().join("\n");
            for secret in ["hunter2", "us er", "us%20er", "dXMgZXI6"] {
                assert!(
                    !text.contains(secret) && !reports.contains(secret),
                    "{text}{reports}"
                );
            }
        }
    }
}

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

#[test]
fn what_is_no_proxy_request_is_refused() {
    let proxy = StandIn::start().unwrap();
    let setting = upstream(&proxy.url(), None);
    for request in [
        "GET / HTTP/1.1\r\nHost: a.example.org\r\n\r\n",
        "GET https://a.example.org/ HTTP/1.1\r\nHost: a.example.org\r\n\r\n",
        "GET ftp://a.example.org/ HTTP/1.1\r\nHost: a.example.org\r\n\r\n",
        "GET http://u:p@a.example.org/ HTTP/1.1\r\nHost: a.example.org\r\n\r\n",
        "CONNECT a.example.org HTTP/1.1\r\n\r\n",
        "CONNECT a.example.org:0 HTTP/1.1\r\n\r\n",
        "CONNECT [fe80::1%25eth0]:443 HTTP/1.1\r\n\r\n",
        "nonsense\r\n\r\n",
    ] {
        assert!(
            setting.ask(request).starts_with("HTTP/1.1 400"),
            "{request}"
        );
    }
    assert!(proxy.seen().is_empty());
}

#[test]
fn an_upstream_that_is_gone_is_a_sentence() {
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let setting = upstream(&format!("http://u:hunter2@{closed}"), None);
    let text = setting.ask(&get("a.example.org"));
    assert!(
        text.starts_with("HTTP/1.1 502") && text.contains("cannot be reached"),
        "{text}"
    );
    assert!(!text.contains("hunter2"));
}

#[test]
fn a_kept_connection_that_the_upstream_closed_is_opened_again() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let setting = upstream(&format!("http://{}", listener.local_addr().unwrap()), None);
    // Says keep-alive, answers once, and hangs up.
    let proxy = std::thread::spawn(move || {
        for _ in 0..3 {
            let (mut stream, _) = listener.accept().unwrap();
            let mut chunk = [0; 4096];
            assert!(stream.read(&mut chunk).unwrap() > 0);
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                .unwrap();
        }
    });
    let mut stream = setting.connect();
    for _ in 0..3 {
        stream.write_all(get("a.example.org").as_bytes()).unwrap();
        assert!(answer(&mut stream).ends_with("ok"));
    }
    proxy.join().unwrap();
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
fn clients_that_vanish_do_no_harm() {
    let proxy = StandIn::start().unwrap();
    let setting = upstream(&proxy.url(), None);
    for start in [
        "",
        "GET http://a.example.org/ HT",
        "CONNECT a.example.org:80 HTTP/1.1\r\n\r\n",
        "POST http://a.example.org/ HTTP/1.1\r\nContent-Length: 99\r\n\r\npart",
    ] {
        let mut stream = setting.connect();
        stream.write_all(start.as_bytes()).unwrap();
        // Unread bytes make the kernel send a reset instead of an end.
        drop(stream);
    }
    assert!(setting.ask(&get("b.example.org")).contains("200 OK"));
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

#[test]
fn the_relay_ends_when_it_is_dropped() {
    let proxy = StandIn::start().unwrap();
    let setting = upstream(&proxy.url(), None);
    let address = setting.relay.address();
    let mut open = setting.connect();
    open.write_all(get("a.example.org").as_bytes()).unwrap();
    assert!(answer(&mut open).contains("200"));
    drop(setting);
    assert!(TcpStream::connect(address).is_err());
    assert_eq!(
        open.read(&mut [0]).unwrap_or(0),
        0,
        "open connections end too"
    );
}
