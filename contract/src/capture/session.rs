//! `browser_harness.json`: which pack, on which page, when, under which name.

use super::evidence::SessionEvidence;
use crate::ids::DatasetToken;
use crate::json::{Node, Writer};
use crate::problem::{Problems, Reason};
use crate::target::Target;
use crate::time::Timestamp;

/// The second entry of a capture archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The token of the pack; opaque until someone verifies it.
    pub dataset_token: DatasetToken,
    /// The page.
    pub target: Target,
    /// Who is proposed to judge. The page could read this, so it holds a generic instruction.
    pub judge: Option<Judge>,
    /// First start and last end; a resumed session keeps its first start.
    pub session: SessionTimes,
    /// The name the user gave the run.
    pub label: Option<String>,
    /// How the capture was made.
    pub evidence: Option<SessionEvidence>,
}

/// A judge as the archive proposes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judge {
    /// The id of an API provider in the importer's workspace.
    pub provider_id: String,
    /// The model to ask.
    pub model: String,
    /// A generic instruction; never a rubric of an item.
    pub prompt: String,
}

/// The time window of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionTimes {
    /// The first start.
    pub started_at: Timestamp,
    /// The last end; not before the start.
    pub finished_at: Timestamp,
}

impl Session {
    /// Reads `browser_harness.json`.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let members = [
            "dataset_token",
            "target",
            "judge",
            "session",
            "label",
            "evidence",
        ];
        let object = problems.object(node, &members)?;
        let dataset_token = problems.required(object, "dataset_token", |problems, node| {
            problems.text_as(node, Reason::Empty, |text| DatasetToken::new(text))
        });
        let target = problems.required(object, "target", |problems, node| {
            Target::read(node, problems)
        });
        let judge = problems.nullable(object, "judge", |problems, node| {
            Judge::read(node, problems)
        });
        let session = problems.required(object, "session", |problems, node| {
            SessionTimes::read(node, problems)
        });
        let label = problems.nullable(object, "label", Problems::text);
        let evidence = problems.optional(object, "evidence", |problems, node| {
            SessionEvidence::read(node, problems)
        });
        Some(Self {
            dataset_token: dataset_token?,
            target: target?,
            judge: judge?,
            session: session?,
            label: label?,
            evidence: evidence?,
        })
    }

    /// Writes `browser_harness.json`.
    pub fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("dataset_token").string(self.dataset_token.as_str());
            self.target.write(out.key("target"));
            match &self.judge {
                Some(judge) => judge.write(out.key("judge")),
                None => out.key("judge").raw("null"),
            }
            out.key("session").object(|out| {
                out.key("started_at")
                    .string(&self.session.started_at.canonical());
                out.key("finished_at")
                    .string(&self.session.finished_at.canonical());
            });
            out.key("label").optional(self.label.as_deref());
            if let Some(evidence) = &self.evidence {
                evidence.write(out.key("evidence"));
            }
        });
    }

    /// The entry's bytes.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = Writer::new();
        self.write(&mut out);
        out.finish()
    }
}

impl Judge {
    /// Reads a `judge` object.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(node, &["provider_id", "model", "prompt"])?;
        let provider_id = problems.required(object, "provider_id", Problems::filled);
        let model = problems.required(object, "model", Problems::filled);
        let prompt = problems.required(object, "prompt", Problems::text);
        Some(Self {
            provider_id: provider_id?,
            model: model?,
            prompt: prompt?,
        })
    }

    /// Writes a `judge` object.
    pub fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("provider_id").string(&self.provider_id);
            out.key("model").string(&self.model);
            out.key("prompt").string(&self.prompt);
        });
    }
}

impl SessionTimes {
    fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(node, &["started_at", "finished_at"])?;
        let started_at = problems.required(object, "started_at", Problems::time);
        let finished_at = problems.required(object, "finished_at", Problems::time);
        let times = Self {
            started_at: started_at?,
            finished_at: finished_at?,
        };
        if times.finished_at < times.started_at {
            return problems.note(node.at, Reason::TimeOrder);
        }
        Some(times)
    }
}
