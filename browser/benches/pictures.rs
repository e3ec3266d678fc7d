//! What both pictures cost, against one cold `--screenshot` of the same browser
//! and against shot-scraper run twice. One JSON object a line:
//! `{"name","ours","peer","ratio","budget","aim","ok"}` with times in
//! milliseconds, or `{"name","skipped"}`. Exit code 1 when over budget.
//!
//! `cargo bench -p eval752-browser --bench pictures`
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a measuring program: its lines are its result, and it may stop at once"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use eval752_browser::{Browser, Build};
use serde_json::json;

/// Pairs of runs, after one to warm up. Ours and the peer's alternate, so that
/// other work on the machine weighs on both alike.
const PAIRS: usize = 9;
const SHOT_SCRAPER: &str = "shot-scraper==1.12";

const STYLE: &str = ":root{color-scheme:light dark}body{font:16px/1.5 sans-serif;margin:2rem}\
    @media (prefers-color-scheme:dark){body{background:#123;color:#eef}}";
const PAGE: &str = "<!doctype html><meta charset=utf-8><title>Page</title>\
    <link rel=stylesheet href=style.css><h1>A page</h1><p>Some text of a usual length, and an \
    input: <input value=text></p><ul><li>one<li>two<li>three</ul>";

/// A repository with one page, and the commit.
struct Subject {
    folder: tempfile::TempDir,
    commit: String,
}

fn main() -> ExitCode {
    let Some(browser) = Browser::installed(Build::HeadlessShell).or_else(Browser::find) else {
        println!(
            "{}",
            json!({ "name": "screenshot", "skipped": Browser::advice() })
        );
        return ExitCode::SUCCESS;
    };
    let subject = subject();
    let cold = || {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(&browser.binary);
        command
            .args(["--no-sandbox", "--headless", "--window-size=1280,800"])
            .arg(format!(
                "--user-data-dir={}",
                folder.path().join("p").display()
            ))
            .arg(format!(
                "--screenshot={}",
                folder.path().join("x.png").display()
            ))
            .arg(format!(
                "file://{}",
                subject.folder.path().join("page.html").display()
            ));
        timed(&mut command)
    };
    let name = "screenshot light + dark, against one cold headless --screenshot";
    let mut good = report(name, pairs(|| ours(&subject, &browser), cold), 1.5, 1.1);
    let name = "screenshot light + dark, against shot-scraper twice";
    match shot_scraper(&browser.binary) {
        Ok(scraper) => {
            let twice = || {
                (0..2)
                    .map(|_| timed(&mut scraper.command(subject.folder.path())))
                    .sum()
            };
            good &= report(name, pairs(|| ours(&subject, &browser), twice), 0.5, 0.3);
        }
        Err(why) => println!("{}", json!({ "name": name, "skipped": why })),
    }
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn ours(subject: &Subject, browser: &Browser) -> f64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eval752-browser"));
    command
        .current_dir(subject.folder.path())
        .env("EVAL752_BROWSER_BIN", &browser.binary)
        .env(
            "EVAL752_SCREENSHOT_DIR",
            subject.folder.path().join("pictures"),
        )
        .args(["screenshot", &subject.commit, "page.html"]);
    timed(&mut command)
}

fn subject() -> Subject {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("page.html"), PAGE).unwrap();
    std::fs::write(folder.path().join("style.css"), STYLE).unwrap();
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .current_dir(folder.path())
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "git {arguments:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    git(&["init", "--quiet"]);
    git(&["add", "page.html", "style.css"]);
    git(&["commit", "--quiet", "--message=page"]);
    let commit = git(&["rev-parse", "HEAD"]);
    Subject { folder, commit }
}

/// Milliseconds of a command that must succeed.
fn timed(command: &mut Command) -> f64 {
    let began = Instant::now();
    let output = command.stdin(Stdio::null()).output().unwrap();
    let took = began.elapsed();
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    took.as_secs_f64() * 1000.0
}

fn pairs(mut ours: impl FnMut() -> f64, mut peer: impl FnMut() -> f64) -> Vec<(f64, f64)> {
    let _ = (ours(), peer());
    (0..PAIRS).map(|_| (ours(), peer())).collect()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints the line and says whether it is within budget.
fn report(name: &str, pairs: Vec<(f64, f64)>, budget: f64, aim: f64) -> bool {
    let ratio = median(pairs.iter().map(|(ours, peer)| ours / peer));
    let ours = median(pairs.iter().map(|(ours, _)| *ours));
    let peer = median(pairs.into_iter().map(|(_, peer)| peer));
    let ok = ratio <= budget;
    let line = json!({
        "name": name,
        "ours": (ours * 10.0).round() / 10.0,
        "peer": (peer * 10.0).round() / 10.0,
        "ratio": (ratio * 1000.0).round() / 1000.0,
        "budget": budget,
        "aim": aim,
        "ok": ok,
    });
    println!("{line}");
    ok
}

/// An installed shot-scraper, and the browser where it looks for one.
struct Scraper {
    binary: PathBuf,
    browsers: PathBuf,
}

impl Scraper {
    fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .current_dir(folder)
            .env("PLAYWRIGHT_BROWSERS_PATH", &self.browsers)
            .arg(folder.join("page.html"))
            .args(["--width=1280", "--height=800", "--output=scraped.png"]);
        command
    }
}

/// Installs shot-scraper once and shows it the same browser that we use.
fn shot_scraper(browser: &Path) -> Result<Scraper, String> {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shot-scraper");
    let scraper = Scraper {
        binary: place.join("bin/shot-scraper"),
        browsers: place.join("browsers"),
    };
    if !scraper.binary.is_file() {
        let run = |program: &Path, arguments: &[&str]| {
            let output = Command::new(program).args(arguments).output();
            match output {
                Ok(output) if output.status.success() => Ok(()),
                Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
                Err(error) => Err(error.to_string()),
            }
        };
        run(
            Path::new("python3"),
            &["-m", "venv", &place.display().to_string()],
        )?;
        run(
            &place.join("bin/pip"),
            &["install", "--quiet", SHOT_SCRAPER],
        )?;
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    std::fs::write(folder.path().join("page.html"), PAGE).map_err(|error| error.to_string())?;
    // Its driver names the path it expects a browser at.
    for _ in 0..2 {
        let output = scraper
            .command(folder.path())
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.success() {
            return Ok(scraper);
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let wanted = said
            .split_once("Executable doesn't exist at ")
            .and_then(|(_, rest)| rest.split_whitespace().next())
            .ok_or(said.clone())?;
        let wanted = Path::new(wanted);
        std::fs::create_dir_all(wanted.parent().unwrap_or(wanted)).map_err(|e| e.to_string())?;
        std::os::unix::fs::symlink(browser, wanted).map_err(|error| error.to_string())?;
    }
    Err("shot-scraper does not start the browser".to_owned())
}
