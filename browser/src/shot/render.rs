//! The course of a shot: start, open both pages at once, wait until each has
//! loaded and settled, check that it reports the scheme asked for, take it.

use std::time::Duration;

use base64ct::{Base64, Encoding as _};
use serde_json::{Value, json};

use super::assets::{ORIGIN_HOST, page_url};
use super::notes::{NoteKind, Notes};
use super::png;
use super::settings::Settings;
use super::studio::{Studio, Ticket, control};
use super::view::{Scheme, View};
use crate::chrome::Browser;
use crate::git::{PagePath, Snapshot};
use crate::{Deadline, Error};

/// Start of the browser, also on a loaded machine.
const START: Duration = Duration::from_secs(30);
/// A call that involves no page script.
const STEP: Duration = Duration::from_secs(15);
/// Drawing and packing one long picture.
const DRAW: Duration = Duration::from_mins(1);
/// Height of the visible part that the page's own layout sees.
const VIEWPORT_HEIGHT: u32 = 800;
/// A page that asked for more after its load event is quiet after this long.
const QUIET: Duration = Duration::from_millis(100);

/// The script world in which the page can't have replaced anything.
const WORLD: &str = "eval752";
/// What that world calls when the page wanted to leave.
pub(super) const STAY: &str = "eval752Stay";
/// Runs before the page's first script: notes what that script will see, and
/// keeps the page where it is. A navigation that is refused only at the network
/// was measured to leave a half-parsed document that never draws again.
const FIRST_SIGHT: &str = r"
globalThis.eval752First = matchMedia('(prefers-color-scheme: dark)').matches;
if (window === top) navigation.addEventListener('navigate', event => {
  const leaves = !event.destination.sameDocument && !event.hashChange;
  if (leaves && event.cancelable && event.downloadRequest === null) {
    event.preventDefault();
    eval752Stay(event.destination.url);
  }
});";
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
    let mut studio = Studio::start(browser, &flags(), snapshot, url.clone(), end)?;
    let version = studio.ask("", "Browser.getVersion", &json!({}))?;
    open_views(&mut studio)?;
    let version = studio.wait(&version, STEP)?;
    let loads = load_all(&mut studio, url.as_str(), settings)?;
    let mut pictures = Vec::new();
    for (view, navigation) in loads.iter().enumerate() {
        wait_loaded(&mut studio, view, navigation, settings)?;
        settle(&mut studio, view, settings)?;
        pictures.push(draw(&mut studio, view, settings)?);
    }
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

/// Beside the common switches: the same pixels on every machine, and no way to
/// the network for what interception does not see (websockets, `WebRTC`).
fn flags() -> Vec<String> {
    let mut flags: Vec<String> = [
        "--force-color-profile=srgb",
        "--font-render-hinting=none",
        "--disable-lcd-text",
        "--hide-scrollbars",
        "--mute-audio",
        "--disable-extensions",
        "--block-new-web-contents",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--proxy-bypass-list=<-loopback>",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--disable-site-isolation-trials",
        "--disable-features=IsolateOrigins,site-per-process,IsolateSandboxedIframes",
    ]
    .map(str::to_owned)
    .to_vec();
    flags.push(format!("--proxy-server=http://{ORIGIN_HOST}:9"));
    flags
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
        let session = studio.views[view].session.clone();
        for (method, params) in control(&studio.views[view].scheme.media()) {
            tickets.push(studio.ask(&session, method, &params)?);
        }
        for (method, params) in page_control(settings) {
            tickets.push(studio.ask(&session, method, &params)?);
        }
    }
    for ticket in tickets {
        studio.wait(&ticket, STEP)?;
    }
    let mut loads = Vec::new();
    for view in 0..studio.views.len() {
        let session = studio.views[view].session.clone();
        loads.push(studio.ask(&session, "Page.navigate", &json!({ "url": url }))?);
    }
    Ok(loads)
}

