//! What each role matches on a page, as the overlay's *Check page* copies it: a report for people,
//! and a [selectors file](crate::selectors_file) once somebody has mended the selectors in it.

use crate::json::Writer;
use crate::role::{Role, write_list};

/// Says that a JSON object is a page check.
pub const PAGE_CHECK_FORMAT: &str = "eval752.page_check.v1";

/// What one role matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleCheck<'s> {
    /// The first selector that matches anything.
    pub selector: Option<&'s str>,
    /// All of them, in order.
    pub tried: &'s [String],
    /// How many elements `selector` matches.
    pub count: u64,
    /// How many of them can be seen.
    pub visible: u64,
}

/// Writes a page check: `{"format":…,"origin":…,"preset":…,"roles":{ROLE:{"selector":…,"tried":[…],
/// "count":…,"visible":…}}}`.
#[must_use]
pub fn write_page_check(origin: &str, preset: &str, roles: &[(Role, RoleCheck<'_>)]) -> String {
    let mut out = Writer::new();
    out.object(|out| {
        out.key("format").string(PAGE_CHECK_FORMAT);
        out.key("origin").string(origin);
        out.key("preset").string(preset);
        out.key("roles").object(|out| {
            for (role, check) in roles {
                out.key(role.as_str()).object(|out| {
                    out.key("selector").optional(check.selector);
                    write_list(out.key("tried"), check.tried);
                    out.key("count").integer(check.count);
                    out.key("visible").integer(check.visible);
                });
            }
        });
    });
    out.finish()
}
