//! The registry as text, as JSON and as `docs/findings.md`.

use std::fmt::Write as _;

use eval752_contract::json::Writer;

use super::{Code, Grade, codes};

/// How a code's grade is said.
fn grade(code: Code) -> &'static str {
    match code.info().grade {
        Grade::Error => "error",
        Grade::Warning => "warning",
        Grade::Note => "note",
        Grade::Form => "note (an error under the canonical profile)",
    }
}

/// A few lines about one code.
pub fn text(code: Code) -> String {
    let info = code.info();
    format!(
        "{} ({})\n  {}\n  Cause: {}\n  Remedy: {}\n",
        info.id,
        grade(code),
        info.meaning,
        info.cause,
        info.remedy
    )
}

/// Codes as one JSON document.
pub fn json(chosen: &[Code]) -> String {
    let mut out = Writer::new();
    out.object(|out| {
        out.key("codes").array(|out| {
            for code in chosen {
                let info = code.info();
                out.object(|out| {
                    out.key("code").string(info.id);
                    out.key("severity").string(match info.grade {
                        Grade::Error => "error",
                        Grade::Warning => "warning",
                        Grade::Note | Grade::Form => "note",
                    });
                    out.key("canonical_error")
                        .bool(matches!(info.grade, Grade::Form | Grade::Error));
                    out.key("meaning").string(info.meaning);
                    out.key("cause").string(info.cause);
                    out.key("remedy").string(info.remedy);
                });
            }
        });
    });
    out.finish()
}

const INTRODUCTION: &str = include_str!("findings_intro.md");

/// `docs/findings.md`, whole.
pub fn markdown() -> String {
    let mut out = String::from(INTRODUCTION);
    let mut group = "";
    for code in codes::all() {
        let info = code.info();
        let of = info.id.split('.').next().unwrap_or_default();
        if of != group {
            group = of;
            let _ = write!(out, "\n## {group}\n");
        }
        let _ = write!(
            out,
            "\n### `{}`\n\n{}: {}\n\n- Cause: {}\n- Remedy: {}\n",
            info.id,
            grade(code),
            info.meaning,
            info.cause,
            info.remedy
        );
    }
    out
}
