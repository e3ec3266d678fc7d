//! `evidence`: the one documented extension, which says how a capture was made.

use crate::json::{Node, Writer};
use crate::problem::{Problems, Reason};
use crate::role::{Role, Selectors, write_overrides};

/// How one record came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordEvidence {
    /// Which selector of each role's list matched.
    pub matched: Vec<(Role, String)>,
    /// How the end of the answer was proven, as `end-marker`; see `docs/format.md`.
    pub completion: String,
    /// How the prompt was written.
    pub fill: Fill,
    /// How long the tab was hidden during the item, in milliseconds.
    pub hidden_ms: u64,
    /// 1, or more where the user asked to send the prompt again.
    pub attempt: u64,
    /// What else a reader should know.
    pub notes: Vec<String>,
}

/// How a prompt was written into the composer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fill {
    /// The technique, as `value-setter` or `insert-text`.
    pub technique: String,
    /// What the comparison with the page had to forgive: `line-ends`, `no-break-space`,
    /// `final-newline`.
    pub normalisation: Vec<String>,
}

/// How a session came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionEvidence {
    /// Names this session; the same after a resume.
    pub session_id: String,
    /// The version of the runtime.
    pub runtime_version: String,
    /// The version of the preset.
    pub preset_version: String,
    /// Selectors that the user gave in place of the preset's.
    pub overrides: Vec<(Role, Vec<String>)>,
    /// `navigator.userAgent`.
    pub user_agent: String,
    /// `navigator.language`.
    pub language: String,
    /// What the user stated about their account.
    pub declared: Declared,
    /// What happened when; capped.
    pub log: Vec<LogEvent>,
}

/// The user's statement; `None` is "not stated".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Declared {
    /// The conversation is a temporary one.
    pub temporary_chat: Option<bool>,
    /// The product remembers earlier conversations.
    pub memory: Option<bool>,
    /// Custom instructions are set.
    pub custom_instructions: Option<bool>,
    /// Tools (search, code, …) are on.
    pub tools: Option<bool>,
}

/// One event of the session's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEvent {
    /// Milliseconds since the session's first start.
    pub at_ms: u64,
    /// What happened.
    pub event: String,
}

impl RecordEvidence {
    /// Reads a record's `evidence`.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(
            node,
            &[
                "matched",
                "completion",
                "fill",
                "hidden_ms",
                "attempt",
                "notes",
            ],
        )?;
        let matched = problems.required(object, "matched", |problems, node| {
            problems.by_role(node, Problems::filled)
        });
        let completion = problems.required(object, "completion", Problems::filled);
        let fill = problems.required(object, "fill", |problems, node| {
            let object = problems.object(node, &["technique", "normalisation"])?;
            let technique = problems.required(object, "technique", Problems::text);
            let normalisation = problems.required(object, "normalisation", |problems, node| {
                problems.array(node, |problems, node| problems.filled(node))
            });
            Some(Fill {
                technique: technique?,
                normalisation: normalisation?,
            })
        });
        let hidden_ms = problems.required(object, "hidden_ms", Problems::integer);
        let attempt = problems.required(object, "attempt", |problems, node| {
            match problems.integer(node)? {
                0 => problems.note(node.at, Reason::Word("1, 2, 3 and so on")),
                attempt => Some(attempt),
            }
        });
        let notes = problems.required(object, "notes", |problems, node| {
            problems.array(node, |problems, node| problems.filled(node))
        });
        Some(Self {
            matched: matched?,
            completion: completion?,
            fill: fill?,
            hidden_ms: hidden_ms?,
            attempt: attempt?,
            notes: notes?,
        })
    }

    /// Writes a record's `evidence`.
    pub fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("matched").object(|out| {
                for (role, selector) in &self.matched {
                    out.key(role.as_str()).string(selector);
                }
            });
            out.key("completion").string(&self.completion);
            out.key("fill").object(|out| {
                out.key("technique").string(&self.fill.technique);
                write_strings(out.key("normalisation"), &self.fill.normalisation);
            });
            out.key("hidden_ms").integer(self.hidden_ms);
            out.key("attempt").integer(self.attempt);
            write_strings(out.key("notes"), &self.notes);
        });
    }
}

impl SessionEvidence {
    /// Reads the session's `evidence`.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(
            node,
            &[
                "session_id",
                "runtime_version",
                "preset_version",
                "overrides",
                "user_agent",
                "language",
                "declared",
                "log",
            ],
        )?;
        let session_id = problems.required(object, "session_id", Problems::filled);
        let runtime_version = problems.required(object, "runtime_version", Problems::filled);
        let preset_version = problems.required(object, "preset_version", Problems::text);
        let overrides = problems.required(object, "overrides", |problems, node| {
            Selectors::read(node, problems)
        });
        let user_agent = problems.required(object, "user_agent", Problems::text);
        let language = problems.required(object, "language", Problems::text);
        let declared = problems.required(object, "declared", |problems, node| {
            Declared::read(node, problems)
        });
        let log = problems.required(object, "log", |problems, node| {
            problems.array(node, |problems, node| {
                let object = problems.object(node, &["at_ms", "event"])?;
                let at_ms = problems.required(object, "at_ms", Problems::integer);
                let event = problems.required(object, "event", Problems::filled);
                Some(LogEvent {
                    at_ms: at_ms?,
                    event: event?,
                })
            })
        });
        Some(Self {
            session_id: session_id?,
            runtime_version: runtime_version?,
            preset_version: preset_version?,
            overrides: overrides?,
            user_agent: user_agent?,
            language: language?,
            declared: declared?,
            log: log?,
        })
    }

    /// Writes the session's `evidence`.
    pub fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("session_id").string(&self.session_id);
            out.key("runtime_version").string(&self.runtime_version);
            out.key("preset_version").string(&self.preset_version);
            write_overrides(out.key("overrides"), &self.overrides);
            out.key("user_agent").string(&self.user_agent);
            out.key("language").string(&self.language);
            self.declared.write(out.key("declared"));
            out.key("log").array(|out| {
                for event in &self.log {
                    out.object(|out| {
                        out.key("at_ms").integer(event.at_ms);
                        out.key("event").string(&event.event);
                    });
                }
            });
        });
    }
}

impl Declared {
    const NAMES: [&'static str; 4] = ["temporary_chat", "memory", "custom_instructions", "tools"];

    /// Reads the four statements; each must be there, as true, false or null.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(node, &Self::NAMES)?;
        let [temporary_chat, memory, custom_instructions, tools] =
            Self::NAMES.map(|name| problems.nullable(object, name, Problems::boolean));
        Some(Self {
            temporary_chat: temporary_chat?,
            memory: memory?,
            custom_instructions: custom_instructions?,
            tools: tools?,
        })
    }

    /// Writes the four statements.
    pub fn write(&self, out: &mut Writer) {
        let values = [
            self.temporary_chat,
            self.memory,
            self.custom_instructions,
            self.tools,
        ];
        out.object(|out| {
            for (name, value) in Self::NAMES.into_iter().zip(values) {
                match value {
                    Some(value) => out.key(name).bool(value),
                    None => out.key(name).raw("null"),
                }
            }
        });
    }
}

fn write_strings(out: &mut Writer, texts: &[String]) {
    out.array(|out| {
        for text in texts {
            out.string(text);
        }
    });
}
