//! Where things are. Every path xtask touches is spelled here once, relative to
//! the workspace root, so that no other file guesses at the layout.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The checkout xtask works on.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// Finds the workspace xtask was started in.
    pub(crate) fn find() -> Result<Self> {
        // cargo sets this for `cargo run`; the compiled-in value covers a
        // binary that is started by hand.
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest
            .parent()
            .context("xtask has no parent folder: start it with `cargo xtask` in the checkout")?
            .to_path_buf();
        let target = env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |dir| root.join(dir));
        Ok(Self { root, target })
    }

    /// The workspace root.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path below the root.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// cargo's target folder.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Intermediate files worth a look when something is odd: bindgen's own
    /// output, the wasm before and after shrinking, the loader before minifying.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// What `cargo xtask build` makes besides the programs.
    pub(crate) fn build(&self) -> PathBuf {
        self.root.join("build")
    }

    /// The runtime artifact.
    pub(crate) fn runtime_json(&self) -> PathBuf {
        self.build().join("runtime.json")
    }

    /// The runtime in plain JavaScript; only there when the npm tools were.
    pub(crate) fn runtime_js_json(&self) -> PathBuf {
        self.build().join("runtime-js.json")
    }

    /// The pinned npm tools that shrink the script.
    pub(crate) fn npm_tools(&self) -> PathBuf {
        self.root.join("xtask/npm")
    }

    /// One of the three programs, as `build` leaves it.
    pub(crate) fn program(&self, name: &str, dev: bool) -> PathBuf {
        let profile = if dev { "debug" } else { "release" };
        self.target
            .join(profile)
            .join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }
}
