//! The HTTP side: the page, the fixtures and the API, for this machine only.

mod guard;
mod headers;
mod page;
mod stop;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use tokio::net::TcpListener;

use crate::error::Error;
use page::Page;
use stop::Stop;

/// A server that has its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    local: SocketAddr,
    page: Page,
    stop: Stop,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// When the address can't be had or the folder is none.
    pub async fn bind(address: SocketAddr, www: Option<PathBuf>) -> Result<Self, Error> {
        let system = |error: std::io::Error| Error::System {
            what: "can't listen on this address",
            why: format!("{address}: {error}; choose another with --addr"),
        };
        let listener = TcpListener::bind(address).await.map_err(system)?;
        let local = listener.local_addr().map_err(system)?;
        let page = Page::new(www)?;
        let stop = Stop::listen().map_err(|error| Error::System {
            what: "can't listen for signals",
            why: error.to_string(),
        })?;
        Ok(Self {
            listener,
            local,
            page,
            stop,
        })
    }

    /// `http://127.0.0.1:PORT/`
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/", self.local)
    }

    /// Serves until SIGINT or SIGTERM, then lets running requests end.
    ///
    /// # Errors
    /// When the system stops serving.
    pub async fn run(self) -> Result<(), Error> {
        let app = router(self.page, self.local);
        axum::serve(self.listener, app)
            .with_graceful_shutdown(self.stop.wait())
            .await
            .map_err(|error| Error::System {
                what: "serving ended",
                why: error.to_string(),
            })
    }
}

/// Every route, behind the guard.
fn router(page: Page, local: SocketAddr) -> Router {
    Router::new()
        .fallback(page::serve)
        .with_state(Arc::new(page))
        .layer(from_fn_with_state(local, guard::check))
}
