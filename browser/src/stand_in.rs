//! A small proxy that demands a user name and a password and plays every origin
//! behind it. `smoke` and the tests put it where an operator's own proxy would
//! be, so that nothing has to leave the machine.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64ct::{Base64, Encoding as _};
use sha1::{Digest as _, Sha1};

/// A user name that needs decoding: it has what a URL must escape.
pub const USER: &str = "us er";
/// A password that needs decoding.
pub const PASSWORD: &str = "p@s:s%/#?ü";
/// The same, as an operator writes it in front of `@`.
pub const USER_INFO: &str = "us%20er:p%40s%3As%25%2F%23%3F%C3%BC";

/// Appended to the key of a websocket handshake (RFC 6455, section 1.3).
const WEBSOCKET_GUID: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// The path of a page that opens a websocket and fetches `/got-` with what came.
pub const SOCKET_PAGE: &str = "/socket-page";

/// A request it has seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Method and target, as `GET http://…/` or `CONNECT host:port`.
    pub request: String,
    /// Whether the right credentials came with it.
    pub authorized: bool,
    /// What went through a tunnel first: `tls`, `http`, `websocket`.
    pub tunnel: Option<&'static str>,
    /// Whether credentials reached what would have been an origin.
    pub leaked: bool,
    /// Requests inside the tunnel, or to the origin.
    pub inner: Vec<String>,
}

/// A running stand-in. Its threads end with the program.
#[derive(Debug)]
pub struct StandIn {
    /// Where it listens.
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl StandIn {
    /// A proxy that demands [`USER`] and [`PASSWORD`].
    pub fn start() -> io::Result<Self> {
        Self::start_with(serve)
    }

    fn start_with(serve: fn(&TcpStream, &Mutex<Vec<Seen>>) -> io::Result<()>) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let seen = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || {
                    // The client going away is the usual end.
                    let _ = serve(&stream, &shared);
                });
            }
        });
        Ok(Self { address, seen })
    }

    /// An origin instead of a proxy: answers requests and websocket handshakes.
    pub fn start_origin() -> io::Result<Self> {
        Self::start_with(|stream, seen| {
            let at = note(
                seen,
                Seen {
                    request: "origin".to_owned(),
                    authorized: false,
                    tunnel: None,
                    leaked: false,
                    inner: Vec::new(),
                },
            );
            let mut from = BufReader::new(stream);
            tunnelled(&mut from, &mut &*stream, |change| amend(seen, at, change))
        })
    }

    /// The value of `HTTPS_PROXY` for it.
    pub fn url(&self) -> String {
        format!("http://{USER_INFO}@{}", self.address)
    }

    /// All requests so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen
            .lock()
            .map(|seen| seen.clone())
            .unwrap_or_default()
    }
}

/// A request's first line and headers.
struct Head {
    method: String,
    target: String,
    headers: Vec<(String, String)>,
}

impl Head {
    fn read(from: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if from.take(64 << 10).read_line(&mut line)? == 0 {
                return Ok(None);
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            lines.push(line.to_owned());
        }
        let Some(first) = lines.first() else {
            return Ok(None);
        };
        let mut words = first.split(' ').map(str::to_owned);
        Ok(Some(Self {
            method: words.next().unwrap_or_default(),
            target: words.next().unwrap_or_default(),
            headers: lines[1..]
                .iter()
                .filter_map(|line| line.split_once(':'))
                .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
                .collect(),
        }))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    fn skip_body(&self, from: &mut impl Read) -> io::Result<()> {
        let length = self
            .header("content-length")
            .and_then(|text| text.parse().ok());
        io::copy(&mut from.take(length.unwrap_or(0)), &mut io::sink())?;
        Ok(())
    }
}

fn serve(stream: &TcpStream, seen: &Mutex<Vec<Seen>>) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_mins(1)))?;
    let mut from = BufReader::new(stream);
    let mut to = stream;
    let wanted = Base64::encode_string(format!("{USER}:{PASSWORD}").as_bytes());
    let wanted = format!("Basic {wanted}");
    while let Some(head) = Head::read(&mut from)? {
        head.skip_body(&mut from)?;
        let authorized = head.header("proxy-authorization") == Some(&wanted);
        let at = note(
            seen,
            Seen {
                request: format!("{} {}", head.method, head.target),
                authorized,
                tunnel: None,
                leaked: false,
                inner: Vec::new(),
            },
        );
        if !authorized {
            to.write_all(
                b"HTTP/1.1 407 Proxy Authentication Required\r\n\
                  Proxy-Authenticate: Basic realm=\"stand-in\"\r\nContent-Length: 0\r\n\r\n",
            )?;
            continue;
        }
        if head.method != "CONNECT" {
            page(&mut to, &head)?;
            continue;
        }
        to.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n")?;
        if from.fill_buf()?.first() == Some(&0x16) {
            amend(seen, at, |seen| seen.tunnel = Some("tls"));
            return Ok(());
        }
        return tunnelled(&mut from, &mut to, |change| amend(seen, at, change));
    }
    Ok(())
}

/// Plays an http origin at the end of a tunnel.
fn tunnelled(
    from: &mut BufReader<&TcpStream>,
    to: &mut impl Write,
    amend: impl Fn(&dyn Fn(&mut Seen)),
) -> io::Result<()> {
    while let Some(head) = Head::read(from)? {
        let request = format!("{} {}", head.method, head.target);
        amend(&|seen| seen.inner.push(request.clone()));
        if head.header("proxy-authorization").is_some() {
            amend(&|seen| seen.leaked = true);
        }
        if let Some(key) = head.header("sec-websocket-key") {
            amend(&|seen| seen.tunnel = Some("websocket"));
            let digest = Sha1::digest(format!("{key}{WEBSOCKET_GUID}").as_bytes());
            let accept = Base64::encode_string(&digest);
            write!(
                to,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\
                 Connection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
            )?;
            // One unmasked text frame, then whatever comes is read and dropped.
            to.write_all(b"\x81\x05hello")?;
            io::copy(from, &mut io::sink())?;
            return Ok(());
        }
        amend(&|seen| seen.tunnel = Some("http"));
        head.skip_body(from)?;
        page(to, &head)?;
    }
    Ok(())
}

fn page(to: &mut impl Write, head: &Head) -> io::Result<()> {
    let body = if head.target.ends_with(SOCKET_PAGE) {
        "<!doctype html><script>new WebSocket('ws://' + location.host).onmessage = \
         message => fetch('/got-' + message.data)</script>"
            .to_owned()
    } else {
        format!(
            "<!doctype html><title>stand-in</title><p>{} {}",
            head.method, head.target
        )
    };
    write!(
        to,
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nAccess-Control-Allow-Origin: *\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn note(seen: &Mutex<Vec<Seen>>, one: Seen) -> usize {
    seen.lock().map_or(0, |mut seen| {
        seen.push(one);
        seen.len() - 1
    })
}

fn amend(seen: &Mutex<Vec<Seen>>, at: usize, change: impl FnOnce(&mut Seen)) {
    if let Ok(mut seen) = seen.lock()
        && let Some(one) = seen.get_mut(at)
    {
        change(one);
    }
}
