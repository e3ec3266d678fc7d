//! The browser at work: calls and their answers. While any call is waited for,
//! events are handled, so that the pages' requests are answered meanwhile.

use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::time::Duration;

use serde_json::Value;
use url::Url;

use super::notes::Notes;
use super::view::View;
use crate::cdp::{Connection, Message};
use crate::chrome::{Browser, Process};
use crate::git::Snapshot;
use crate::{Deadline, Error};

/// A call whose answer is still to come.
#[derive(Debug)]
#[must_use = "the answer of a call tells whether it worked"]
pub(super) struct Ticket {
    id: u64,
    method: &'static str,
}

/// A browser with its pages, and the commit they are served from.
#[derive(Debug)]
pub(super) struct Studio {
    connection: Connection,
    process: Process,
    pub(super) snapshot: Snapshot,
    pub(super) page: Url,
    pub(super) notes: Notes,
    pub(super) views: Vec<View>,
    /// Sessions of views and of the frames and workers inside them.
    pub(super) sessions: HashMap<String, usize>,
    awaited: HashSet<u64>,
    answers: HashMap<u64, Result<Value, String>>,
    end: Deadline,
}

impl Studio {
    pub(super) fn start(
        browser: &Browser,
        flags: &[String],
        snapshot: Snapshot,
        page: Url,
        end: Deadline,
    ) -> Result<Self, Error> {
        let (process, to, from) = Process::start(browser, flags)?;
        Ok(Self {
            connection: Connection::new(to, from),
            process,
            snapshot,
            page,
            notes: Notes::default(),
            views: Vec::new(),
            sessions: HashMap::new(),
            awaited: HashSet::new(),
            answers: HashMap::new(),
            end,
        })
    }

    pub(super) fn add_view(&mut self, view: View) {
        self.sessions.insert(view.session.clone(), self.views.len());
        self.views.push(view);
    }

    /// Sends a call; its answer is fetched with [`Studio::wait`].
    pub(super) fn ask(
        &mut self,
        session: &str,
        method: &'static str,
        params: &Value,
    ) -> Result<Ticket, Error> {
        let id = self.send(session, method, params)?;
        self.awaited.insert(id);
        Ok(Ticket { id, method })
    }

    /// Waits for the answer to a call.
    pub(super) fn wait(&mut self, ticket: &Ticket, limit: Duration) -> Result<Value, Error> {
        let deadline = self.end.or_sooner(limit);
        loop {
            if let Some(answer) = self.answers.remove(&ticket.id) {
                return answer.map_err(|why| {
                    Error::render(format!("the browser refused {}: {why}", ticket.method))
                });
            }
            if !self.pump(deadline)? {
                return Err(Error::render(format!(
                    "the browser did not answer {} within its time limit; \
                     a script of the page that never yields has this effect",
                    ticket.method
                )));
            }
        }
    }

    /// Sends a call to a view's page.
    pub(super) fn ask_view(
        &mut self,
        view: usize,
        method: &'static str,
        params: &Value,
    ) -> Result<Ticket, Error> {
        let session = self.views[view].session.clone();
        self.ask(&session, method, params)
    }

    /// Handles one message; `false` when none came before the deadline.
    pub(super) fn pump(&mut self, deadline: Deadline) -> Result<bool, Error> {
        match self.connection.next(deadline) {
            Ok(Message::Reply { id, result }) => {
                if self.awaited.remove(&id) {
                    self.answers.insert(id, result);
                }
            }
            Ok(Message::Event {
                session,
                method,
                params,
            }) => self.on_event(&session, &method, &params)?,
            Err(error) if error.kind() == ErrorKind::TimedOut => return Ok(false),
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => {
                return Err(Error::render("this program was told to stop"));
            }
            Err(_) => return Err(self.gone()),
        }
        Ok(true)
    }

    fn gone(&mut self) -> Error {
        let why = self.process.death();
        Error::render(why.unwrap_or_else(|| "the browser closed its connection".to_owned()))
    }

    pub(super) fn send(
        &mut self,
        session: &str,
        method: &str,
        params: &Value,
    ) -> Result<u64, Error> {
        let sent = self.connection.send(session, method, params, self.end);
        sent.map_err(|error| match error.kind() {
            ErrorKind::TimedOut => Error::render("the browser stopped reading our messages"),
            _ => self.gone(),
        })
    }
}
