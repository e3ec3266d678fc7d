//! `run -- COMMAND`: what the command gets, and what is left when it ends.

use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use eval752_browser::stand_in::StandIn;

use crate::common::{has_browser, is_alive, program, wait_until};

/// `run` with a shell script as the command.
fn run(temp: &Path, script: &str) -> Command {
    let mut command = program(temp);
    command
        .current_dir(temp)
        .args([
            "run",
            "--allow-writable-launcher",
            "--allow-writable-config",
            "--",
        ])
        .args(["sh", "-c", script]);
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn entries(folder: &Path) -> Vec<String> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn a_launcher_the_run_could_write_is_refused() {
    let temp = tempfile::tempdir().unwrap();
    let output = program(temp.path())
        .args(["run", "--", "true"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("--allow-writable-launcher"),
        "{}",
        text(&output)
    );
}

#[test]
fn environment_exit_code_and_folder() {
    let temp = tempfile::tempdir().unwrap();
    let output = run(
        temp.path(),
        "echo bin=$CHROME_BIN; echo node=${NODE_ENV-unset}; echo tmp=$TMPDIR; touch $TMPDIR/x; exit 7",
    )
    .env("NODE_ENV", "production")
    .env("EVAL752_BROWSER_BIN", "/nonexistent")
    .output()
    .unwrap();
    let said = text(&output);
    assert_eq!(output.status.code(), Some(7), "{said}");
    let launcher = Path::new(env!("CARGO_BIN_EXE_eval752-browser"))
        .canonicalize()
        .unwrap();
    assert!(
        said.contains(&format!("bin={}\n", launcher.display())),
        "{said}"
    );
    assert!(said.contains("node=unset\n"), "{said}");
    assert!(
        said.contains(&format!("tmp={}", temp.path().display())),
        "{said}"
    );
    assert!(said.contains("do not override"), "{said}");
    assert!(
        said.contains("which is no program"),
        "the run says so and goes on: {said}"
    );
    assert!(
        entries(temp.path()).is_empty(),
        "the run's folder is removed"
    );
    let killed = run(temp.path(), "kill -9 $$").output().unwrap();
    assert_eq!(killed.status.code(), Some(137));
    let missing = program(temp.path())
        .args(["run", "--allow-writable-launcher", "--", "/nonexistent/x"])
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing).contains("did not start"));
}

