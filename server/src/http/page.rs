//! The static files: the page, the fixtures and what they need, from this program or a folder.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::app::App;
use super::headers::{PAGE_POLICY, content_type};
use super::policies::{fixture_policies, with_nonce};
use crate::assets;
use crate::error::Error;

const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>eval752</title>\
    <h1>The page is not in this build</h1>\
    <p>Run <code>cargo xtask build</code>, then <code>target/release/eval752 serve</code>.</p>";

/// Where the files are.
#[derive(Debug)]
pub(super) enum Page {
    BuiltIn,
    Folder(PathBuf),
}

impl Page {
    pub(super) fn new(folder: Option<PathBuf>) -> Result<Self, Error> {
        let Some(folder) = folder else {
            return Ok(Self::BuiltIn);
        };
        let folder = folder.canonicalize().map_err(Error::read(&folder))?;
        if folder.is_dir() {
            Ok(Self::Folder(folder))
        } else {
            Err(Error::Usage(format!(
                "{} is not a folder",
                folder.display()
            )))
        }
    }

    fn file(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        match self {
            Self::BuiltIn if assets::PAGE.is_empty() && name == "index.html" => {
                Some(Cow::Borrowed(NOT_BUILT.as_bytes()))
            }
            Self::BuiltIn => assets::PAGE
                .iter()
                .find(|(path, _)| *path == name)
                .map(|(_, bytes)| Cow::Borrowed(*bytes)),
            Self::Folder(folder) => {
                let path = folder.join(name).canonicalize().ok()?;
                // A link that leads out of the folder is not served.
                path.starts_with(folder)
                    .then(|| std::fs::read(path).ok())
                    .flatten()
                    .map(Cow::Owned)
            }
        }
    }
}

/// Answers GET and HEAD with a file.
pub(super) async fn serve(State(app): State<Arc<App>>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (
            StatusCode::METHOD_NOT_ALLOWED,
            [(header::ALLOW, "GET, HEAD")],
            "only GET and HEAD are answered here\n",
        )
            .into_response();
    }
    let Some(name) = file_name(uri.path()) else {
        return not_found();
    };
    let found = tokio::task::spawn_blocking({
        let name = name.clone();
        move || app.page.file(&name)
    });
    let Ok(Some(bytes)) = found.await else {
        return not_found();
    };
    // Fixtures stand in for pages whose policies are not ours.
    let fixture = name.starts_with("fixtures/");
    let policies = if fixture {
        asked_policies(uri.query().unwrap_or_default())
    } else {
        &[PAGE_POLICY]
    };
    let bytes = if fixture {
        with_nonce(bytes, policies)
    } else {
        bytes
    };
    let length = bytes.len();
    let body = if method == Method::HEAD {
        Body::empty()
    } else {
        Body::from(bytes.into_owned())
    };
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, content_type(&name))
        .header(header::CONTENT_LENGTH, length)
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::REFERRER_POLICY, "no-referrer");
    for policy in policies.iter().copied() {
        response = response.header(header::CONTENT_SECURITY_POLICY, policy);
    }
    response.body(body).unwrap_or_else(|_| not_found())
}

fn not_found() -> Response {
    (
        StatusCode::NOT_FOUND,
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
        "there is nothing here\n",
    )
        .into_response()
}

/// What `?csp=NAME` asks for; nothing for any other name.
fn asked_policies(query: &str) -> &'static [&'static str] {
    let mut parts = query.split('&');
    fixture_policies(
        parts
            .find_map(|part| part.strip_prefix("csp="))
            .unwrap_or_default(),
    )
}

/// The file a path names: plain names only, `index.html` for a folder.
fn file_name(path: &str) -> Option<String> {
    let path = path.strip_prefix('/')?;
    let plain = path
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte));
    let inside = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !plain || !inside || path.contains("//") {
        return None;
    }
    if path.is_empty() || path.ends_with('/') {
        return Some(format!("{path}index.html"));
    }
    Some(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_files() {
        assert_eq!(file_name("/").as_deref(), Some("index.html"));
        assert_eq!(
            file_name("/fixtures/").as_deref(),
            Some("fixtures/index.html")
        );
        assert_eq!(file_name("/js/skin.js").as_deref(), Some("js/skin.js"));
        for path in [
            "",
            "x",
            "/../x",
            "/a/../../x",
            "/a//b",
            "//etc/passwd",
            "/%2e%2e/x",
            "/a\\b",
            "/./x",
            "/a/..",
            "/C:/x",
            "/a\0b",
        ] {
            assert_eq!(file_name(path), None, "{path}");
        }
    }
}
