//! Real proxies that demand a password, as the upstream of a run.

use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use eval752_browser::stand_in::{SOCKET_PAGE, StandIn, USER_INFO};

use crate::common::{Ended, absent, find_program, has_browser, program, wait_until};

/// A port nobody listens on now.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn start(command: &mut Command, port: u16) -> Ended {
    let process = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let process = Ended(process);
    wait_until("listening proxy", || {
        TcpStream::connect(("127.0.0.1", port)).is_ok()
    });
    process
}

fn tinyproxy(folder: &Path) -> Option<(Ended, String)> {
    let binary = find_program("tinyproxy")?;
    let port = free_port();
    let config = folder.join("tinyproxy.conf");
    std::fs::write(
        &config,
        format!(
            "Port {port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 50\nBasicAuth user pass752word\n"
        ),
    )
    .unwrap();
    let process = start(Command::new(binary).arg("-d").arg("-c").arg(config), port);
    Some((process, format!("user:pass752word@127.0.0.1:{port}")))
}

/// Squid hands user and password to a helper, percent-encoded.
fn squid(folder: &Path) -> Option<(Ended, String)> {
    let binary = find_program("squid")?;
    let port = free_port();
    // It gives up root, and must still reach its files.
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o777)).unwrap();
    let helper = folder.join("helper.sh");
    let pair = USER_INFO.replace(':', " ");
    let script = format!(
        "while read -r user password rest; do\n\
         decoded=$(printf '%b' \"$(printf %s \"$user $password\" | sed 's/%/\\\\x/g')\")\n\
         wanted=$(printf '%b' \"$(printf %s '{pair}' | sed 's/%/\\\\x/g')\")\n\
         if [ \"$decoded\" = \"$wanted\" ]; then echo OK; else echo ERR; fi\ndone\n"
    );
    std::fs::write(&helper, script).unwrap();
    let config = folder.join("squid.conf");
    let place = folder.display();
    std::fs::write(
        &config,
        format!(
            "http_port 127.0.0.1:{port}\nauth_param basic program /bin/bash {}\n\
             auth_param basic children 1 startup=1\nacl known proxy_auth REQUIRED\n\
             http_access allow known\nhttp_access deny all\ncache deny all\ncache_mem 8 MB\n\
             access_log none\ncache_log {place}/cache.log\npid_filename none\n\
             coredump_dir {place}\nshutdown_lifetime 0 seconds\nmax_filedescriptors 1024\n\
             pinger_enable off\nvisible_hostname stand-in\n",
            helper.display()
        ),
    )
    .unwrap();
    let process = start(Command::new(binary).arg("-N").arg("-f").arg(config), port);
    Some((process, format!("{USER_INFO}@127.0.0.1:{port}")))
}

/// The browser bypasses proxies for loopback names, but not for this address,
/// which leads to the same place.
fn origin() -> (StandIn, String) {
    let origin = StandIn::start_origin().unwrap();
    let place = format!("http://0.0.0.0:{}", origin.address.port());
    (origin, place)
}

fn run(temp: &Path, proxy: &str, script: &str) -> Command {
    let mut command = program(temp);
    command.env("HTTPS_PROXY", format!("http://{proxy}")).args([
        "run",
        "--allow-writable-launcher",
        "--",
        "sh",
        "-c",
        script,
    ]);
    command
}

fn goes_through(proxy: &str) {
    let temp = tempfile::tempdir().unwrap();
    let (origin, place) = origin();
    let visit = |proxy: &str, url: &str| {
        let script = format!("\"$CHROME_BIN\" --dump-dom {url}");
        let output = run(temp.path(), proxy, &script).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr)
    };
    let said = visit(proxy, &format!("{place}/plain"));
    assert!(said.contains("GET /plain"), "{said}");
    // https and websockets take a tunnel; the websocket's answer is fetched over
    // a kept connection.
    let script = format!("\"$CHROME_BIN\" --remote-debugging-port=0 {place}{SOCKET_PAGE}");
    let visiting = Ended(
        run(temp.path(), proxy, &script)
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let requests = || {
        let seen = origin.seen();
        seen.iter()
            .flat_map(|seen| seen.inner.clone())
            .collect::<Vec<_>>()
    };
    wait_until("answer of the websocket", || {
        requests().contains(&"GET /got-hello".to_owned())
    });
    drop(visiting);
    assert!(
        origin.seen().iter().all(|seen| !seen.leaked),
        "credentials reached the origin"
    );
    let wrong = format!("user:wrong752@{}", proxy.rsplit_once('@').unwrap().1);
    let said = visit(&wrong, &format!("{place}/wrong"));
    assert!(
        said.contains("does not accept the user name or password"),
        "{said}"
    );
    assert!(!said.contains("wrong752"), "{said}");
    assert!(!requests().contains(&"GET /wrong".to_owned()));
}

#[test]
fn tinyproxy_with_a_password() {
    let temp = tempfile::tempdir().unwrap();
    let Some((_process, proxy)) = tinyproxy(temp.path()) else {
        absent("tinyproxy is not installed");
        return;
    };
    if has_browser() {
        goes_through(&proxy);
    }
}

#[test]
fn squid_with_a_password_that_needs_decoding() {
    let temp = tempfile::tempdir().unwrap();
    let Some((_process, proxy)) = squid(temp.path()) else {
        absent("squid is not installed");
        return;
    };
    if has_browser() {
        goes_through(&proxy);
    }
}
