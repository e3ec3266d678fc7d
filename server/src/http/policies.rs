//! The policies that a fixture can be served under (`?csp=NAME`), to stand in for pages that have
//! them: what a script may do is decided by headers, and only headers show it.
//!
//! Those of the vendors' pages keep every directive that was publicly seen; the vendors' hosts
//! are `'self'` here. All are enforced, as on the page.

use std::borrow::Cow;

/// A fixture's scripts carry it where a policy asks for a nonce. It guards nothing.
const NONCE: &str = "Zml4dHVyZQ";

/// The values of `Content-Security-Policy`, one header each; none for an unknown name.
pub(super) fn fixture_policies(name: &str) -> &'static [&'static str] {
    match name {
        // Seen 2025-08 to 2025-10: WebAssembly yes, eval no; no connection elsewhere, blob: or data:.
        "chatgpt" => &["default-src 'self'; base-uri 'none'; \
             script-src 'nonce-Zml4dHVyZQ' 'self' 'wasm-unsafe-eval'; \
             script-src-elem 'nonce-Zml4dHVyZQ' 'self' blob:; connect-src 'self'; \
             worker-src 'self' blob:; img-src * blob: data:; \
             style-src 'self' 'unsafe-inline' blob:; font-src 'self' data:; frame-src 'self'"],
        // Seen 2026-08: Trusted Types, and a policy with a nonce that allows eval.
        "gemini" => &[
            "require-trusted-types-for 'script'",
            "script-src 'nonce-Zml4dHVyZQ' 'unsafe-inline' 'unsafe-eval' 'strict-dynamic' https: \
             http:; object-src 'none'; base-uri 'self'",
        ],
        // Seen 2026-04, in a partial copy: the same without eval, and so without WebAssembly.
        "gemini-no-eval" => &[
            "require-trusted-types-for 'script'",
            "script-src 'nonce-Zml4dHVyZQ' 'unsafe-inline' 'strict-dynamic' https: http:; \
             object-src 'none'; base-uri 'self'",
        ],
        // Text becomes markup or code nowhere, not even through a policy of the page's.
        "trusted-types" => &["require-trusted-types-for 'script'; trusted-types 'none'"],
        // No WebAssembly, no eval, no connection.
        "strict" => &[
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; \
             trusted-types 'none'",
        ],
        // WebAssembly, and nothing else that the fixture itself does not load.
        "closed" => &[
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' data:; connect-src 'none'; base-uri 'none'; form-action 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'",
        ],
        "offline" => &["connect-src 'none'"],
        _ => &[],
    }
}

/// The page with the nonce on its scripts, where `policies` ask for one.
pub(super) fn with_nonce<'a>(page: Cow<'a, [u8]>, policies: &[&str]) -> Cow<'a, [u8]> {
    if !policies.iter().any(|policy| policy.contains("'nonce-")) {
        return page;
    }
    match str::from_utf8(&page) {
        Ok(text) => Cow::Owned(
            text.replace("<script ", &format!("<script nonce=\"{NONCE}\" "))
                .into_bytes(),
        ),
        Err(_) => page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_get_the_nonce_that_the_policy_names() {
        let page = b"<script src=\"kit/a.js\"></script><p>".as_slice();
        for name in ["chatgpt", "gemini", "gemini-no-eval"] {
            let policies = fixture_policies(name);
            assert!(
                policies
                    .iter()
                    .any(|policy| policy.contains(&format!("'nonce-{NONCE}'"))),
                "{name}"
            );
            let served = with_nonce(Cow::Borrowed(page), policies);
            assert_eq!(
                str::from_utf8(&served).expect("UTF-8"),
                "<script nonce=\"Zml4dHVyZQ\" src=\"kit/a.js\"></script><p>"
            );
        }
        let served = with_nonce(Cow::Borrowed(page), fixture_policies("strict"));
        assert_eq!(&*served, page);
    }
}
