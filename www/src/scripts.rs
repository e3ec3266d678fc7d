//! From the page's choices to scripts.

use eval752_contract::json::Writer;
use eval752_contract::script::{
    CHROMIUM_BOOKMARK_LIMIT, FIREFOX_BOOKMARK_LIMIT, Form, Plan, PlanError, Runtime, package,
};

use crate::choices::{self, Issue};
use crate::out;
use crate::pack::{self, Refused};

/// `{ problems, preset, origin, display_name, raw, … }`; without the forms when there are
/// problems.
pub(crate) fn make(runtime: &str, pack_text: &str, options: &str) -> String {
    let mut issues = Vec::new();
    let runtime = Runtime::from_json(runtime)
        .map_err(|error| issues.push(Issue::new("/runtime", "runtime", error.to_string())));
    let pack = pack::parse(pack_text).map_err(|refused| {
        let message = match refused {
            Refused::Syntax(error) => error.to_string(),
            Refused::Problems(problems) => format!("{} problems", problems.len()),
        };
        issues.push(Issue::new("/pack", "pack", message));
    });
    let choices = choices::read(options, &mut issues);
    let plan = choices.and_then(|choices| {
        let named = choices.display_name;
        let plan = Plan::new(
            &choices.preset,
            choices.origin,
            choices.overrides,
            choices.options,
            pack.as_ref().ok(),
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
            write_forms(out, runtime, plan);
        }
    });
    out.finish()
}

fn write_forms(out: &mut Writer, runtime: &Runtime, plan: &Plan) {
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
    form("raw", "raw_bytes", package(runtime, plan, Form::Raw));
    form(
        "bookmarklet",
        "bookmarklet_chars",
        package(runtime, plan, Form::Bookmarklet),
    );
    form(
        "userscript",
        "userscript_bytes",
        package(runtime, plan, Form::Userscript),
    );
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
            "/selectors",
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
    fn good_choices_give_every_form() {
        let choices = format!(
            r#"{{"preset":"chatgpt","origin":"http://127.0.0.1:7752","display_name":"Here","selectors":null,{REST}}}"#
        );
        let answer = make(RUNTIME, &pack(), &choices);
        assert!(answer.starts_with(r#"{"problems":[],"preset":"chatgpt","origin":"http://127.0.0.1:7752","display_name":"Here""#), "{answer}");
        for form in ["raw", "bookmarklet", "userscript"] {
            assert!(answer.contains(&format!("\"{form}\":\"")), "{form}");
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
            let answer = make(RUNTIME, &pack(), &format!("{{{choices},{REST}}}"));
            assert!(
                answer.contains(&format!("\"pointer\":\"{pointer}\"")),
                "{choices}: {answer}"
            );
            assert!(!answer.contains("\"raw\""));
        }
        let answer = make("{}", "{}", "{}");
        assert!(answer.contains("cargo xtask build"), "{answer}");
    }
}
