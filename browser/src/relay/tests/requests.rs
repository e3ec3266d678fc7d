//! What a proxy is not asked is not answered.

use super::upstream;
use crate::stand_in::StandIn;

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
