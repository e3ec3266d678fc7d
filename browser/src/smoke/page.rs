//! A page on loopback that tries things and sends back what happened.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use serde_json::Value;

/// A host that is on the list of the smoke test's own configuration.
pub(super) const LISTED: &str = "listed.example.org";
/// One that is not.
pub(super) const UNLISTED: &str = "unlisted.example.org";

const PAGE: &str = r"<!doctype html><meta charset=utf-8><title>smoke</title><script>
const soon = what => Promise.race([what,
  new Promise((_, no) => setTimeout(no, 10000, 'no answer within 10 s'))]);
const tell = what => soon(what).then(got => ({ ok: true, got: String(got) }),
  error => ({ ok: false, got: String(error) }));
const text = async url => { const r = await fetch(url); return r.status + ' ' + await r.text(); };
const socket = url => new Promise((yes, no) => { const s = new WebSocket(url);
  s.onmessage = m => yes(m.data); s.onerror = () => no('error'); });
(async () => {
  const [http, https, websocket, unlisted] = await Promise.all([
    tell(text('http://LISTED/plain')), tell(text('https://LISTED/')),
    tell(socket('ws://LISTED/socket')), tell(text('http://UNLISTED/'))]);
  await fetch('/result', { method: 'POST',
    body: JSON.stringify({ http, https, websocket, unlisted }) });
})();
</script>";

/// The page's server. Its threads end with the program.
#[derive(Debug)]
pub(super) struct Page {
    address: SocketAddr,
    results: Receiver<Value>,
}

impl Page {
    pub(super) fn serve() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let (sender, results) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let sender = sender.clone();
                std::thread::spawn(move || {
                    let _ = answer(&stream, &sender);
                });
            }
        });
        Ok(Self { address, results })
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// What the page sent back, if it did in time.
    pub(super) fn result(&self, limit: Duration) -> Option<Value> {
        self.results.recv_timeout(limit).ok()
    }
}

/// One request a connection is enough here.
fn answer(stream: &TcpStream, results: &Sender<Value>) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut from = BufReader::new(stream);
    let mut first = String::new();
    from.read_line(&mut first)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        from.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(text) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = text.trim().parse().unwrap_or(0);
        }
    }
    let body = if first.starts_with("POST") {
        let mut bytes = vec![0; length];
        from.read_exact(&mut bytes)?;
        if let Ok(value) = serde_json::from_slice(&bytes) {
            let _ = results.send(value);
        }
        String::new()
    } else {
        PAGE.replace("UNLISTED", UNLISTED).replace("LISTED", LISTED)
    };
    write!(
        &*stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}
