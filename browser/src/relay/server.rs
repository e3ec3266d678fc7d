//! Accepting connections, for as long as the run lasts. The relay has a thread
//! of its own, so that it works whatever the rest of the program waits for.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, oneshot};

use super::credentials::Upstream;
use super::direct::Network;
use super::forward::Connection;
use super::peer;
use crate::hosts::{AllowList, Target};

/// Connections at the same time; a browser has far fewer.
const CONNECTIONS: usize = 512;

/// Where requests go.
#[derive(Debug)]
pub(crate) enum Way {
    /// To the one upstream proxy, which resolves and decides; a list, if there
    /// is one, decides first.
    Upstream(Upstream, Option<AllowList>),
    /// To listed hosts themselves.
    Direct(AllowList, Network),
}

/// How long things may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Resolving and connecting.
    pub(crate) connect: Duration,
    /// Silence of a tunnel, of a kept connection, or before a response.
    pub(crate) idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(30),
            idle: Duration::from_mins(15),
        }
    }
}

/// What the relay does and how it tells about refusals.
pub(crate) struct Policy {
    pub(crate) way: Way,
    pub(crate) limits: Limits,
    /// Called with one line, free of secrets, for every refusal.
    pub(crate) report: Box<dyn Fn(&str) + Send + Sync>,
}

impl Policy {
    pub(super) fn allows(&self, target: &Target) -> bool {
        match &self.way {
            Way::Upstream(_, None) => true,
            Way::Upstream(_, Some(list)) | Way::Direct(list, _) => list.allows(target),
        }
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Policy({:?})", self.way)
    }
}

/// A running relay; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Relay {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Relay {
    /// Listens on a free loopback port.
    pub(crate) fn start(policy: Policy) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("relay".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    tokio::select! {
                        () = accept(listener, Arc::new(policy)) => (),
                        _ = stopped => (),
                    }
                });
                // A resolver that hangs must not keep the program from ending.
                runtime.shutdown_background();
            })?;
        Ok(Self {
            address,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn accept(listener: TcpListener, policy: Arc<Policy>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        // Else a connection died in the queue, or descriptors ran out for now.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let policy = Arc::clone(&policy);
        tokio::spawn(async move {
            serve(stream, policy).await;
            drop(place);
        });
    }
}

async fn serve(stream: TcpStream, policy: Arc<Policy>) {
    if peer::is_foreign(&stream) {
        (policy.report)("relay: a connection of another user was closed");
        return;
    }
    let _ = stream.set_nodelay(true);
    let idle = policy.limits.idle;
    let connection = Arc::new(Connection::new(policy));
    let service = service_fn(move |request| {
        let connection = Arc::clone(&connection);
        async move { Ok::<_, std::convert::Infallible>(connection.answer(request).await) }
    });
    // An error here is the client's: it went away or sent no HTTP.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(idle)
        .preserve_header_case(true)
        .auto_date_header(false)
        .half_close(true)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
}
