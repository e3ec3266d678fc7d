//! One page under one colour scheme: its browser context (so that storage of
//! the light page can't leak into the dark one), its session and its progress.

use std::time::Instant;

use serde::Serialize;
use serde_json::{Value, json};

/// The two colour schemes of the media query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// `prefers-color-scheme: light`.
    Light,
    /// `prefers-color-scheme: dark`.
    Dark,
}

impl Scheme {
    /// The word the media query uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The emulation call's arguments. Light is set as firmly as dark: what a
    /// browser reports by default depends on the machine.
    pub(super) fn media(self) -> Value {
        json!({ "media": "screen", "features": [
            { "name": "prefers-color-scheme", "value": self.word() },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]})
    }
}

/// A page being rendered.
#[derive(Debug)]
pub(super) struct View {
    pub(super) scheme: Scheme,
    pub(super) session: String,
    pub(super) frame: String,
    pub(super) loaded: Option<Instant>,
    pub(super) crashed: bool,
    /// How often the main frame asked for a document.
    pub(super) documents: u32,
    pub(super) last_request: Option<Instant>,
}

impl View {
    pub(super) fn new(scheme: Scheme, session: String, frame: String) -> Self {
        Self {
            scheme,
            session,
            frame,
            loaded: None,
            crashed: false,
            documents: 0,
            last_request: None,
        }
    }

    /// Whether the page asked for something after it had loaded.
    pub(super) fn asked_late(&self) -> bool {
        self.loaded
            .zip(self.last_request)
            .is_some_and(|(loaded, request)| request > loaded)
    }
}
