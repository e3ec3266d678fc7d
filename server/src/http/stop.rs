//! SIGINT and SIGTERM, listened for from before the address is told: who reads it may send one
//! at once.

use std::io;

/// Waits for a signal to stop.
#[derive(Debug)]
pub(super) struct Stop {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 2],
}

impl Stop {
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            signals: {
                use tokio::signal::unix::{SignalKind, signal};
                [
                    signal(SignalKind::interrupt())?,
                    signal(SignalKind::terminate())?,
                ]
            },
        })
    }

    #[cfg(unix)]
    pub(super) async fn wait(mut self) {
        let [interrupt, terminate] = &mut self.signals;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    pub(super) async fn wait(self) {
        // A process that can't be told to stop goes on.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
