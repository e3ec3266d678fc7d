//! What the pictures show, proven on pixels.

use std::net::{TcpListener, UdpSocket};

use eval752_browser::{Browser, Build};

use crate::common::{Repo, Shot, absent, has_browser, program, screenshot};

/// Yellow when neither scheme matches, green in light, blue in dark.
const COLOURS: &str = "body{margin:0;min-height:200px;background:rgb(255,255,0)}\
    @media (prefers-color-scheme:light){body{background:rgb(0,128,0)}}\
    @media (prefers-color-scheme:dark){body{background:rgb(0,0,255)}}";
const GREEN: (u8, u8, u8) = (0, 128, 0);
const BLUE: (u8, u8, u8) = (0, 0, 255);
const RED: (u8, u8, u8) = (255, 0, 0);

fn shot(repo: &Repo, commit: &str, path: &str) -> Shot {
    let temp = tempfile::tempdir().unwrap();
    let shot = Shot::of(&screenshot(repo, temp.path(), commit, path));
    let left: Vec<_> = std::fs::read_dir(temp.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name != "pictures")
        .collect();
    assert!(left.is_empty(), "left in the temporary folder: {left:?}");
    shot
}

#[test]
fn light_is_light_dark_is_dark_and_assets_come_from_the_commit() {
    if !has_browser() {
        return;
    }
    let repo = Repo::new();
    let page = "<!doctype html><link rel=stylesheet href='../st%79le.css?v=1'>\
        <script type=module src='m.mjs'></script>\
        <img src='/pic ture.svg' style='position:absolute;left:100px;top:0'>";
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='50' height='50'>\
        <rect width='50' height='50' fill='rgb(255,0,0)'/></svg>";
    repo.write("sub/page.html", page)
        .write("style.css", COLOURS)
        .write("pic ture.svg", svg)
        .write(
            "sub/m.mjs",
            "const d=document.createElement('div');d.style.cssText=\
             'position:absolute;left:200px;top:0;width:50px;height:50px;background:rgb(255,0,0)';\
             document.body.append(d)",
        );
    let commit = repo.commit();
    repo.write("style.css", "body{background:white}")
        .write("sub/page.html", "work tree");
    let shot = shot(&repo, &commit, "sub/page.html");
    for (picture, body) in [(&shot.light, GREEN), (&shot.dark, BLUE)] {
        assert_eq!((picture.width, picture.height), (400, 800));
        assert_eq!(picture.at(10, 10), body, "stylesheet");
        assert_eq!(picture.at(110, 10), RED, "picture");
        assert_eq!(picture.at(210, 10), RED, "module script");
    }
    assert_eq!(shot.report["identical"], false);
    assert_eq!(
        shot.report["notes"].as_array().unwrap().len(),
        0,
        "{}",
        shot.report
    );
    assert_eq!(shot.report["commit"], commit.as_str());
}

#[test]
fn full_chromium_draws_the_same_when_it_has_to_and_says_so() {
    let Some(full) = Browser::installed(Build::Full) else {
        absent("full Chromium is not installed");
        return;
    };
    let repo = Repo::new();
    let page = format!("<!doctype html><style>{COLOURS}</style>");
    let commit = repo.write("page.html", page).commit();
    let temp = tempfile::tempdir().unwrap();
    let output = program(temp.path())
        .current_dir(repo.path())
        .env("EVAL752_BROWSER_BIN", full.binary)
        .env("EVAL752_SCREENSHOT_DIR", temp.path().join("pictures"))
        .args(["screenshot", &commit, "page.html", "--json"])
        .output()
        .unwrap();
    let shot = Shot::of(&output);
    assert_eq!(shot.light.at(10, 10), GREEN);
    assert_eq!(shot.dark.at(10, 10), BLUE);
    assert_eq!(shot.notes("fallback-browser").len(), 1);
    assert_eq!(shot.report["notes"].as_array().unwrap().len(), 1);
}

