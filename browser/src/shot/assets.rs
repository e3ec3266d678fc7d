//! Which file of the commit a request means. The page lives on a host that can't
//! exist (`.invalid` is reserved by RFC 6761), so relative links, module scripts
//! and storage work as on a web server, and no request can reach a real one.

use url::Url;

use crate::Error;
use crate::git::{Content, NotServed, PagePath, Snapshot};

/// The host the commit's files are served on.
pub(crate) const ORIGIN_HOST: &str = "commit.invalid";

/// The URL of the page itself.
pub(super) fn page_url(path: &PagePath) -> Result<Url, Error> {
    let mut url = Url::parse(&format!("https://{ORIGIN_HOST}/"))
        .map_err(|error| Error::Internal(error.to_string()))?;
    url.path_segments_mut()
        .map_err(|()| Error::Internal("the origin takes no path".to_owned()))?
        .clear()
        .extend(path.as_str().split('/'));
    Ok(url)
}

/// What to do with a request.
#[derive(Debug)]
pub(super) enum Answer {
    /// The commit has it.
    Bytes { content: Vec<u8>, media: String },
    /// The commit has nothing to serve there.
    NotServed { path: String, why: NotServed },
    /// It is not for the commit's host, or not a plain read.
    Outside,
}

/// Answers a request of the page.
pub(super) fn answer(snapshot: &mut Snapshot, method: &str, url: &Url) -> Result<Answer, Error> {
    let ours = url.scheme() == "https"
        && url.host_str() == Some(ORIGIN_HOST)
        && url.port().is_none()
        && matches!(method, "GET" | "HEAD");
    if !ours {
        return Ok(Answer::Outside);
    }
    let Some(parts) = parts(url) else {
        return Ok(Answer::NotServed {
            path: url.path().to_owned(),
            why: NotServed::Missing,
        });
    };
    let borrowed: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    let path = String::from_utf8_lossy(&parts.join(&b'/')).into_owned();
    Ok(match snapshot.file(&borrowed)? {
        Ok(Content(content)) => Answer::Bytes {
            media: media_type(&path, &content),
            content,
        },
        Err(why) => Answer::NotServed { path, why },
    })
}

/// The percent-decoded parts of the URL's path; `None` when one could not be a
/// name in a tree.
fn parts(url: &Url) -> Option<Vec<Vec<u8>>> {
    url.path_segments()?
        .map(|segment| {
            let bytes = percent_decode(segment.as_bytes());
            let fits = !bytes.is_empty()
                && bytes != b"."
                && bytes != b".."
                && !bytes.contains(&b'/')
                && !bytes.contains(&0);
            fits.then_some(bytes)
        })
        .collect()
}

/// Decodes `%XX`; a lone `%` stays as it is.
pub(crate) fn percent_decode(text: &[u8]) -> Vec<u8> {
    let digit = |at: usize| text.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match (text[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(u8::try_from(high * 16 + low).unwrap_or_default());
                at += 3;
            }
            (byte, ..) => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
    bytes
}

/// The media type by ending. Text that is UTF-8 says so; other text leaves the
/// encoding to the file's own declaration.
fn media_type(path: &str, content: &[u8]) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let media = match ending.to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html",
        "css" => "text/css",
        "js" | "mjs" | "cjs" => "text/javascript",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" | "md" | "jsonl" | "csv" => "text/plain",
        "xml" => "application/xml",
        "xhtml" => "application/xhtml+xml",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "wasm" => "application/wasm",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "pdf" => "application/pdf",
        _ => "application/octet-stream",
    };
    let is_text = media.starts_with("text/") || media.ends_with("json");
    if is_text && std::str::from_utf8(content).is_ok() {
        format!("{media}; charset=utf-8")
    } else {
        media.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{media_type, page_url, parts, percent_decode};
    use crate::git::PagePath;

    #[test]
    fn a_page_url_leads_back_to_the_path() {
        for path in ["a.html", "sub/b c.html", "ü#?%41.html", "%2e%2e/x.html"] {
            let url = page_url(&PagePath::parse(path).unwrap()).unwrap();
            let back = parts(&url).unwrap();
            assert_eq!(back.join(&b'/'), path.as_bytes(), "{url}");
        }
    }

    #[test]
    fn odd_paths_name_nothing() {
        for path in ["/a%2fb", "/a%00", "/", "/a//b", "/a/"] {
            let url = Url::parse(&format!("https://commit.invalid{path}")).unwrap();
            assert!(parts(&url).is_none(), "{path}");
        }
    }

    #[test]
    fn a_lone_percent_sign_stays() {
        assert_eq!(percent_decode(b"100%"), b"100%");
        assert_eq!(percent_decode(b"%zz%41%4"), b"%zzA%4");
    }

    #[test]
    fn only_utf8_text_is_called_utf8() {
        assert_eq!(media_type("a.CSS", b"x"), "text/css; charset=utf-8");
        assert_eq!(media_type("a.html", b"\xff"), "text/html");
        assert_eq!(media_type("noending", b""), "application/octet-stream");
    }
}
