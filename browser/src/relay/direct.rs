//! The way out without an upstream: resolve once, check every address, and dial
//! one of the addresses that were checked, so that a second answer of the DNS
//! can't lead elsewhere.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::answer::Refusal;
use crate::hosts::{Target, why_not_public};

/// Looks a host up.
type LookUp = Arc<dyn Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync>;

/// How names are looked up, and what is dialled; the tests put others here.
#[derive(Clone)]
pub(crate) struct Network {
    pub(super) look_up: LookUp,
    pub(super) dialled_as: fn(SocketAddr) -> SocketAddr,
}

impl Network {
    /// The system's resolver and the addresses it gives.
    pub(crate) fn system() -> Self {
        use std::net::ToSocketAddrs as _;
        Self {
            look_up: Arc::new(|host| {
                Ok((host, 0)
                    .to_socket_addrs()?
                    .map(|found| found.ip())
                    .collect())
            }),
            dialled_as: |address| address,
        }
    }

    /// A connection to the target, if all its addresses are public.
    pub(super) async fn connect(
        &self,
        target: &Target,
        limit: Duration,
    ) -> Result<TcpStream, Refusal> {
        let gateway = |why: String| Refusal::new(StatusCode::BAD_GATEWAY, why);
        let Some(name) = target.name().map(str::to_owned) else {
            return Err(Refusal::new(
                StatusCode::FORBIDDEN,
                format!("{target} refused: it is an address, and only names can be allowed"),
            ));
        };
        let look_up = Arc::clone(&self.look_up);
        let asked = tokio::task::spawn_blocking(move || look_up(&name));
        let addresses = match timeout(limit, asked).await {
            Ok(Ok(Ok(addresses))) if !addresses.is_empty() => addresses,
            Ok(_) => return Err(gateway(format!("{target} does not resolve"))),
            Err(_) => return Err(gateway(format!("the resolver gave no answer for {target}"))),
        };
        let bad = addresses
            .iter()
            .find_map(|address| Some((address, why_not_public(*address)?)));
        if let Some((address, why)) = bad {
            return Err(Refusal::new(
                StatusCode::FORBIDDEN,
                format!("{target} refused: it resolves to {address}, which is {why}"),
            ));
        }
        let mut last = None;
        for address in addresses {
            let dialled = (self.dialled_as)(SocketAddr::new(address, target.port()));
            match timeout(limit, TcpStream::connect(dialled)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => last = Some(error.to_string()),
                Err(_) => last = Some("no answer in time".to_owned()),
            }
        }
        Err(gateway(format!(
            "{target} cannot be reached: {}",
            last.unwrap_or_default()
        )))
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Network")
    }
}
