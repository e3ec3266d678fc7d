//! From the page's choices to scripts.

use eval752_contract::json::Writer;
use eval752_contract::script::{
    CHROMIUM_BOOKMARK_LIMIT, FIREFOX_BOOKMARK_LIMIT, Form, PlainRuntime, Plan, PlanError, Runtime,
    RuntimeError, package, package_plain,
};

use crate::choices::{self, Issue};
use crate::out;
use crate::pack::{self, Refused};

/// What is made in one call. Packing a bookmarklet takes long enough to be noticed, so it does
/// not hold up the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The script to paste and the userscript.
    Scripts,
    /// The bookmarklet with the prompts.
    Bookmarklet,
    /// The bookmarklet that asks for a pack on the page.
    BareBookmarklet,
    /// The script without WebAssembly.
    Plain,
}

/// The runtime that what is wanted is made of.
enum Made {
    Wasm(Runtime),
    Plain(PlainRuntime),
}

impl Made {
    fn read(text: &str, wanted: Option<Wanted>) -> Result<Self, RuntimeError> {
        if wanted == Some(Wanted::Plain) {
            PlainRuntime::from_json(text).map(Self::Plain)
        } else {
            Runtime::from_json(text).map(Self::Wasm)
        }
    }
}

impl Wanted {
    fn parse(name: &str) -> Option<Self> {
        match name {
            "scripts" => Some(Self::Scripts),
            "bookmarklet" => Some(Self::Bookmarklet),
            "bare_bookmarklet" => Some(Self::BareBookmarklet),
            "plain" => Some(Self::Plain),
            _ => None,
        }
    }
}

/// `{ problems, preset, origin, display_name, … }` with what is wanted; without it when there
/// are problems, or when it carries prompts and there is no pack.
pub(crate) fn make(runtime: &str, pack_text: Option<&str>, options: &str, wanted: &str) -> String {
    let mut issues = Vec::new();
    let wanted = Wanted::parse(wanted);
    let runtime = Made::read(runtime, wanted)
        .map_err(|error| issues.push(Issue::new("/runtime", "runtime", error.to_string())));
    let pack = pack_text.and_then(|text| {
        let refused = match pack::parse(text) {
            Ok(pack) => return Some(pack),
            Err(refused) => refused,
        };
        let message = match refused {
            Refused::Syntax(error) => error.to_string(),
            Refused::Problems(problems) => format!("{} problems", problems.len()),
        };
        issues.push(Issue::new("/pack", "pack", message));
        None
    });
    let choices = choices::read(options, &mut issues);
    let plan = choices.and_then(|choices| {
        let named = choices.display_name;
        let plan = Plan::new(
            &choices.preset,
            choices.origin,
            choices.overrides,
            choices.options,
            pack.as_ref(),
        );
        match plan {
            Ok(mut plan) => {
                if let Some(name) = named {
                    plan.target.display_name = name;
                }
                Some(plan)
            }
            Err(error) => {
                issues.push(plan_issue(&error));
                None
            }
        }
    });
    let mut out = Writer::new();
    out.object(|out| {
        out.key("problems").array(|out| {
            for issue in &issues {
                out::one(out, &issue.pointer, &issue.code, &issue.message);
            }
        });
        if let (Ok(runtime), Some(plan), true) = (&runtime, &plan, issues.is_empty()) {
            write_forms(out, runtime, plan, wanted);
        }
    });
    out.finish()
}

