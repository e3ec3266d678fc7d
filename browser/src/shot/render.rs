//! The course of a shot: start, open both pages at once, wait until each has
//! loaded and settled, check that it reports the scheme asked for, take it.

use std::time::Duration;

use serde_json::{Value, json};

use super::assets::page_url;
use super::control;
use super::draw;
use super::notes::Notes;
use super::settings::Settings;
use super::settle::settle;
use super::studio::{Studio, Ticket};
use super::view::{Scheme, View};
use crate::chrome::Browser;
use crate::git::{PagePath, Snapshot};
use crate::{Deadline, Error};

/// Start of the browser, also on a loaded machine.
const START: Duration = Duration::from_secs(30);
/// A call that involves no page script.
pub(super) const STEP: Duration = Duration::from_secs(15);
/// Drawing and packing one long picture.
pub(super) const DRAW: Duration = Duration::from_mins(1);

/// Both pictures as PNG bytes.
#[derive(Debug)]
pub(super) struct Shots {
    pub(super) light: Vec<u8>,
    pub(super) dark: Vec<u8>,
    pub(super) product: String,
    pub(super) notes: Notes,
}

pub(super) fn both(
    snapshot: Snapshot,
    path: &PagePath,
    settings: &Settings,
    browser: &Browser,
) -> Result<Shots, Error> {
    let url = page_url(path)?;
    let end = Deadline::after(START + 2 * (2 * settings.patience + DRAW));
    let mut studio = Studio::start(browser, &control::flags(), snapshot, url.clone(), end)?;
    let version = studio.ask("", "Browser.getVersion", &json!({}))?;
    open_views(&mut studio)?;
    let version = studio.wait(&version, STEP)?;
    let loads = load_all(&mut studio, url.as_str(), settings)?;
    for (view, navigation) in loads.iter().enumerate() {
        wait_loaded(&mut studio, view, navigation, settings)?;
    }
    settle(&mut studio, settings)?;
    let mut pictures = draw::all(&mut studio, settings)?;
    let (Some(dark), Some(light)) = (pictures.pop(), pictures.pop()) else {
        return Err(Error::Internal("two views made fewer pictures".to_owned()));
    };
    Ok(Shots {
        light,
        dark,
        product: version["product"].as_str().unwrap_or("unknown").to_owned(),
        notes: std::mem::take(&mut studio.notes),
    })
}

/// Opens one page for each scheme, each in a context of its own.
fn open_views(studio: &mut Studio) -> Result<(), Error> {
    let schemes = [Scheme::Light, Scheme::Dark];
    let mut contexts = Vec::new();
    for _ in schemes {
        contexts.push(studio.ask("", "Target.createBrowserContext", &json!({}))?);
    }
    let mut targets = Vec::new();
    for context in contexts {
        let context = studio.wait(&context, START)?;
        let page = json!({ "url": "about:blank", "browserContextId": context["browserContextId"] });
        targets.push(studio.ask("", "Target.createTarget", &page)?);
    }
    let mut sessions = Vec::new();
    for target in targets {
        let target = studio.wait(&target, START)?;
        let id = target["targetId"].clone();
        let attach = json!({ "targetId": id, "flatten": true });
        sessions.push((id, studio.ask("", "Target.attachToTarget", &attach)?));
    }
    for (scheme, (target, session)) in schemes.into_iter().zip(sessions) {
        let session = studio.wait(&session, STEP)?;
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        // A page's main frame has its target's id.
        studio.add_view(View::new(
            scheme,
            word(&session["sessionId"]),
            word(&target),
        ));
    }
    Ok(())
}

/// Puts both pages under control, then starts their loads. Control must be
/// confirmed first: a navigation that overtakes the emulation was measured to
/// show scripts the wrong scheme at the start.
fn load_all(studio: &mut Studio, url: &str, settings: &Settings) -> Result<Vec<Ticket>, Error> {
    let mut tickets = Vec::new();
    for view in 0..studio.views.len() {
        for (method, params) in control::everywhere(&studio.views[view].scheme.media()) {
            tickets.push(studio.ask_view(view, method, &params)?);
        }
        for (method, params) in control::page(settings) {
            tickets.push(studio.ask_view(view, method, &params)?);
        }
    }
    for ticket in tickets {
        studio.wait(&ticket, STEP)?;
    }
    let mut loads = Vec::new();
    for view in 0..studio.views.len() {
        loads.push(studio.ask_view(view, "Page.navigate", &json!({ "url": url }))?);
    }
    Ok(loads)
}

fn wait_loaded(
    studio: &mut Studio,
    view: usize,
    navigation: &Ticket,
    settings: &Settings,
) -> Result<(), Error> {
    let started = studio.wait(navigation, settings.patience)?;
    if let Some(why) = started["errorText"].as_str() {
        return Err(Error::render(format!("the page did not load: {why}")));
    }
    let deadline = Deadline::after(settings.patience);
    while studio.views[view].loaded.is_none() {
        check_alive(&studio.views[view])?;
        if !studio.pump(deadline)? {
            return Err(Error::render(format!(
                "the page did not finish loading within {} s; a script that never yields has \
                 this effect",
                settings.patience.as_secs()
            )));
        }
    }
    Ok(())
}

pub(super) fn check_alive(view: &View) -> Result<(), Error> {
    if view.crashed {
        return Err(Error::render("the page's process crashed"));
    }
    Ok(())
}
