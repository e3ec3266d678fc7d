//! The browser at work: calls and their answers, and what happens in between.
//! While any call is waited for, the pages' requests are answered, dialogs are
//! dismissed and new targets are taken under the same control.

use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::time::{Duration, Instant};

use base64ct::{Base64, Encoding as _};
use serde_json::{Value, json};
use url::Url;

use super::assets::{Answer, answer};
use super::notes::{NoteKind, Notes};
use super::render::STAY;
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

#[derive(Debug)]
pub(super) struct Studio {
    connection: Connection,
    process: Process,
    snapshot: Snapshot,
    page: Url,
    pub(super) notes: Notes,
    pub(super) views: Vec<View>,
    /// Sessions of views and of the frames and workers inside them.
    sessions: HashMap<String, usize>,
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

    /// Sends a call and waits for its answer.
    pub(super) fn call(
        &mut self,
        session: &str,
        method: &'static str,
        params: &Value,
        limit: Duration,
    ) -> Result<Value, Error> {
        let ticket = self.ask(session, method, params)?;
        self.wait(&ticket, limit)
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

    fn send(&mut self, session: &str, method: &str, params: &Value) -> Result<u64, Error> {
        let sent = self.connection.send(session, method, params, self.end);
        sent.map_err(|error| match error.kind() {
            ErrorKind::TimedOut => Error::render("the browser stopped reading our messages"),
            _ => self.gone(),
        })
    }

    fn on_event(&mut self, session: &str, method: &str, params: &Value) -> Result<(), Error> {
        let Some(view) = self.sessions.get(session).copied() else {
            return Ok(());
        };
        let own = self.views[view].session == session;
        match method {
            "Fetch.requestPaused" => self.on_request(session, view, params)?,
            // A page that tries to leave while it loads gets no load event any more.
            "Page.loadEventFired" | "Page.frameStoppedLoading"
                if own && self.views[view].documents > 0 =>
            {
                self.views[view].loaded.get_or_insert_with(Instant::now);
            }
            "Inspector.targetCrashed" if own => self.views[view].crashed = true,
            "Page.javascriptDialogOpening" => {
                let kind = text(&params["type"]);
                let said = text(&params["message"]);
                self.notes.add(
                    NoteKind::Dialog,
                    format!("the page opened a dialog ({kind}), dismissed: {said}"),
                );
                self.send(
                    session,
                    "Page.handleJavaScriptDialog",
                    &json!({ "accept": false }),
                )?;
            }
            "Target.attachedToTarget" => self.on_target(view, params)?,
            "Network.webSocketCreated" => {
                let url = text(&params["url"]);
                self.notes
                    .add(NoteKind::OutsideRequest, format!("websocket {url} refused"));
            }
            "Runtime.bindingCalled" if params["name"] == STAY => {
                self.note_leaving(text(&params["payload"]));
            }
            "Runtime.exceptionThrown" => {
                let details = &params["exceptionDetails"];
                let what = details["exception"]["description"]
                    .as_str()
                    .unwrap_or_else(|| text(&details["text"]));
                self.notes
                    .add(NoteKind::ConsoleError, format!("the page threw: {what}"));
            }
            "Runtime.consoleAPICalled"
                if matches!(params["type"].as_str(), Some("error" | "assert")) =>
            {
                let said = console_text(&params["args"]);
                self.notes
                    .add(NoteKind::ConsoleError, format!("console: {said}"));
            }
            // Failed loads have notes of their own.
            "Log.entryAdded"
                if params["entry"]["level"] == "error"
                    && params["entry"]["source"] != "network" =>
            {
                let said = text(&params["entry"]["text"]);
                self.notes
                    .add(NoteKind::ConsoleError, format!("browser: {said}"));
            }
            _ => {}
        }
        Ok(())
    }

    /// A frame, a worker or a window of the page: the first two are put under the
    /// same interception before they run, windows are closed.
    fn on_target(&mut self, view: usize, params: &Value) -> Result<(), Error> {
        let session = text(&params["sessionId"]).to_owned();
        let info = &params["targetInfo"];
        if info["type"] == "page" {
            let note = format!("the page opened a window, closed: {}", text(&info["url"]));
            self.notes.add(NoteKind::Navigation, note);
            let target = json!({ "targetId": info["targetId"] });
            self.send("", "Target.closeTarget", &target)?;
            return Ok(());
        }
        self.sessions.insert(session.clone(), view);
        let media = self.views[view].scheme.media();
        for (method, params) in control(&media) {
            self.send(&session, method, &params)?;
        }
        self.send(&session, "Runtime.runIfWaitingForDebugger", &json!({}))?;
        Ok(())
    }

    fn on_request(&mut self, session: &str, view: usize, params: &Value) -> Result<(), Error> {
        let url = text(&params["request"]["url"]);
        let shown = || url.chars().take(200).collect::<String>();
        let id = params["requestId"].clone();
        self.views[view].last_request = Some(Instant::now());
        let Ok(parsed) = Url::parse(url) else {
            return self.refuse(session, &id, "BlockedByClient");
        };
        // These carry their content in themselves or in the page's memory.
        if matches!(parsed.scheme(), "data" | "blob" | "about") {
            self.send(
                session,
                "Fetch.continueRequest",
                &json!({ "requestId": id }),
            )?;
            return Ok(());
        }
        let top = params["resourceType"] == "Document"
            && params["frameId"] == self.views[view].frame.as_str();
        if top && !self.is_the_page(view, &parsed) {
            self.note_leaving(url);
            // "No content" leaves the page standing where an error replaces it.
            let reply = json!({ "requestId": id, "responseCode": 204 });
            self.send(session, "Fetch.fulfillRequest", &reply)?;
            return Ok(());
        }
        let method = text(&params["request"]["method"]);
        match answer(&mut self.snapshot, method, &parsed)? {
            Answer::Bytes { content, media } => {
                let reply = json!({
                    "requestId": id,
                    "responseCode": 200,
                    "responseHeaders": [{ "name": "Content-Type", "value": media }],
                    "body": Base64::encode_string(&content),
                });
                self.send(session, "Fetch.fulfillRequest", &reply)?;
            }
            Answer::NotServed { path, why } => {
                self.notes
                    .add(NoteKind::MissingAsset, format!("{path}: {why}"));
                let reply = json!({ "requestId": id, "responseCode": 404 });
                self.send(session, "Fetch.fulfillRequest", &reply)?;
            }
            Answer::Outside => {
                self.notes.add(
                    NoteKind::OutsideRequest,
                    format!("{method} {} refused", shown()),
                );
                self.refuse(session, &id, "BlockedByClient")?;
            }
        }
        Ok(())
    }

    fn note_leaving(&mut self, url: &str) {
        let note = format!("the page tried to load {url} in its own place, refused");
        self.notes.add(NoteKind::Navigation, note);
    }

    /// The main frame loads the page asked for, once.
    fn is_the_page(&mut self, view: usize, url: &Url) -> bool {
        let view = &mut self.views[view];
        view.documents += 1;
        view.documents == 1 && url.origin() == self.page.origin() && url.path() == self.page.path()
    }

    fn refuse(&mut self, session: &str, id: &Value, reason: &str) -> Result<(), Error> {
        let reply = json!({ "requestId": id, "errorReason": reason });
        self.send(session, "Fetch.failRequest", &reply)?;
        Ok(())
    }
}

/// The calls that put a session under control, before anything runs in it.
pub(super) fn control(media: &Value) -> Vec<(&'static str, Value)> {
    vec![
        (
            "Fetch.enable",
            json!({ "patterns": [{ "urlPattern": "*" }] }),
        ),
        ("Network.enable", json!({})),
        ("Runtime.enable", json!({})),
        ("Log.enable", json!({})),
        ("Emulation.setEmulatedMedia", media.clone()),
        (
            "Target.setAutoAttach",
            json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true }),
        ),
    ]
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn console_text(args: &Value) -> String {
    let words: Vec<String> = args
        .as_array()
        .into_iter()
        .flatten()
        .map(|arg| match (&arg["value"], &arg["description"]) {
            (Value::String(text), _) | (Value::Null, Value::String(text)) => text.clone(),
            (value, _) => value.to_string(),
        })
        .collect();
    words.join(" ")
}