#[test]
fn a_bad_proxy_or_configuration_is_a_sentence_without_the_password() {
    let temp = tempfile::tempdir().unwrap();
    let output = run(temp.path(), "true")
        .env("HTTPS_PROXY", "socks5://u:hunter2@proxy:1")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("HTTPS_PROXY") && !text(&output).contains("hunter2"));
    let config = temp.path().join("browser.toml");
    std::fs::write(&config, "allowed_domains = ['a.example.org']").unwrap();
    let run_with = |flags: &[&str]| {
        let output = program(temp.path())
            .env("EVAL752_BROWSER_CONFIG", &config)
            .args(["run", "--allow-writable-launcher"])
            .args(flags)
            .args(["--", "true"])
            .output()
            .unwrap();
        (output.status.code(), text(&output))
    };
    let (code, said) = run_with(&[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("the run could write"), "{said}");
    assert_eq!(run_with(&["--allow-writable-config"]).0, Some(0));
    std::fs::create_dir(temp.path().join(".git")).unwrap();
    let (code, said) = run_with(&["--allow-writable-config"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("work tree"), "{said}");
}

/// What the browser shows of a page, through `CHROME_BIN`.
const DUMP: &str = "\"$CHROME_BIN\" --dump-dom --timeout=20000";

#[test]
fn the_browser_reaches_the_upstream_with_credentials_and_nothing_around_it() {
    if !has_browser() {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let home = tempfile::tempdir().unwrap();
    let proxy = StandIn::start().unwrap();
    let script = format!(
        "{DUMP} http://one.example.org/a; {DUMP} --proxy-server=direct:// http://two.example.org/b;\
         {DUMP} --no-proxy-server http://direct.example.net/c; env | grep -ci 'us%20er'"
    );
    let output = run(temp.path(), &script)
        .env("HTTPS_PROXY", proxy.url())
        .env("NO_PROXY", "example.net")
        .env("HOME", home.path())
        .output()
        .unwrap();
    let said = text(&output);
    assert!(said.contains("GET http://one.example.org/a"), "{said}");
    assert!(said.contains("GET http://two.example.org/b"), "{said}");
    let seen = proxy.seen();
    assert!(
        seen.iter().all(|seen| seen.authorized && !seen.leaked),
        "{seen:?}"
    );
    assert!(
        !seen.iter().any(|seen| seen.request.contains("example.net")),
        "{seen:?}"
    );
    assert!(!said.contains("p%40s"), "the password is in the output");
    assert!(
        entries(home.path()).is_empty(),
        "written to the home folder: {:?}",
        entries(home.path())
    );
    assert!(entries(temp.path()).is_empty());
}

#[test]
fn a_refused_host_is_said_once() {
    if !has_browser() {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let script = format!("{DUMP} http://no.example.org/; {DUMP} http://no.example.org/");
    let output = run(temp.path(), &script).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines = said
        .lines()
        .filter(|line| line.contains("no.example.org:80 refused"));
    assert_eq!(lines.count(), 1, "{said}");
}

#[test]
fn without_the_relay_the_launcher_starts_nothing() {
    let temp = tempfile::tempdir().unwrap();
    let output = run(
        temp.path(),
        "unset EVAL752_BROWSER_PROXY; \"$CHROME_BIN\" --version",
    )
    .output()
    .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("relay"), "{}", text(&output));
}

#[test]
fn only_descriptors_3_and_4_reach_the_browser_and_only_for_the_pipe() {
    let temp = tempfile::tempdir().unwrap();
    let fake = temp.path().join("headless_fake");
    std::fs::write(
        &fake,
        "#!/bin/sh\nfor n in 5 6; do [ -e /proc/$$/fd/$n ] && echo leaked $n >&2; done\n\
         echo looked >&2\ncat <&3 >&4\n",
    )
    .unwrap();
    assert!(
        Command::new("chmod")
            .arg("+x")
            .arg(&fake)
            .status()
            .unwrap()
            .success()
    );
    let script = "exec 5</dev/null 6</dev/null; \
        echo through | \"$CHROME_BIN\" --remote-debugging-pipe 3<&0 4>&1; \
        \"$CHROME_BIN\" 3</dev/null 4>/dev/null || echo closed";
    let output = run(temp.path(), script)
        .env("EVAL752_BROWSER_BIN", &fake)
        .output()
        .unwrap();
    let said = text(&output);
    assert!(said.contains("through"), "{said}");
    assert!(said.contains("closed"), "{said}");
    assert_eq!(said.matches("looked").count(), 2, "{said}");
    assert!(!said.contains("leaked"), "{said}");
}

/// A run whose command starts a browser in a session of its own and waits.
fn start_long_run(temp: &Path) -> (Child, Vec<u32>) {
    let script = "setsid \"$CHROME_BIN\" --remote-debugging-port=0 about:blank 2>/dev/null & \
                  setsid sleep 1000 & echo started; wait";
    let mut run = run(temp, script)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = [0; 8];
    run.stdout.as_mut().unwrap().read_exact(&mut line).unwrap();
    wait_until("the browser's own processes", || {
        crate::common::descendants(run.id()).len() >= 6
    });
    let all = crate::common::descendants(run.id());
    (run, all)
}

#[test]
fn nothing_is_left_whoever_is_killed() {
    if !has_browser() {
        return;
    }
    for (who, signal) in [
        ("run", "-KILL"),
        ("supervisor", "-KILL"),
        ("run", "-TERM"),
        ("command", "-KILL"),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let (mut run, all) = start_long_run(temp.path());
        let children = |pid: u32| crate::common::children(pid);
        let supervisor = children(run.id())[0];
        let target = match who {
            "run" => run.id(),
            "supervisor" => supervisor,
            _ => children(supervisor)[0],
        };
        let sent = Command::new("kill")
            .args([signal, &target.to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        let started = Instant::now();
        run.wait().unwrap();
        for pid in all {
            wait_until(
                &format!("the end of {pid} after {signal} to the {who}"),
                || !is_alive(pid),
            );
        }
        wait_until("the removal of the folder", || {
            entries(temp.path()).is_empty()
        });
        assert!(started.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn the_browser_dies_with_the_program_that_started_it() {
    if !has_browser() {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    // The inner shell is killed hard; the browser must not outlive it.
    let script = "sh -c '\"$CHROME_BIN\" --remote-debugging-port=0 about:blank 2>/dev/null & wait' & \
        inner=$!; while ! browser=$(cat /proc/$inner/task/$inner/children) || [ -z \"$browser\" ] || \
        ! grep -q headless /proc/${browser%% *}/cmdline; do :; done; \
        kill -KILL $inner; while [ -d /proc/${browser%% *} ]; do :; done; echo gone";
    let output = run(temp.path(), script).output().unwrap();
    assert!(text(&output).contains("gone"), "{}", text(&output));
    assert_eq!(output.status.signal(), None);
}

#[test]
fn domains_tells_what_counts_and_why_not() {
    let temp = tempfile::tempdir().unwrap();
    let repo = temp.path().join("repo");
    std::fs::create_dir(&repo).unwrap();
    let config = temp.path().join("browser.toml");
    std::fs::write(
        &config,
        format!(
            "allowed_domains = ['Example.ORG.', 'localhost', '10.0.0.1']\n\
             [repository.'{}']\nallowed_domains = ['*.cdn.example.org']\n\
             [repository.'/elsewhere']\nallowed_domains = ['other.example.org']\n",
            repo.display()
        ),
    )
    .unwrap();
    let domains = |folder: &Path, flags: &[&str]| {
        let output = program(temp.path())
            .current_dir(folder)
            .env("EVAL752_BROWSER_CONFIG", &config)
            .env("HTTPS_PROXY", "http://user:hunter2@proxy.example.org:3128")
            .arg("domains")
            .args(flags)
            .output()
            .unwrap();
        (output.status.code(), text(&output))
    };
    let (code, said) = domains(&repo, &["--allow-writable-config"]);
    assert_eq!(code, Some(1), "a refused line is bad data: {said}");
    for part in [
        "allowed  example.org",
        "refused  localhost",
        "refused  10.0.0.1",
        "allowed  *.cdn.example.org",
        "proxy.example.org:3128",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(
        !said.contains("hunter2") && !said.contains("other.example.org"),
        "{said}"
    );
    let (_, said) = domains(temp.path(), &["--allow-writable-config", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(json["entries"].as_array().unwrap().len(), 3);
    let (code, said) = domains(&repo, &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("could write"), "{said}");
}
