//! Names that are never a single public host: reserved ones, local ones, names
//! that say an address, and suffixes that many owners share.

/// Top names reserved for local or special use (RFC 6761, 6762, 7686, 8375,
/// 9476, and ICANN's `.internal`), and names home and office routers use.
const RESERVED: &[&str] = &[
    "localhost",
    "local",
    "internal",
    "home.arpa",
    "arpa",
    "test",
    "example",
    "invalid",
    "onion",
    "alt",
    "lan",
    "home",
    "corp",
    "mail",
    "intranet",
    "private",
    "localdomain",
];

/// Services that answer with whatever address the name spells, or with loopback.
const WILDCARD_DNS: &[&str] = &[
    "nip.io",
    "sslip.io",
    "xip.io",
    "xip.name",
    "localtest.me",
    "lvh.me",
    "vcap.me",
    "lacolhost.com",
    "traefik.me",
    "local.gd",
    "backname.io",
    "1u.ms",
    "rbndr.us",
    "localho.st",
    "yoogle.com",
    "ulh.us",
    "fuf.me",
    "42foo.com",
    "127-0-0-1.org.uk",
];

/// Why this name (lower case, ASCII, no trailing dot) can't be allowed.
pub(super) fn why_special(name: &str) -> Option<&'static str> {
    let under = |list: &[&str]| list.iter().any(|suffix| is_or_is_under(name, suffix));
    if under(RESERVED) {
        return Some("it is a local or reserved name");
    }
    if !name.contains('.') {
        return Some("it has one label only, so the local network decides what it means");
    }
    if under(WILDCARD_DNS) {
        return Some("its DNS answers with any address a name spells, local ones too");
    }
    None
}

/// Why this name can't be allowed as a whole: everybody's hosts are under it.
pub(super) fn why_shared(name: &str) -> Option<&'static str> {
    let suffix = psl::suffix(name.as_bytes())?;
    (suffix.as_bytes() == name.as_bytes())
        .then_some("it is a public suffix, with hosts of many owners under it")
}

/// `name` is `parent` or ends in `.parent`.
pub(super) fn is_or_is_under(name: &str, parent: &str) -> bool {
    name.strip_suffix(parent)
        .is_some_and(|front| front.is_empty() || front.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::is_or_is_under;

    #[test]
    fn labels_are_whole() {
        assert!(is_or_is_under("a.b.c", "b.c"));
        assert!(is_or_is_under("b.c", "b.c"));
        assert!(!is_or_is_under("ab.c", "b.c"));
        assert!(!is_or_is_under("b.c", "a.b.c"));
    }
}
