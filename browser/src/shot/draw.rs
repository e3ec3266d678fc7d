//! Drawing: the whole page in one picture, cut at the cap, and proof that what
//! came is a picture of the size asked for.

use base64ct::{Base64, Encoding as _};
use serde_json::{Value, json};

use super::control::VIEWPORT_HEIGHT;
use super::notes::NoteKind;
use super::png;
use super::render::{DRAW, STEP};
use super::settings::Settings;
use super::studio::Studio;
use crate::Error;

/// The pictures of all views, drawn at the same time.
pub(super) fn all(studio: &mut Studio, settings: &Settings) -> Result<Vec<Vec<u8>>, Error> {
    let mut metrics = Vec::new();
    for view in 0..studio.views.len() {
        metrics.push(studio.ask_view(view, "Page.getLayoutMetrics", &json!({}))?);
    }
    let mut shots = Vec::new();
    for (view, metrics) in metrics.into_iter().enumerate() {
        let metrics = studio.wait(&metrics, STEP)?;
        let height = height(studio, &metrics["cssContentSize"], settings);
        let shot = json!({
            "format": "png",
            "captureBeyondViewport": true,
            "optimizeForSpeed": true,
            "clip": { "x": 0, "y": 0, "width": settings.width, "height": height, "scale": 1 },
        });
        shots.push((
            height,
            studio.ask_view(view, "Page.captureScreenshot", &shot)?,
        ));
    }
    let mut pictures = Vec::new();
    for (height, shot) in shots {
        let answer = studio.wait(&shot, DRAW)?;
        pictures.push(checked(&answer, height, settings)?);
    }
    Ok(pictures)
}

/// How much of the page is drawn, in CSS pixels; notes what is not.
fn height(studio: &mut Studio, size: &Value, settings: &Settings) -> f64 {
    let number = |name: &str| size[name].as_f64().unwrap_or_default().ceil();
    let (width, height) = (number("width"), number("height"));
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
    height.max(f64::from(VIEWPORT_HEIGHT)).min(cap)
}

/// The picture's bytes, if they are one of the size asked for.
fn checked(answer: &Value, height: f64, settings: &Settings) -> Result<Vec<u8>, Error> {
    let bytes = Base64::decode_vec(answer["data"].as_str().unwrap_or_default())
        .map_err(|_| Error::render("the browser sent a picture that is not base64"))?;
    let asked = (
        f64::from(settings.width) * settings.scale,
        height * settings.scale,
    );
    let fits = |got: u32, asked: f64| (f64::from(got) - asked).abs() <= 1.0;
    match png::size(&bytes) {
        Some((width, height)) if fits(width, asked.0) && fits(height, asked.1) => Ok(bytes),
        Some((width, height)) => Err(Error::render(format!(
            "the browser sent {width}x{height} px where {}x{} were asked for",
            asked.0, asked.1
        ))),
        None => Err(Error::render(
            "the browser sent something that is not a PNG",
        )),
    }
}
