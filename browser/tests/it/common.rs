//! What the tests share: a throw-away git repository, the program, pixels.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A git repository that is removed at the end.
pub(crate) struct Repo {
    pub(crate) folder: TempDir,
}

impl Repo {
    pub(crate) fn new() -> Self {
        Self::with_format("sha1")
    }

    pub(crate) fn with_format(format: &str) -> Self {
        let repo = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        repo.git(&[
            "init",
            "-q",
            "--initial-branch=main",
            "--object-format",
            format,
        ]);
        repo
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs git here and returns what it printed.
    pub(crate) fn git(&self, args: &[&str]) -> String {
        let output = Command::new("git")
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
            .args([
                "-c",
                "protocol.file.allow=always",
                "-c",
                "core.fsmonitor=false",
            ])
            .args(args)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "git {args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        let file = self.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content).unwrap();
        self
    }

    /// Commits everything and returns the full hash.
    pub(crate) fn commit(&self) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "test"]);
        self.git(&["rev-parse", "HEAD"])
    }
}

/// The program, with nothing of the machine's own configuration, and with its
/// temporary files in `temp`.
pub(crate) fn program(temp: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eval752-browser"));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy().into_owned();
        let lower = text.to_lowercase();
        if text.starts_with("EVAL752_") || lower.ends_with("_proxy") {
            command.env_remove(name);
        }
    }
    command
        .env("TMPDIR", temp)
        .env("EVAL752_BROWSER_CONFIG", temp.join("no-such.toml"));
    command
}

/// Runs `screenshot` in the repository; pictures go to `temp/pictures`.
pub(crate) fn screenshot(repo: &Repo, temp: &Path, commit: &str, path: &str) -> Output {
    program(temp)
        .current_dir(repo.path())
        .env("EVAL752_SCREENSHOT_DIR", temp.join("pictures"))
        .env("EVAL752_SCREENSHOT_WIDTH", "400")
        .args(["screenshot", commit, path, "--json"])
        .output()
        .unwrap()
}

/// Whether there is a browser to test with; says so when there is none.
pub(crate) fn has_browser() -> bool {
    let found = eval752_browser::Browser::find().is_some();
    found || absent("no chromium-headless-shell or chromium on this machine")
}

/// Says why a test proves nothing here.
#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
pub(crate) fn skipped(why: &str) -> bool {
    eprintln!("skipped: {why}");
    false
}

/// Says which program is missing; where all are said to be installed, that is a failure.
pub(crate) fn absent(what: &str) -> bool {
    let promised = std::env::var_os("EVAL752_ALL_INSTALLED").is_some();
    assert!(!promised, "{what}, but EVAL752_ALL_INSTALLED is set");
    skipped(what)
}

/// A program on `PATH` or where system programs are.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/sbin".into(), "/sbin".into()])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// A process that is ended with the test.
pub(crate) struct Ended(pub(crate) std::process::Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

/// A decoded picture.
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    channels: usize,
    data: Vec<u8>,
}

impl Pixels {
    pub(crate) fn read(file: &Path) -> Self {
        let file = std::io::BufReader::new(std::fs::File::open(file).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut data).unwrap();
        Self {
            width: info.width,
            height: info.height,
            channels: info.color_type.samples(),
            data,
        }
    }

    pub(crate) fn at(&self, x: u32, y: u32) -> (u8, u8, u8) {
        let at = (y as usize * self.width as usize + x as usize) * self.channels;
        (self.data[at], self.data[at + 1], self.data[at + 2])
    }
}

/// A successful shot's report and pictures.
pub(crate) struct Shot {
    pub(crate) report: serde_json::Value,
    pub(crate) light: Pixels,
    pub(crate) dark: Pixels,
}

impl Shot {
    pub(crate) fn of(output: &Output) -> Self {
        assert!(
            output.status.success(),
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let file = |n: usize| PathBuf::from(report["pictures"][n]["file"].as_str().unwrap());
        Self {
            light: Pixels::read(&file(0)),
            dark: Pixels::read(&file(1)),
            report,
        }
    }

    /// The texts of the notes of one kind.
    pub(crate) fn notes(&self, kind: &str) -> Vec<String> {
        self.report["notes"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|note| note["kind"] == kind)
            .map(|note| note["text"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// Direct children of a process, by the kernel's own list.
pub(crate) fn children(pid: u32) -> Vec<u32> {
    let list = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    list.unwrap_or_default()
        .split_whitespace()
        .map(|child| child.parse().unwrap())
        .collect()
}

/// All processes below a process.
pub(crate) fn descendants(pid: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut queue = vec![pid];
    while let Some(pid) = queue.pop() {
        let below = children(pid);
        queue.extend(&below);
        found.extend(below);
    }
    found
}

/// Whether the process runs; one that ended and is not yet reaped does not.
pub(crate) fn is_alive(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
        let rest = stat.rsplit(')').next().unwrap_or("");
        !rest.trim_start().starts_with('Z')
    })
}

/// Waits for a condition of another process, half a minute at most.
pub(crate) fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < Duration::from_secs(30), "no {what}");
        std::thread::yield_now();
    }
}
