//! Command-line switches shared by the launcher and the screenshot. Each is
//! here for a measured reason; switches that only look useful (dark mode,
//! virtual time, window size) were measured to do nothing or harm.

use std::path::Path;

use super::find::{Browser, Build};

/// Chromium wants more shared memory than small containers give it.
const SHM_ENOUGH: u64 = 256 << 20;

/// Switches for every start.
pub(crate) fn common(browser: &Browser) -> Vec<&'static str> {
    let mut flags = vec![
        // The outer sandbox is the boundary, and nested namespaces are refused in most.
        "--no-sandbox",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-breakpad",
        "--disable-crash-reporter",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--password-store=basic",
        "--use-mock-keychain",
    ];
    if browser.build == Build::Full {
        flags.push("--headless=new");
    }
    if wants_small_shm(Path::new("/dev/shm")) {
        flags.push("--disable-dev-shm-usage");
    }
    flags
}

/// Whether shared memory is too small, read-only or absent.
fn wants_small_shm(folder: &Path) -> bool {
    let writable = rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok();
    let free = rustix::fs::statvfs(folder).map_or(0, |stat| stat.f_bavail * stat.f_frsize);
    !writable || free < SHM_ENOUGH
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::wants_small_shm;

    #[test]
    fn a_missing_folder_counts_as_too_small() {
        assert!(wants_small_shm(Path::new("/nonexistent/shm")));
    }
}
