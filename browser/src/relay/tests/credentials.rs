//! Credentials: on every request towards the upstream, and nowhere else, not
//! even in the sentence that says they are wrong.

use std::io::Write as _;
use std::net::TcpListener;

use super::{answer, get, upstream};
use crate::stand_in::StandIn;

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