#[test]
fn scripts_see_the_scheme_from_the_start_and_share_nothing_between_pictures() {
    if !has_browser() {
        return;
    }
    let repo = Repo::new();
    // Remembers the first scheme it ever saw, lies about the media query
    // afterwards, and shows what it remembered.
    let page = "<!doctype html><body style='margin:0'><script>\
        const now = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';\
        if (!localStorage.seen) { localStorage.seen = now; document.cookie = 'seen=' + now; }\
        window.matchMedia = () => ({ matches: false });\
        document.body.style.background = localStorage.seen === 'dark' && now === 'dark'\
            && document.cookie === 'seen=dark' ? 'rgb(0,0,255)' : localStorage.seen === 'light'\
            && now === 'light' ? 'rgb(0,128,0)' : 'rgb(255,255,0)';</script>";
    let commit = repo.write("page.html", page).commit();
    let shot = shot(&repo, &commit, "page.html");
    assert_eq!(shot.light.at(10, 10), GREEN);
    assert_eq!(shot.dark.at(10, 10), BLUE);
}

#[test]
fn a_page_without_dark_rules_stays_as_it_is_and_that_is_said() {
    if !has_browser() {
        return;
    }
    let repo = Repo::new();
    let commit = repo.write("page.html", "<!doctype html><p>plain").commit();
    let shot = shot(&repo, &commit, "page.html");
    assert_eq!(shot.dark.at(300, 300), (255, 255, 255));
    assert_eq!(shot.report["identical"], true);
    assert_eq!(shot.notes("identical").len(), 1);
}

#[test]
fn long_wide_lazy_and_late_pages_are_shown_whole_up_to_the_cap() {
    if !has_browser() {
        return;
    }
    let repo = Repo::new();
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='50' height='50'>\
        <rect width='50' height='50' fill='rgb(255,0,0)'/></svg>";
    // A picture far below that is lazy, and a block that comes by two fetches
    // after the load event.
    let page = "<!doctype html><body style='margin:0'><div style='height:17950px'></div>\
        <div style='width:900px;height:50px'></div>\
        <img loading=lazy src=pic.svg style='position:absolute;left:0;top:9000px'>\
        <script>onload = async () => { await (await fetch('a.json')).json();\
        const c = await (await fetch('b.json')).json();\
        const d = document.createElement('div'); d.style.cssText =\
        'position:absolute;left:200px;top:0;width:50px;height:50px;background:' + c;\
        document.body.append(d) }</script>";
    let commit = repo
        .write("page.html", page)
        .write("pic.svg", svg)
        .write("a.json", "1")
        .write("b.json", "\"rgb(255,0,0)\"")
        .commit();
    let shot = shot(&repo, &commit, "page.html");
    assert_eq!((shot.light.width, shot.light.height), (400, 16_384));
    assert_eq!(shot.light.at(10, 9010), RED, "the lazy picture");
    assert_eq!(shot.dark.at(210, 10), RED, "the late block");
    assert_eq!(
        shot.notes("cut"),
        ["the page is 18000 px high; the picture is cut at 16384 px"]
    );
    assert_eq!(shot.notes("wide").len(), 1);
}

#[test]
fn the_same_page_gives_the_same_bytes() {
    if !has_browser() {
        return;
    }
    let repo = Repo::new();
    let page = "<!doctype html><style>@keyframes k{to{opacity:.1}}p{animation:k 3s infinite}\
        @media (prefers-reduced-motion:reduce){p{animation:none}}</style><p>Text ünd more text<input autofocus>";
    let commit = repo.write("page.html", page).commit();
    let temp = tempfile::tempdir().unwrap();
    let mut seen = Vec::new();
    for _ in 0..2 {
        let shot = Shot::of(&screenshot(&repo, temp.path(), &commit, "page.html"));
        let file = shot.report["pictures"][0]["file"].as_str().unwrap();
        seen.push(std::fs::read(file).unwrap());
    }
    assert!(seen[0] == seen[1], "two runs drew different bytes");
}

