//! `eval752 serve`

use std::net::SocketAddr;
use std::path::PathBuf;

use super::Context;
use crate::error::Error;
use crate::http::{ServeOptions, Server};

/// Serve the page, the fixtures and the API on this machine, and score what is promised.
///
/// The first line on standard output is the address. Ends on SIGINT and SIGTERM. On an address
/// that others can reach the API wants the token in the environment variable EVAL752_TOKEN.
#[derive(Debug, clap::Args)]
pub(super) struct Serve {
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:7752")]
    addr: SocketAddr,

    /// Serve the page from this folder instead of the built-in one.
    #[arg(long, value_name = "DIR")]
    www: Option<PathBuf>,

    /// Log each request on standard error, as JSON.
    #[arg(long)]
    log: bool,
}

impl Serve {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        let token = std::env::var("EVAL752_TOKEN")
            .ok()
            .filter(|token| !token.is_empty());
        if token.as_ref().is_some_and(|token| token.len() < 16) {
            return Err(Error::Usage(
                "the token in EVAL752_TOKEN needs at least 16 characters".to_owned(),
            ));
        }
        let options = ServeOptions {
            www: self.www.clone(),
            token,
            log: self.log,
        };
        context.workspace(async |workspace| {
            let server = Server::bind(self.addr, workspace, options).await?;
            let address = server.address();
            let line = if context.console.is_json() {
                format!("{{\"address\":\"{address}\"}}\n")
            } else {
                format!("{address}\n")
            };
            context.console.data(line.as_bytes())?;
            server.run().await
        })
    }
}
