//! `eval752 serve`

use std::net::SocketAddr;
use std::path::PathBuf;

use super::Context;
use crate::error::Error;
use crate::http;

/// Serve the page and the fixtures on this machine.
///
/// The first line on standard output is the address. Ends on SIGINT and SIGTERM.
#[derive(Debug, clap::Args)]
pub(super) struct Serve {
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:7752")]
    addr: SocketAddr,

    /// Serve the page from this folder instead of the built-in one.
    #[arg(long, value_name = "DIR")]
    www: Option<PathBuf>,
}

impl Serve {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        if !self.addr.ip().is_loopback() {
            return Err(Error::Usage(format!(
                "{} is not an address of this machine alone; only loopback addresses are served",
                self.addr.ip()
            )));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| Error::System {
                what: "can't start serving",
                why: error.to_string(),
            })?;
        runtime.block_on(async {
            let server = http::Server::bind(self.addr, self.www.clone()).await?;
            let address = server.address();
            if context.console.is_json() {
                context
                    .console
                    .data(format!("{{\"address\":\"{address}\"}}\n").as_bytes())?;
            } else {
                context.console.data(format!("{address}\n").as_bytes())?;
            }
            server.run().await
        })
    }
}