/// Everything a page can use to reach another place, aimed at our own ports.
#[test]
fn no_request_leaves_the_browser() {
    if !has_browser() {
        return;
    }
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    tcp.set_nonblocking(true).unwrap();
    udp.set_nonblocking(true).unwrap();
    let (t, u) = (tcp.local_addr().unwrap(), udp.local_addr().unwrap());
    let secret = tempfile::Builder::new().suffix(".html").tempfile().unwrap();
    let repo = Repo::new();
    let page = format!(
        "<!doctype html><link rel=preconnect href='http://{t}'><link rel=dns-prefetch href='//{t}'>\
         <link rel=prefetch href='http://{t}/prefetch'><link rel=stylesheet href='http://{t}/s.css'>\
         <script src='http://localhost:{port}/s.js'></script><img src='http://{t}/i.png'>\
         <iframe src='http://{t}/frame'></iframe><iframe src='file://{file}'></iframe>\
         <iframe sandbox=allow-scripts srcdoc=\"<script>fetch('http://{t}/srcdoc')</script>\"></iframe>\
         <object data='http://{t}/o'></object><form method=post action='http://{t}/form'></form>\
         <a download href='http://{t}/dl'>x</a><script>\
         new WebSocket('ws://{t}/ws'); new EventSource('http://{t}/es');\
         navigator.sendBeacon('http://{t}/beacon', 'x'); fetch('http://{t}/f', {{mode:'no-cors'}}).catch(() => 0);\
         const code = \"fetch('http://{t}/w',{{mode:'no-cors'}});new WebSocket('ws://{t}/wws')\";\
         const blob = URL.createObjectURL(new Blob([code]));\
         new Worker(blob); new Worker('w.js'); new SharedWorker('w.js');\
         navigator.serviceWorker.register('w.js').catch(() => 0);\
         window.open('http://{t}/open');\
         try {{ new WebTransport('https://{t}/wt') }} catch (e) {{}}\
         const c = new RTCPeerConnection({{iceServers:[{{urls:'stun:{u}'}},{{urls:'turn:{t}?transport=tcp',username:'u',credential:'p'}}]}});\
         c.createDataChannel('x'); c.createOffer().then(o => c.setLocalDescription(o));\
         setTimeout(() => document.forms[0].submit(), 5); document.links[0].click();\
         </script>",
        port = t.port(),
        file = secret.path().display(),
    );
    let commit = repo
        .write("page.html", page)
        .write(
            "w.js",
            format!("fetch('http://{t}/worker').catch(()=>0);new WebSocket('ws://{t}/x')"),
        )
        .commit();
    let shot = shot(&repo, &commit, "page.html");
    assert!(tcp.accept().is_err(), "a TCP connection came");
    assert!(udp.recv_from(&mut [0; 99]).is_err(), "a datagram came");
    let refused = shot.notes("outside-request").join("\n");
    for part in [
        "/s.css", "/s.js", "/i.png", "/frame", "/es", "/beacon", "/f ", "/w ", "ws://", "/srcdoc",
    ] {
        assert!(refused.contains(part), "{part} is not listed in\n{refused}");
    }
}

#[test]
fn a_page_that_leaves_reloads_or_asks_stays_the_page() {
    if !has_browser() {
        return;
    }
    let repo = Repo::new();
    let leave =
        |how: &str| format!("<!doctype html><style>{COLOURS}</style><script>{how}</script>");
    repo.write(
        "other.html",
        "<!doctype html><body style='background:rgb(255,0,0)'>",
    )
    .write("go.html", leave("location = 'other.html'"))
    .write(
        "meta.html",
        leave("0").replace(
            "<script>",
            "<meta http-equiv=refresh content='0;other.html'><script>",
        ),
    )
    .write("again.html", leave("location.reload()"))
    .write(
        "ask.html",
        leave("alert('a'); confirm('b'); prompt('c'); onbeforeunload = () => 'd'"),
    );
    let commit = repo.commit();
    for (path, kind) in [
        ("go.html", "navigation"),
        ("meta.html", "navigation"),
        ("again.html", "navigation"),
        ("ask.html", "dialog"),
    ] {
        let shot = shot(&repo, &commit, path);
        assert_eq!(shot.light.at(10, 10), GREEN, "{path}");
        assert_eq!(shot.dark.at(10, 10), BLUE, "{path}");
        assert!(!shot.notes(kind).is_empty(), "{path}: {}", shot.report);
    }
}
