//! What the browser tells while it works: requests of the page, new frames and
//! workers, dialogs, errors. Each is answered at once or becomes a note.

use std::time::Instant;

use base64ct::{Base64, Encoding as _};
use serde_json::{Value, json};
use url::Url;

use super::assets::{Answer, answer};
use super::control::{STAY, everywhere};
use super::notes::NoteKind;
use super::studio::Studio;
use crate::Error;

impl Studio {
    pub(super) fn on_event(
        &mut self,
        session: &str,
        method: &str,
        params: &Value,
    ) -> Result<(), Error> {
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
        for (method, params) in everywhere(&media) {
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
                // Full Chromium asks for this one by itself.
                if path != "favicon.ico" {
                    self.notes
                        .add(NoteKind::MissingAsset, format!("{path}: {why}"));
                }
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
