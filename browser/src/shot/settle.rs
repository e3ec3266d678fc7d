//! When a page is ready to be drawn, and whether it saw the scheme asked for.

use std::time::Duration;

use serde_json::{Value, json};

use super::control::WORLD;
use super::notes::NoteKind;
use super::render::check_alive;
use super::settings::Settings;
use super::studio::Studio;
use super::view::Scheme;
use crate::{Deadline, Error};

/// A page that asked for more after its load event is quiet after this long.
const QUIET: Duration = Duration::from_millis(100);

/// Runs when the page has loaded. Lazy pictures are loaded, because all of the
/// page is drawn.
const SETTLE: &str = r"(async () => {
  for (const lazy of document.querySelectorAll('[loading=lazy]')) lazy.loading = 'eager';
  const limit = new Promise(done => setTimeout(done, 3000, false));
  const image = i => i.complete || new Promise(done => {
    i.addEventListener('load', done); i.addEventListener('error', done); });
  const ready = Promise.all([document.fonts.ready, ...Array.from(document.images, image)]);
  const settled = await Promise.race([ready.then(() => true), limit]);
  for (let n = 0; n < 2; n++) await Promise.race([limit, new Promise(requestAnimationFrame)]);
  const is = query => matchMedia(query).matches;
  return { settled, first: globalThis.eval752First, light: is('(prefers-color-scheme: light)'),
    dark: is('(prefers-color-scheme: dark)'), reduced: is('(prefers-reduced-motion: reduce)') };
})()";

/// Waits for fonts, pictures and late requests, and reads the scheme back. Both
/// pages settle at the same time.
pub(super) fn settle(studio: &mut Studio, settings: &Settings) -> Result<(), Error> {
    let all: Vec<usize> = (0..studio.views.len()).collect();
    let mut states = settled_states(studio, &all, settings)?;
    let late: Vec<usize> = all
        .into_iter()
        .filter(|view| studio.views[*view].asked_late())
        .collect();
    for view in &late {
        wait_quiet(studio, *view)?;
    }
    for (view, state) in late.iter().zip(settled_states(studio, &late, settings)?) {
        states[*view] = state;
    }
    for (view, state) in states.iter().enumerate() {
        if state["settled"] != true {
            studio.notes.add(
                NoteKind::NotSettled,
                "fonts or pictures were not ready after 3 s; the picture shows the page without \
                 them",
            );
        }
        check_scheme(studio.views[view].scheme, state)?;
    }
    Ok(())
}

/// A picture is worth nothing when the page did not see what was asked for.
fn check_scheme(scheme: Scheme, state: &Value) -> Result<(), Error> {
    let dark = scheme == Scheme::Dark;
    if state["first"] == dark
        && state["dark"] == dark
        && state["light"] == !dark
        && state["reduced"] == true
    {
        return Ok(());
    }
    Err(Error::render(format!(
        "the page reports dark {} at first and {} now, light {}, reduced motion {}, where {} was \
         asked for",
        state["first"],
        state["dark"],
        state["light"],
        state["reduced"],
        scheme.word()
    )))
}

/// Runs the settling script in these views, all at once.
fn settled_states(
    studio: &mut Studio,
    views: &[usize],
    settings: &Settings,
) -> Result<Vec<Value>, Error> {
    let mut worlds = Vec::new();
    for view in views {
        check_alive(&studio.views[*view])?;
        let world = json!({ "frameId": studio.views[*view].frame, "worldName": WORLD });
        worlds.push(studio.ask_view(*view, "Page.createIsolatedWorld", &world)?);
    }
    let mut scripts = Vec::new();
    for (view, world) in views.iter().zip(worlds) {
        let world = studio.wait(&world, settings.patience)?;
        let script = json!({
            "expression": SETTLE,
            "contextId": world["executionContextId"],
            "awaitPromise": true,
            "returnByValue": true,
        });
        scripts.push(studio.ask_view(*view, "Runtime.evaluate", &script)?);
    }
    let mut states = Vec::new();
    for script in scripts {
        let state = studio.wait(&script, settings.patience)?;
        states.push(state["result"]["value"].clone());
    }
    Ok(states)
}

/// Until the page has asked for nothing for a moment, at most two seconds.
fn wait_quiet(studio: &mut Studio, view: usize) -> Result<(), Error> {
    let end = Deadline::after(Duration::from_secs(2));
    loop {
        let since = studio.views[view]
            .last_request
            .map_or(QUIET, |at| at.elapsed());
        if since >= QUIET || end.passed() {
            return Ok(());
        }
        studio.pump(end.or_sooner(QUIET.saturating_sub(since)))?;
    }
}