fn write_forms(out: &mut Writer, runtime: &Made, plan: &Plan, wanted: Option<Wanted>) {
    out.key("preset").string(plan.target.preset.as_str());
    out.key("origin").string(plan.target.origin.as_str());
    out.key("display_name").string(&plan.target.display_name);
    out.key("firefox_limit")
        .integer(out::size(FIREFOX_BOOKMARK_LIMIT));
    out.key("chromium_limit")
        .integer(out::size(CHROMIUM_BOOKMARK_LIMIT));
    let mut form = |name: &str, length: &str, text: String| {
        out.key(length).integer(out::size(text.len()));
        out.key(name).string(&text);
    };
    let runtime = match runtime {
        Made::Wasm(runtime) => runtime,
        Made::Plain(runtime) => {
            if let (true, Ok(script)) =
                (plan.pack.is_some(), package_plain(runtime, plan, Form::Raw))
            {
                form("plain", "plain_bytes", script);
            }
            return;
        }
    };
    match wanted {
        Some(Wanted::Scripts) if plan.pack.is_some() => {
            form("raw", "raw_bytes", package(runtime, plan, Form::Raw));
            form(
                "userscript",
                "userscript_bytes",
                package(runtime, plan, Form::Userscript),
            );
        }
        Some(Wanted::Bookmarklet) if plan.pack.is_some() => form(
            "bookmarklet",
            "bookmarklet_chars",
            package(runtime, plan, Form::Bookmarklet),
        ),
        Some(Wanted::BareBookmarklet) => {
            let mut bare = plan.clone();
            bare.pack = None;
            form(
                "bare_bookmarklet",
                "bare_bookmarklet_chars",
                package(runtime, &bare, Form::Bookmarklet),
            );
        }
        Some(_) | None => {}
    }
}

