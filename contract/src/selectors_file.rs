//! Selectors in place of a preset's, as people have them: a list for each role, the page check
//! that they copied and mended, or a whole preset file.

use crate::json::Node;
use crate::page_check::PAGE_CHECK_FORMAT;
use crate::preset::{DatedSelector, Preset};
use crate::problem::{Problems, Reason};
use crate::role::{Role, Selectors};

/// What such a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectorsFile {
    /// The roles it names, with their selectors in order.
    pub selectors: Vec<(Role, Vec<String>)>,
    /// What a page check found, where it is one.
    pub check: Option<Check>,
}

/// What a page check found, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The page's origin.
    pub origin: String,
    /// The preset that the check was made with.
    pub preset: String,
    /// What was found for each role.
    pub found: Vec<(Role, Found)>,
}

/// What a page check found for a role.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// The first selector that matched anything, or what somebody put in its place.
    pub selector: Option<String>,
    /// How many elements it matched.
    pub count: u64,
    /// How many of them could be seen.
    pub visible: u64,
}

impl SelectorsFile {
    /// Reads one. Of a page check, `selector` comes first where it is not among those that were
    /// `tried`: somebody mended it.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        if let Some(format) = node.get("format") {
            if format.as_str() == Some(PAGE_CHECK_FORMAT) {
                return read_check(node, problems);
            }
            let found = format.as_str().unwrap_or(format.kind()).to_owned();
            return problems.within("format", |problems| {
                problems.note(format.at, Reason::Format(found))
            });
        }
        let selectors = if node.get("roles").is_some() {
            let preset = Preset::read(node, problems)?;
            let css = |list: Vec<DatedSelector>| list.into_iter().map(|dated| dated.css).collect();
            let roles = preset.roles.into_iter();
            roles.map(|(role, list)| (role, css(list))).collect()
        } else {
            Selectors::read(node, problems)?
        };
        Some(Self {
            selectors,
            check: None,
        })
    }
}

fn read_check(node: &Node<'_>, problems: &mut Problems) -> Option<SelectorsFile> {
    let object = problems.object(node, &["format", "origin", "preset", "roles"])?;
    let origin = problems.required(object, "origin", Problems::filled);
    let preset = problems.required(object, "preset", Problems::filled);
    let roles = problems.required(object, "roles", |problems, node| {
        problems.by_role(node, read_role)
    });
    let mut selectors = Vec::new();
    let mut found = Vec::new();
    for (role, (list, what)) in roles? {
        selectors.push((role, list));
        found.push((role, what));
    }
    Some(SelectorsFile {
        selectors,
        check: Some(Check {
            origin: origin?,
            preset: preset?,
            found,
        }),
    })
}

fn read_role(problems: &mut Problems, node: &Node<'_>) -> Option<(Vec<String>, Found)> {
    let object = problems.object(node, &["selector", "tried", "count", "visible"])?;
    let selector = problems.nullable(object, "selector", Problems::filled);
    let tried = problems.required(object, "tried", |problems, node| {
        problems.array(node, Problems::filled)
    });
    let count = problems.required(object, "count", Problems::integer);
    let visible = problems.required(object, "visible", Problems::integer);
    let (selector, mut selectors) = (selector?, tried?);
    if let Some(selector) = &selector
        && !selectors.contains(selector)
    {
        selectors.insert(0, selector.clone());
    }
    let found = Found {
        selector,
        count: count?,
        visible: visible?,
    };
    Some((selectors, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::page_check::{RoleCheck, write_page_check};
    use crate::preset::builtin;

    fn read(text: &str) -> Result<SelectorsFile, String> {
        let node = json::parse(text.as_bytes()).expect("JSON");
        let mut problems = Problems::new();
        let file = SelectorsFile::read(&node, &mut problems);
        let said: Vec<String> = problems
            .into_vec()
            .iter()
            .map(|problem| format!("{} {}", problem.pointer, problem.reason))
            .collect();
        file.filter(|_| said.is_empty()).ok_or(said.join("; "))
    }

    fn list(selectors: &[&str]) -> Vec<String> {
        selectors.iter().map(|&css| css.to_owned()).collect()
    }

    #[test]
    fn a_check_is_a_selectors_file_and_a_mended_selector_comes_first() {
        let tried = list(&["#a", "#b", "#s"]);
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
        let roles = [(Role::Composer, found), (Role::Send, missing)];
        let text = write_page_check("https://chat.example.com", "custom", &roles);

        let file = read(&text).expect("a check");
        let named = |send: &[&str]| {
            vec![
                (Role::Composer, list(&["#a", "#b"])),
                (Role::Send, list(send)),
            ]
        };
        assert_eq!(file.selectors, named(&["#s"]));
        let check = file.check.expect("it is a check");
        assert_eq!(check.origin, "https://chat.example.com");
        let composer = Found {
            selector: Some("#b".to_owned()),
            count: 2,
            visible: 1,
        };
        assert_eq!(
            check.found,
            [(Role::Composer, composer), (Role::Send, Found::default())]
        );

        let mended = text.replace("{\"selector\":null", "{\"selector\":\"#new\"");
        assert_eq!(
            read(&mended).expect("a check").selectors,
            named(&["#new", "#s"])
        );
        assert_eq!(
            read(&text.replace("\"send\"", "\"sent\"")),
            Err("/roles names the role \"sent\", which does not exist".to_owned())
        );
        assert_eq!(
            read(&text.replace("[\"#s\"]", "\"#s\"")),
            Err("/roles/send/tried must be an array, found a string".to_owned())
        );
    }

    #[test]
    fn lists_by_role_and_preset_files_are_read_as_well() {
        let file = read("{\"send\":[\"#s\"]}").expect("a list");
        assert_eq!(
            (file.selectors, file.check),
            (vec![(Role::Send, list(&["#s"]))], None)
        );
        let preset = builtin("custom").expect("it ships with the product");
        let file = read(include_str!("../presets/custom.json")).expect("a preset");
        assert_eq!(file.selectors.len(), preset.roles.len());
        for (role, selectors) in file.selectors {
            assert_eq!(selectors, preset.selectors().get(role), "{role:?}");
        }
        assert_eq!(
            read("{\"format\":\"eval752.browser_harness.v1\"}"),
            Err("/format is \"eval752.browser_harness.v1\", which is another format".to_owned())
        );
    }
}
