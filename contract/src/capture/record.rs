//! One line of `results.jsonl`: a prompt and what the page answered.

use super::evidence::RecordEvidence;
use crate::error_code::CaptureError;
use crate::ids::ItemId;
use crate::json::{Node, Writer};
use crate::problem::{Problems, Reason};
use crate::time::Timestamp;

/// By how much `latency_ms` and the two times of a record may differ, in milliseconds: whole
/// seconds cut off up to one at each end.
pub const LATENCY_TOLERANCE_MS: u64 = 1000;

/// What came of one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The item of the pack.
    pub dataset_item_id: ItemId,
    /// The prompt exactly as the pack has it.
    pub prompt_text: String,
    /// The answer, or why there is none.
    pub outcome: Outcome,
    /// From sending to the end of the answer.
    pub timing: Timing,
    /// The model's name as the page showed it.
    pub model_label: Option<String>,
    /// How the answer was proven to be whole.
    pub evidence: Option<RecordEvidence>,
}

/// A whole answer, or a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A whole answer; not empty.
    Answer(String),
    /// No whole answer.
    Failed {
        /// Why.
        error: CaptureError,
        /// What there was of the answer; not empty.
        partial: Option<String>,
    },
}

/// When an item ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// When the prompt was sent.
    pub started_at: Timestamp,
    /// When the answer was whole, or given up.
    pub finished_at: Timestamp,
    /// The time between, by a clock that nobody sets.
    pub latency_ms: u64,
}

impl Record {
    /// Reads one record.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(
            node,
            &[
                "dataset_item_id",
                "prompt_text",
                "response",
                "error",
                "timing",
                "model_label",
                "evidence",
            ],
        )?;
        let dataset_item_id = problems.required(object, "dataset_item_id", |problems, node| {
            problems.text_as(node, Reason::Empty, |text| ItemId::new(text))
        });
        let prompt_text = problems.required(object, "prompt_text", Problems::text);
        let response = problems.nullable(object, "response", |problems, node| {
            problems.text_as(node, Reason::EmptyResponse, |text| {
                (!text.is_empty()).then(|| text.to_owned())
            })
        });
        let error = problems.nullable(object, "error", |problems, node| {
            problems.text_as(node, Reason::ErrorCode, CaptureError::parse)
        });
        let timing = problems.required(object, "timing", |problems, node| {
            Timing::read(node, problems)
        });
        let model_label = problems.nullable(object, "model_label", Problems::text);
        let evidence = problems.optional(object, "evidence", |problems, node| {
            RecordEvidence::read(node, problems)
        });
        let outcome = match (response?, error?) {
            (Some(response), None) => Outcome::Answer(response),
            (partial, Some(error)) => Outcome::Failed { error, partial },
            (None, None) => return problems.note(node.at, Reason::NoResult),
        };
        Some(Self {
            dataset_item_id: dataset_item_id?,
            prompt_text: prompt_text?,
            outcome,
            timing: timing?,
            model_label: model_label?,
            evidence: evidence?,
        })
    }

    /// The answer or what there is of it.
    #[must_use]
    pub fn response(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Answer(text) => Some(text),
            Outcome::Failed { partial, .. } => partial.as_deref(),
        }
    }

    /// Why there is no whole answer.
    #[must_use]
    pub fn error(&self) -> Option<&CaptureError> {
        match &self.outcome {
            Outcome::Answer(_) => None,
            Outcome::Failed { error, .. } => Some(error),
        }
    }

    /// Writes one record.
    pub fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("dataset_item_id")
                .string(self.dataset_item_id.as_str());
            out.key("prompt_text").string(&self.prompt_text);
            out.key("response").optional(self.response());
            out.key("error")
                .optional(self.error().map(CaptureError::as_str));
            out.key("timing").object(|out| {
                out.key("started_at")
                    .string(&self.timing.started_at.canonical());
                out.key("finished_at")
                    .string(&self.timing.finished_at.canonical());
                out.key("latency_ms").integer(self.timing.latency_ms);
            });
            out.key("model_label").optional(self.model_label.as_deref());
            if let Some(evidence) = &self.evidence {
                evidence.write(out.key("evidence"));
            }
        });
    }

    /// The record as one line of `results.jsonl`, with its line feed.
    #[must_use]
    pub fn to_line(&self) -> String {
        let mut out = Writer::new();
        self.write(&mut out);
        let mut line = out.finish();
        line.push('\n');
        line
    }
}

impl Timing {
    fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(node, &["started_at", "finished_at", "latency_ms"])?;
        let started_at = problems.required(object, "started_at", Problems::time);
        let finished_at = problems.required(object, "finished_at", Problems::time);
        let latency_ms = problems.required(object, "latency_ms", Problems::integer);
        let timing = Self {
            started_at: started_at?,
            finished_at: finished_at?,
            latency_ms: latency_ms?,
        };
        let elapsed = timing.finished_at.nanos_since(timing.started_at);
        if elapsed < 0 {
            return problems.note(node.at, Reason::TimeOrder);
        }
        let stated = i128::from(timing.latency_ms) * 1_000_000;
        if (stated - elapsed).abs() > i128::from(LATENCY_TOLERANCE_MS) * 1_000_000 {
            let reason = Reason::Latency {
                stated_ms: timing.latency_ms,
                elapsed_ms: i64::try_from(elapsed / 1_000_000).unwrap_or(i64::MAX),
            };
            return problems.note(node.at, reason);
        }
        Some(timing)
    }
}