/// What only a page needs, and no worker or frame inside it.
fn page_control(settings: &Settings) -> Vec<(&'static str, Value)> {
    let metrics = json!({
        "width": settings.width,
        "height": VIEWPORT_HEIGHT,
        "deviceScaleFactor": settings.scale,
        "mobile": false,
    });
    let stay = json!({ "name": STAY, "executionContextName": WORLD });
    let first = json!({ "source": FIRST_SIGHT, "worldName": WORLD });
    vec![
        ("Page.enable", json!({})),
        ("Emulation.setDeviceMetricsOverride", metrics),
        ("Network.setBypassServiceWorker", json!({ "bypass": true })),
        ("Runtime.addBinding", stay),
        ("Page.addScriptToEvaluateOnNewDocument", first),
    ]
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

fn check_alive(view: &View) -> Result<(), Error> {
    if view.crashed {
        return Err(Error::render("the page's process crashed"));
    }
    Ok(())
}

/// Waits for fonts, pictures and late requests, and reads the scheme back.
fn settle(studio: &mut Studio, view: usize, settings: &Settings) -> Result<(), Error> {
    let state = settled_state(studio, view, settings)?;
    let state = if studio.views[view].asked_late() {
        wait_quiet(studio, view)?;
        settled_state(studio, view, settings)?
    } else {
        state
    };
    if state["settled"] != true {
        studio.notes.add(
            NoteKind::NotSettled,
            "fonts or pictures were not ready after 3 s; the picture shows the page without them",
        );
    }
    let scheme = studio.views[view].scheme;
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

fn settled_state(studio: &mut Studio, view: usize, settings: &Settings) -> Result<Value, Error> {
    check_alive(&studio.views[view])?;
    let session = studio.views[view].session.clone();
    let world = json!({ "frameId": studio.views[view].frame, "worldName": WORLD });
    let world = studio.call(
        &session,
        "Page.createIsolatedWorld",
        &world,
        settings.patience,
    )?;
    let script = json!({
        "expression": SETTLE,
        "contextId": world["executionContextId"],
        "awaitPromise": true,
        "returnByValue": true,
    });
    let state = studio.call(&session, "Runtime.evaluate", &script, settings.patience)?;
    Ok(state["result"]["value"].clone())
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

/// Takes the picture of the whole page, cut at the cap.
fn draw(studio: &mut Studio, view: usize, settings: &Settings) -> Result<Vec<u8>, Error> {
    let session = studio.views[view].session.clone();
    let metrics = studio.call(&session, "Page.getLayoutMetrics", &json!({}), STEP)?;
    let size = &metrics["cssContentSize"];
    let (width, height) = (
        size["width"].as_f64().unwrap_or_default().ceil(),
        size["height"].as_f64().unwrap_or_default().ceil(),
    );
    if width > f64::from(settings.width) {
        studio.notes.add(
            NoteKind::Wide,
            format!(
                "the page is {width} px wide; the picture shows {} px",
                settings.width
            ),
        );
    }
    let cap = (f64::from(settings.max_height) / settings.scale).floor();
    if height > cap {
        studio.notes.add(
            NoteKind::Cut,
            format!("the page is {height} px high; the picture is cut at {cap} px"),
        );
    }
    let height = height.min(cap).max(f64::from(VIEWPORT_HEIGHT).min(cap));
    let shot = json!({
        "format": "png",
        "captureBeyondViewport": true,
        "optimizeForSpeed": true,
        "clip": { "x": 0, "y": 0, "width": settings.width, "height": height, "scale": 1 },
    });
    let answer = studio.call(&session, "Page.captureScreenshot", &shot, DRAW)?;
    let bytes = Base64::decode_vec(answer["data"].as_str().unwrap_or_default())
        .map_err(|_| Error::render("the browser sent a picture that is not base64"))?;
    let asked = (
        f64::from(settings.width) * settings.scale,
        height * settings.scale,
    );
    match png::size(&bytes) {
        Some((width, height))
            if (f64::from(width) - asked.0).abs() <= 1.0
                && (f64::from(height) - asked.1).abs() <= 1.0 =>
        {
            Ok(bytes)
        }
        Some((width, height)) => Err(Error::render(format!(
            "the browser sent {width}x{height} px where {}x{} were asked for",
            asked.0, asked.1
        ))),
        None => Err(Error::render(
            "the browser sent something that is not a PNG",
        )),
    }
}
