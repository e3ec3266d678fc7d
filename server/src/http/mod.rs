//! The HTTP side: the page, the fixtures and the API, for this machine unless a token is set.

mod api;
mod app;
mod guard;
mod headers;
mod page;
mod policies;
mod problem;
mod request;
mod stop;
mod trace;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use tokio::net::TcpListener;

use crate::error::Error;
use crate::workspace::Workspace;
use app::App;
use page::Page;
use stop::Stop;

/// How to serve.
#[derive(Debug, Clone, Default)]
pub struct ServeOptions {
    /// Serve the page from this folder instead of the built-in one.
    pub www: Option<PathBuf>,
    /// What callers of the API must show; needed on addresses that others can reach.
    pub token: Option<String>,
    /// Log requests on standard error.
    pub log: bool,
}

/// A server that has its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    local: SocketAddr,
    app: Arc<App>,
    stop: Stop,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// When the address can't be had, others could reach it without a token, or the folder is
    /// none.
    pub async fn bind(
        address: SocketAddr,
        workspace: Workspace,
        options: ServeOptions,
    ) -> Result<Self, Error> {
        if !address.ip().is_loopback() && options.token.is_none() {
            return Err(Error::Usage(format!(
                "others can reach {}; serve a loopback address, or set a token of at least 16 \
                 characters in the environment variable EVAL752_TOKEN",
                address.ip()
            )));
        }
        let system = |error: std::io::Error| Error::System {
            what: "can't listen on this address",
            why: format!("{address}: {error}; choose another with --addr"),
        };
        let listener = TcpListener::bind(address).await.map_err(system)?;
        let local = listener.local_addr().map_err(system)?;
        let page = Page::new(options.www)?;
        let stop = Stop::listen().map_err(|error| Error::System {
            what: "can't listen for signals",
            why: error.to_string(),
        })?;
        Ok(Self {
            listener,
            local,
            app: App::new(workspace, page, options.token, options.log),
            stop,
        })
    }

    /// `http://127.0.0.1:PORT/`
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/", self.local)
    }

    /// Serves until SIGINT or SIGTERM, then ends: what is being scored goes on at the next
    /// start.
    ///
    /// # Errors
    /// When the system stops serving.
    pub async fn run(self) -> Result<(), Error> {
        let app = Arc::clone(&self.app);
        let worker = app.worker.clone();
        let working = tokio::spawn(async move { app.worker.work().await });
        let router = router(self.app, self.local);
        let serving = axum::serve(self.listener, router);
        // Event streams never end by themselves, so running requests are not waited for:
        // everything that matters is in a transaction.
        let served = tokio::select! {
            served = serving.into_future() => served,
            () = self.stop.wait() => Ok(()),
        };
        working.abort();
        // If the store fails now, the lease runs out by itself.
        let _store_failed = worker.release().await;
        served.map_err(|error| Error::System {
            what: "serving ended",
            why: error.to_string(),
        })
    }
}

/// The `OpenAPI` document.
#[must_use]
pub fn openapi() -> serde_json::Value {
    api::document()
}

/// Every route, behind the guard.
fn router(app: Arc<App>, local: SocketAddr) -> Router {
    let guard = guard::Guard {
        local,
        token: app.token.clone(),
    };
    api::routes()
        .fallback(page::serve)
        .with_state(Arc::clone(&app))
        .layer(from_fn_with_state(guard, guard::check))
        .layer(from_fn_with_state(app, trace::trace))
}
