//! What each role matches on a page, as the overlay's *Check page* copies it: a report for people,
//! and a selectors file once somebody has mended the selectors in it.

use crate::json::{Node, Writer};
use crate::problem::{Problems, Reason};
use crate::role::{Role, Selectors, write_list};

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

/// Reads a selectors file: an object of role → list of selectors, or a page check. Of a check,
/// `selector` comes first where it is not among those that were `tried`.
pub fn read_selectors(
    node: &Node<'_>,
    problems: &mut Problems,
) -> Option<Vec<(Role, Vec<String>)>> {
    if node.get("format").and_then(Node::as_str) != Some(PAGE_CHECK_FORMAT) {
        return Selectors::read(node, problems);
    }
    let members = ["format", "origin", "preset", "roles"];
    let check = problems.object(node, &members)?;
    problems.required(check, "roles", |problems, node| {
        let Some(fields) = node.as_object() else {
            let (expected, found) = ("an object", node.kind());
            return problems.note(node.at, Reason::Type { expected, found });
        };
        let mut overrides = Some(Vec::new());
        for member in fields.0 {
            let Some(role) = Role::parse(&member.name) else {
                overrides = problems.note(member.at, Reason::Role(member.name.to_string()));
                continue;
            };
            let list = problems.within(&member.name, |problems| role_list(problems, &member.node));
            match (list, &mut overrides) {
                (Some(list), Some(all)) => all.push((role, list)),
                _ => overrides = None,
            }
        }
        overrides
    })
}

fn role_list(problems: &mut Problems, node: &Node<'_>) -> Option<Vec<String>> {
    let members = ["selector", "tried", "count", "visible"];
    let check = problems.object(node, &members)?;
    let selector = problems.nullable(check, "selector", Problems::filled);
    let tried = problems.required(check, "tried", |problems, node| {
        problems.array(node, Problems::filled)
    });
    let (selector, mut tried) = (selector?, tried?);
    if let Some(selector) = selector
        && !tried.contains(&selector)
    {
        tried.insert(0, selector);
    }
    Some(tried)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn read(text: &str) -> Option<Vec<(Role, Vec<String>)>> {
        let node = json::parse(text.as_bytes()).expect("JSON");
        read_selectors(&node, &mut Problems::new())
    }

    #[test]
    fn a_check_is_a_selectors_file_and_a_mended_selector_comes_first() {
        let tried = ["#a", "#b", "#s"].map(str::to_owned);
        let found = RoleCheck {
            selector: Some("#b"),
            tried: &tried[..2],
            count: 2,
            visible: 1,
        };
        let missing = RoleCheck {
            tried: &tried[2..],
            ..RoleCheck::default()
        };
        let roles = [(Role::Composer, found.clone()), (Role::Send, missing)];
        let text = write_page_check("https://chat.example.com", "custom", &roles);
        let lists = |send: &[&str]| {
            let send = send.iter().map(|&selector| selector.to_owned()).collect();
            Some(vec![
                (Role::Composer, found.tried.to_vec()),
                (Role::Send, send),
            ])
        };
        assert_eq!(read(&text), lists(&["#s"]));
        let mended = text.replace("{\"selector\":null", "{\"selector\":\"#new\"");
        assert_eq!(read(&mended), lists(&["#new", "#s"]));
        assert_eq!(read(&text.replace("\"send\"", "\"sent\"")), None);
        assert_eq!(read(&text.replace("[\"#s\"]", "\"#s\"")), None);
        assert_eq!(
            read("{\"send\":[\"#s\"]}"),
            Some(vec![(Role::Send, vec!["#s".into()])])
        );
    }
}
