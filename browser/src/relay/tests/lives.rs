//! Lives of connections: closed and opened again, given up half-way, ended with
//! the relay.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};

use super::{answer, get, upstream};
use crate::stand_in::StandIn;

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
