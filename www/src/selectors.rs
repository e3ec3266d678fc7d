//! A selectors file as the page shows it.

use eval752_contract::json::{self, Writer};
use eval752_contract::problem::Problems;
use eval752_contract::role::write_overrides;
use eval752_contract::selectors_file::{Check, SelectorsFile};

use crate::out;

/// `{ ok, problems }`, and for a good file `selectors` (role → list) and `check`: `null`, or of
/// a page check `{ origin, preset, roles: { ROLE: { selector, count, visible } } }`.
pub(crate) fn read(text: &str) -> String {
    let node = match json::parse(text.as_bytes()) {
        Ok(node) => node,
        Err(error) => return out::syntax(error),
    };
    let mut problems = Problems::new();
    let file = SelectorsFile::read(&node, &mut problems);
    let problems = problems.into_vec();
    let mut out = Writer::new();
    out.object(|out| {
        out.key("ok").bool(problems.is_empty());
        out::problems(out, &problems);
        if let Some(file) = file.filter(|_| problems.is_empty()) {
            describe(out, &file);
        }
    });
    out.finish()
}

fn describe(out: &mut Writer, file: &SelectorsFile) {
    out.key("selectors");
    write_overrides(out, &file.selectors);
    out.key("check");
    match &file.check {
        None => out.optional(None),
        Some(check) => describe_check(out, check),
    }
}

fn describe_check(out: &mut Writer, check: &Check) {
    out.object(|out| {
        out.key("origin").string(&check.origin);
        out.key("preset").string(&check.preset);
        out.key("roles").object(|out| {
            for (role, found) in &check.found {
                out.key(role.as_str()).object(|out| {
                    out.key("selector").optional(found.selector.as_deref());
                    out.key("count").integer(found.count);
                    out.key("visible").integer(found.visible);
                });
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_a_check_and_what_is_wrong_are_told_apart() {
        assert_eq!(
            read(r##"{"send":["#a"]}"##),
            r##"{"ok":true,"problems":[],"selectors":{"send":["#a"]},"check":null}"##
        );
        let check = r##"{"format":"eval752.page_check.v1","origin":"https://a.example","preset":"custom","roles":{"send":{"selector":"#new","tried":["#a"],"count":1,"visible":0}}}"##;
        assert_eq!(
            read(check),
            r##"{"ok":true,"problems":[],"selectors":{"send":["#new","#a"]},"check":{"origin":"https://a.example","preset":"custom","roles":{"send":{"selector":"#new","count":1,"visible":0}}}}"##
        );
        assert_eq!(
            read(r#"{"nobody":[]}"#),
            r#"{"ok":false,"problems":[{"pointer":"","code":"schema.role","message":"names the role \"nobody\", which does not exist"}]}"#
        );
        assert!(read("{").contains("json.syntax"));
    }
}
