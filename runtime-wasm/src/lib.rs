//! The in-page capture runtime.
//!
//! Decisions stand apart from the DOM: [`item`] and [`run`] are state machines over the
//! [`page::Page`] trait and are tested natively with a fake page and a fake clock; [`markdown`]
//! turns a copy of the answer's DOM into text. The modules that touch the browser exist only
//! for wasm32.

pub mod clock;
pub mod compare;
pub mod item;
pub mod markdown;
pub mod page;
pub mod run;
