//! What every route shares.

use std::sync::Arc;

use serde_json::json;
use tokio::sync::broadcast;

use super::page::Page;
use crate::scoring::{Scored, Worker};
use crate::workspace::Workspace;

/// Events that a slow listener may be behind; it then misses the oldest.
const BACKLOG: usize = 256;

/// The server's state.
#[derive(Debug)]
pub(super) struct App {
    pub(super) workspace: Workspace,
    pub(super) page: Page,
    pub(super) worker: Worker,
    pub(super) events: broadcast::Sender<Event>,
    /// Needed on every call of the API where others can reach the server.
    pub(super) token: Option<String>,
    /// Whether requests are logged.
    pub(super) log: bool,
}

/// Something that happened to a run.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) name: &'static str,
    pub(super) data: serde_json::Value,
}

impl App {
    pub(super) fn new(
        workspace: Workspace,
        page: Page,
        token: Option<String>,
        log: bool,
    ) -> Arc<Self> {
        let (events, _) = broadcast::channel(BACKLOG);
        let sender = events.clone();
        let worker = Worker::new(
            workspace.store.clone(),
            Some(Arc::new(move |scored: Scored<'_>| {
                let (name, data) = if scored.finished {
                    let data =
                        json!({ "run_id": scored.run, "status": "completed", "scoring": "done" });
                    ("run_status", data)
                } else {
                    let data =
                        json!({ "run_id": scored.run, "scored": scored.done, "of": scored.of });
                    ("run_progress", data)
                };
                // Nobody listening is the usual case.
                let _nobody = sender.send(Event { name, data });
            })),
        );
        Arc::new(Self {
            workspace,
            page,
            worker,
            events,
            token,
            log,
        })
    }

    pub(super) fn tell(&self, name: &'static str, data: serde_json::Value) {
        let _nobody = self.events.send(Event { name, data });
    }
}
