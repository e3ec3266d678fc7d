//! What is set before anything of a page runs: switches of the browser, and calls
//! that put pages, frames and workers under control.

use serde_json::{Value, json};

use super::assets::ORIGIN_HOST;
use super::settings::Settings;

/// Height of the visible part that the page's own layout sees.
pub(super) const VIEWPORT_HEIGHT: u32 = 800;
/// The script world in which the page can't have replaced anything.
pub(super) const WORLD: &str = "eval752";
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
/// Beside the common switches: the same pixels on every machine, and no way to
/// the network for what interception does not see (websockets, `WebRTC`).
pub(super) fn flags() -> Vec<String> {
    let mut flags: Vec<String> = [
        "--force-color-profile=srgb",
        "--font-render-hinting=none",
        "--disable-lcd-text",
        "--hide-scrollbars",
        "--mute-audio",
        "--disable-extensions",
        // Drawn by the processor everywhere; WebGL pages still draw.
        "--disable-gpu",
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

/// The calls that put a session under control, before anything runs in it.
pub(super) fn everywhere(media: &Value) -> Vec<(&'static str, Value)> {
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

/// What only a page needs, and no worker or frame inside it.
pub(super) fn page(settings: &Settings) -> Vec<(&'static str, Value)> {
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