/// Which choice a plan error is about.
fn plan_issue(error: &PlanError) -> Issue {
    match error {
        PlanError::NoOrigin => Issue::new(
            "/origin",
            "script.no_origin",
            "Give the origin of the page, such as https://chat.example.com.",
        ),
        PlanError::NoSelector(role) => Issue::new(
            &format!("/selectors/{}", role.as_str()),
            "script.no_selector",
            format!(
                "The role \"{}\" has no selector. {}",
                role.as_str(),
                role.meaning()
            ),
        ),
        PlanError::Delay => Issue::new(
            "/delay_ms",
            "script.delay",
            "The shortest wait must not be longer than the longest.",
        ),
        PlanError::Timeout => Issue::new(
            "/item_timeout_ms",
            "script.timeout",
            "An item needs at least one second.",
        ),
        other => Issue::new("", "script", other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use eval752_contract::digest::Digester;
    use eval752_contract::ids::{DatasetId, DatasetToken, ItemId, SectionId};
    use eval752_contract::pack::{Pack, PackDataset, PackItem, PackSection, Scoring, pack_digest};
    use eval752_contract::time::Timestamp;

    use super::*;

    const RUNTIME: &str = r#"{"format":"eval752.runtime.v1","version":"0.1.0","toolchain":"test","loader":"(function(a,b){})","wasm":"AAAA","wasm_bytes":3}"#;
    const REST: &str = r#""label":null,"autostart":false,"evidence":true,"delay_ms":null,"item_timeout_ms":null,"judge":null,"declared":{"temporary_chat":null,"memory":null,"custom_instructions":null,"tools":null}"#;

    fn pack() -> String {
        let items = vec![PackItem {
            dataset_item_id: ItemId::new("a").expect("an id"),
            section_id: SectionId::new("s").expect("an id"),
            prompt_text: "100 % </script>".into(),
            scoring: Scoring::None,
            scoring_note: None,
        }];
        let pack = Pack {
            dataset: PackDataset {
                id: DatasetId::new("d").expect("an id"),
                name: "Demo".into(),
                version_hash: Digester::new().finish(),
            },
            sections: vec![PackSection {
                id: SectionId::new("s").expect("an id"),
                title: "All".into(),
                item_count: 1,
            }],
            pack_digest: pack_digest(&items),
            items,
            dataset_token: DatasetToken::new("t").expect("a token"),
            created_at: Timestamp::from_millis(0),
        };
        pack.to_json()
    }

    #[test]
    fn good_choices_give_what_is_wanted() {
        let choices = format!(
            r#"{{"preset":"chatgpt","origin":"http://127.0.0.1:7752","display_name":"Here","selectors":null,{REST}}}"#
        );
        for (wanted, forms) in [
            ("scripts", &["raw", "userscript"][..]),
            ("bookmarklet", &["bookmarklet"]),
            ("bare_bookmarklet", &["bare_bookmarklet"]),
        ] {
            let answer = make(RUNTIME, Some(&pack()), &choices, wanted);
            assert!(answer.starts_with(r#"{"problems":[],"preset":"chatgpt","origin":"http://127.0.0.1:7752","display_name":"Here""#), "{answer}");
            for form in ["raw", "bookmarklet", "userscript", "bare_bookmarklet"] {
                let there = answer.contains(&format!("\"{form}\":\""));
                assert_eq!(there, forms.contains(&form), "{form} of {wanted}");
            }
        }
    }

    #[test]
    fn a_script_without_webassembly_is_made_of_the_other_runtime() {
        let plain = r#"{"format":"eval752.runtime_js.v1","version":"0.1.0","toolchain":"test","source":"(c=>{})"}"#;
        let choices = format!(
            r#"{{"preset":"chatgpt","origin":null,"display_name":null,"selectors":null,{REST}}}"#
        );
        let answer = make(plain, Some(&pack()), &choices, "plain");
        assert!(
            answer.contains(r#""plain":"// Browser Harness"#),
            "{answer}"
        );
        for wrong in [
            make(RUNTIME, Some(&pack()), &choices, "plain"),
            make(plain, Some(&pack()), &choices, "scripts"),
        ] {
            assert!(wrong.contains(r#""pointer":"/runtime""#), "{wrong}");
        }
    }

    #[test]
    fn without_a_pack_only_the_bookmarklet_that_asks_for_one_is_made() {
        let choices = format!(
            r#"{{"preset":"chatgpt","origin":null,"display_name":null,"selectors":null,{REST}}}"#
        );
        for (wanted, made) in [
            ("scripts", false),
            ("bookmarklet", false),
            ("bare_bookmarklet", true),
        ] {
            let answer = make(RUNTIME, None, &choices, wanted);
            assert_eq!(answer.contains("\":\"javascript:"), made, "{answer}");
            assert!(!answer.contains(r#""raw""#), "{answer}");
        }
    }

    #[test]
    fn each_bad_choice_is_named_with_its_place() {
        for (choices, pointer) in [
            (
                r#""preset":"custom","origin":"chat.example","display_name":null,"selectors":"{\"composer\":[\"t\"],\"assistant_turn\":[\"a\"]}""#,
                "/origin",
            ),
            (
                r#""preset":"custom","origin":null,"display_name":null,"selectors":"{\"composer\":[\"t\"],\"assistant_turn\":[\"a\"]}""#,
                "/origin",
            ),
            (
                r#""preset":"chatgpt","origin":null,"display_name":null,"selectors":"{\"compozer\":[]}""#,
                "/selectors",
            ),
            (
                r#""preset":"chatgpt","origin":null,"display_name":null,"selectors":"{\"composer\":[3]}""#,
                "/selectors/composer/0",
            ),
            (
                r#""preset":"chatgpt","origin":null,"display_name":null,"selectors":"{""#,
                "/selectors",
            ),
            (
                r#""preset":"nobody","origin":null,"display_name":null,"selectors":null"#,
                "/preset",
            ),
        ] {
            let answer = make(
                RUNTIME,
                Some(&pack()),
                &format!("{{{choices},{REST}}}"),
                "scripts",
            );
            assert!(
                answer.contains(&format!("\"pointer\":\"{pointer}\"")),
                "{choices}: {answer}"
            );
            assert!(!answer.contains("\"raw\""));
        }
        let answer = make("{}", Some("{}"), "{}", "scripts");
        assert!(answer.contains("cargo xtask build"), "{answer}");
    }
}
