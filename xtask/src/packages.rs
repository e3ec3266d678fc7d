//! What the tests need beside Rust, in one list: as Debian packages where apt
//! can install them, as a sentence everywhere else.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{self, exists};
use crate::talk::say;

/// One program the tests start.
struct Need {
    /// A command that succeeds when the program is there.
    probe: &'static [&'static str],
    /// The Debian packages that bring it.
    packages: &'static [&'static str],
}

const NEEDS: &[Need] = &[
    need(&["chromium", "--version"], &["chromium"]),
    need(
        &["chromium-headless-shell", "--version"],
        &["chromium-headless-shell"],
    ),
    need(&["firefox-esr", "--version"], &["firefox-esr"]),
    need(&["Xvfb", "-help"], &["xvfb"]),
    need(&["xdotool", "--version"], &["xdotool"]),
    need(&["7z", "i"], &["p7zip-full"]),
    need(&["bsdtar", "--version"], &["libarchive-tools"]),
    need(&["unzip", "-v"], &["unzip"]),
    need(&["zip", "-v"], &["zip"]),
    need(
        &["python3", "-c", "import venv, ensurepip, zipfile"],
        &["python3", "python3-venv"],
    ),
    need(&["sqlite3", "--version"], &["sqlite3"]),
    need(&["tinyproxy", "-v"], &["tinyproxy"]),
    // Lives where only root's PATH leads.
    need(&["sh", "-c", "PATH=$PATH:/usr/sbin squid -v"], &["squid"]),
    need(&["bwrap", "--version"], &["bubblewrap"]),
    need(&["git", "--version"], &["git"]),
    need(&["npm", "--version"], &["nodejs", "npm"]),
];

const fn need(probe: &'static [&'static str], packages: &'static [&'static str]) -> Need {
    Need { probe, packages }
}

/// Whether nothing is missing.
pub(crate) fn complete() -> bool {
    missing().is_empty()
}

/// Installs what is missing, or says in one sentence what to install.
pub(crate) fn ensure() -> Result<()> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let list = missing.join(" ");
    if !can_install() {
        bail!("these tests need programs that are not here; on Debian: apt-get install {list}");
    }
    say(format!("xtask: installing {list}"));
    command::run(apt_get().args(["update", "-q"]))?;
    command::run(
        apt_get()
            .args(["install", "-q", "-y", "--no-install-recommends"])
            .args(&missing),
    )?;
    let still = self::missing();
    if !still.is_empty() {
        bail!(
            "apt-get installed {list}, but what {} brings still cannot be started",
            still.join(" ")
        );
    }
    Ok(())
}

fn missing() -> Vec<&'static str> {
    NEEDS
        .iter()
        .filter(|need| !exists(need.probe[0], &need.probe[1..]))
        .flat_map(|need| need.packages.iter().copied())
        .collect()
}

fn apt_get() -> Command {
    let mut apt_get = Command::new("apt-get");
    apt_get.env("DEBIAN_FRONTEND", "noninteractive");
    // Debian starts no service in this run level: the proxies are started by the tests alone.
    apt_get.env("RUNLEVEL", "1");
    apt_get
}

fn can_install() -> bool {
    let root = command::read(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    root && Path::new("/usr/bin/apt-get").exists()
}
