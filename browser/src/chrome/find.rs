//! Which browser there is. Debian's start scripts are passed over in favour of
//! the real binary beside them: the headless-shell script does not `exec`, so a
//! signal ends the script and leaves the browser running.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

/// Names the operator's own choice of a browser binary.
pub(crate) const BINARY_VARIABLE: &str = "EVAL752_BROWSER_BIN";

/// The real binaries, best first.
const BINARIES: &[(&str, Build)] = &[
    (
        "/usr/lib/chromium/chromium-headless-shell",
        Build::HeadlessShell,
    ),
    (
        "/usr/lib/chromium-browser/headless_shell",
        Build::HeadlessShell,
    ),
    (
        "/opt/chrome-headless-shell/chrome-headless-shell",
        Build::HeadlessShell,
    ),
    ("/usr/lib/chromium/chromium", Build::Full),
    ("/usr/lib/chromium-browser/chromium-browser", Build::Full),
    ("/opt/google/chrome/chrome", Build::Full),
];

/// Names to look for on `PATH`, best first.
const NAMES: &[(&str, Build)] = &[
    ("chrome-headless-shell", Build::HeadlessShell),
    ("chromium-headless-shell", Build::HeadlessShell),
    ("headless_shell", Build::HeadlessShell),
    ("chromium", Build::Full),
    ("chromium-browser", Build::Full),
    ("google-chrome-stable", Build::Full),
    ("google-chrome", Build::Full),
];

/// The two builds that behave differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// The small build that is always headless.
    HeadlessShell,
    /// The desktop browser in its headless mode.
    Full,
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HeadlessShell => "headless-shell",
            Self::Full => "full Chromium",
        })
    }
}

/// A browser that can be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browser {
    /// The binary to start.
    pub binary: PathBuf,
    /// Which build it is, by its name.
    pub build: Build,
}

impl Browser {
    /// The operator's choice, else headless-shell, else full Chromium.
    pub fn find() -> Option<Self> {
        if let Some(chosen) = env::var_os(BINARY_VARIABLE).filter(|value| !value.is_empty()) {
            let browser = Self::named(PathBuf::from(chosen));
            return is_program(&browser.binary).then_some(browser);
        }
        Self::installed(Build::HeadlessShell).or_else(|| Self::installed(Build::Full))
    }

    /// A browser by its binary; the name tells which build it is.
    pub(crate) fn named(binary: PathBuf) -> Self {
        let build = build_by_name(&binary);
        Self { binary, build }
    }

    /// The installed browser of that build.
    pub fn installed(build: Build) -> Option<Self> {
        let fixed = BINARIES
            .iter()
            .filter(|(_, kind)| *kind == build)
            .map(|(file, _)| PathBuf::from(file));
        let path = env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = env::split_paths(&path)
            .filter(|folder| folder.is_absolute())
            .collect();
        let on_path = NAMES
            .iter()
            .filter(|(_, kind)| *kind == build)
            .flat_map(|(name, _)| folders.iter().map(move |folder| folder.join(name)));
        fixed
            .chain(on_path)
            .find(|file| is_program(file))
            .map(|binary| Self { binary, build })
    }

    /// One sentence on what to install, or on the choice that is none.
    pub fn advice() -> String {
        match env::var_os(BINARY_VARIABLE).filter(|value| !value.is_empty()) {
            Some(chosen) => format!(
                "{BINARY_VARIABLE} names {}, which is no program; correct or unset it",
                chosen.display()
            ),
            None => "no browser is installed: install chrome-headless-shell (Debian: \
                     chromium-headless-shell) or chromium, or name one in EVAL752_BROWSER_BIN"
                .to_owned(),
        }
    }
}

fn build_by_name(binary: &Path) -> Build {
    let name = binary.file_name().unwrap_or_default().to_string_lossy();
    if name.contains("headless") {
        Build::HeadlessShell
    } else {
        Build::Full
    }
}

fn is_program(file: &Path) -> bool {
    file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}
