//! Being told to stop (TERM, INT, HUP) while waiting for git or the browser. The
//! signal is turned into a readable pipe that every wait also watches, so that
//! waits end early and everything is cleaned up on the way out.

use std::io::{self, PipeReader};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::OnceLock;

use tokio::signal::unix::{SignalKind, signal};

static STOPPED: OnceLock<PipeReader> = OnceLock::new();

/// From now on, the first of these signals ends every wait of this process.
pub(crate) fn watch() -> io::Result<()> {
    let (reader, writer) = io::pipe()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let mut signals = {
        let _inside = runtime.enter();
        [
            signal(SignalKind::terminate())?,
            signal(SignalKind::interrupt())?,
            signal(SignalKind::hangup())?,
        ]
    };
    if STOPPED.set(reader).is_err() {
        return Ok(());
    }
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            runtime.block_on(async {
                let [term, int, hup] = &mut signals;
                tokio::select! {
                    _ = term.recv() => (),
                    _ = int.recv() => (),
                    _ = hup.recv() => (),
                }
            });
            // The pipe's end of file is the message.
            drop(writer);
            // Keeping the handlers makes further signals harmless while we clean up.
            std::mem::forget(runtime);
        })?;
    Ok(())
}

/// Readable once a signal has come; `None` where signals are not watched.
pub(crate) fn fd() -> Option<BorrowedFd<'static>> {
    STOPPED.get().map(AsFd::as_fd)
}
