//! Content types and policies of what is served.

/// What the page may do: its own scripts and WebAssembly, its own styles, its own server.
pub(super) const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The content type for a file name; unknown endings are bytes to download.
pub(super) fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        Some("jsonl") => "application/jsonl; charset=utf-8",
        Some("zip") => "application/zip",
        _ => "application/octet-stream",
    }
}

/// The policies that a fixture can be served under, to stand in for pages that have them.
///
/// Each keeps what decides over a script on the real page: whether WebAssembly may be
/// compiled, and whether text may become markup.
pub(super) fn fixture_policy(name: &str) -> Option<&'static str> {
    match name {
        "chatgpt" => Some(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
             style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; \
             object-src 'none'; base-uri 'none'",
        ),
        "gemini" => Some(
            "script-src 'self' 'unsafe-inline' 'unsafe-eval'; object-src 'none'; \
             base-uri 'self'; require-trusted-types-for 'script'",
        ),
        "strict" => Some(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; \
             trusted-types 'none'",
        ),
        _ => None,
    }
}
