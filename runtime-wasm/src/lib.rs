//! The in-page capture runtime.
//!
//! Decisions stand apart from the DOM: [`item`] and [`run`] are state machines over the
//! [`page::Page`] trait and are tested natively with a fake page and a fake clock; [`markdown`]
//! turns a copy of the answer's DOM into text. The modules that touch the browser exist only
//! for wasm32.

#[cfg(target_arch = "wasm32")]
mod app;
pub mod clock;
pub mod compare;
#[cfg(target_arch = "wasm32")]
mod dom;
mod fault;
#[cfg(test)]
mod histories;
pub mod item;
#[cfg(target_arch = "wasm32")]
mod js;
pub mod markdown;
#[cfg(target_arch = "wasm32")]
mod overlay;
pub mod page;
pub mod run;
#[cfg(target_arch = "wasm32")]
mod save;
#[cfg(target_arch = "wasm32")]
mod store;
pub mod text;

/// The standard library's allocator is 7 KB of the script; this one is a list of free blocks
/// (`docs/adr/0006`).
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());

/// Starts the runtime with a plan, as JSON text.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the boundary hands over owned text"
)]
pub fn start(config: String) {
    app::start(&config);
}
