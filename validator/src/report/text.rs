//! The report as lines for people.

use std::fmt::Write as _;

use super::{Completeness, Kind, Report, Summary, TokenState, Verdict};
use crate::finding::{Finding, Severity, excerpt};

/// The parts of a line that a terminal may show apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accent {
    /// The word for a finding's severity.
    Severity(Severity),
    /// The word of the verdict.
    Verdict(Verdict),
    /// What to do.
    Remedy,
}

impl Report {
    /// Every finding, then the verdict and what it proves. `name` is how the
    /// file is called in the lines.
    pub fn lines(&self, name: &str) -> Vec<String> {
        self.lines_with(name, |_, text| text.to_owned())
    }

    /// The same, with `paint` around what a terminal may show apart.
    pub fn lines_with(&self, name: &str, paint: impl Fn(Accent, &str) -> String) -> Vec<String> {
        let mut out = Vec::new();
        for finding in &self.findings {
            out.extend(finding_lines(name, finding, &paint));
        }
        let hidden = self.counts.total() - self.findings.len() as u64;
        if hidden > 0 {
            out.push(format!(
                "{name}: {hidden} more findings (see --max-findings)"
            ));
        }
        out.push(self.painted_verdict(name, &paint));
        out
    }

    /// One line: the verdict and what it proves.
    pub fn verdict_line(&self, name: &str) -> String {
        self.painted_verdict(name, &|_, text| text.to_owned())
    }

    fn painted_verdict(&self, name: &str, paint: &impl Fn(Accent, &str) -> String) -> String {
        let verdict = self.verdict();
        let word = paint(Accent::Verdict(verdict), verdict.as_str());
        if verdict == Verdict::Bad {
            let errors = count(self.counts.errors, "error");
            let rest = if self.summary.content_judged || self.summary.zip_only {
                ""
            } else {
                "; the container must be sound before its content is judged"
            };
            return format!("{name}: {word}: {errors}{rest}");
        }
        format!("{name}: {word}: {}", self.summary.proves())
    }

    /// The facts of `--summary`, one a line.
    pub fn summary_lines(&self) -> Vec<String> {
        self.summary.lines()
    }
}

/// A finding in two lines: where and what, then what to do.
fn finding_lines(
    name: &str,
    finding: &Finding,
    paint: &impl Fn(Accent, &str) -> String,
) -> [String; 2] {
    let mut first = String::from(name);
    let place = finding.place.to_string();
    if !place.is_empty() {
        let _ = write!(first, ": {place}");
    }
    let severity = paint(
        Accent::Severity(finding.severity),
        finding.severity.as_str(),
    );
    let _ = write!(first, ": {severity} {}: {}", finding.code, finding.message);
    if let Some(excerpt) = &finding.excerpt {
        let _ = write!(first, " «{excerpt}»");
    }
    let remedy = paint(Accent::Remedy, &format!("→ {}", finding.remedy()));
    [first, format!("    {remedy}")]
}

fn count(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

impl Summary {
    /// What a good verdict proves, and what it does not.
    pub fn proves(&self) -> String {
        if self.zip_only {
            return format!(
                "an unambiguous store-only archive of {}; its content was not looked at",
                match self.entries.len() {
                    1 => "1 entry".to_owned(),
                    n => format!("{n} entries"),
                }
            );
        }
        let mut out = format!(
            "well-formed {}, {}, {} with an error",
            match self.kind {
                Kind::Archive => "capture archive",
                Kind::Payload => "capture payload",
            },
            count(self.records, "record"),
            self.errors
        );
        let pack = match &self.pack_name {
            Some(name) => format!("pack \"{}\"", excerpt(name)),
            None => "the signed pack".to_owned(),
        };
        let _ = match &self.completeness {
            Completeness::Complete { of, .. } => {
                write!(out, "; complete for {pack} ({of} of {of})")
            }
            Completeness::Partial { have, of, .. } => {
                write!(out, "; partial for {pack} ({have} of {of})")
            }
            Completeness::Unknown => write!(out, "; completeness unknown (give --key or --pack)"),
        };
        let _ = match &self.token {
            TokenState::Verified {
                key_id,
                signed_at,
                digest_checked,
                ..
            } => {
                let prompts = if *digest_checked {
                    ", ids and prompts as signed"
                } else {
                    ""
                };
                write!(
                    out,
                    "; token signed by key {key_id} at {signed_at}{prompts}"
                )
            }
            TokenState::NotVerified => write!(out, "; token not verified: no key given"),
            TokenState::Absent | TokenState::Refused => Ok(()),
        };
        out.push_str("; the responses themselves are not signed");
        out
    }

    /// The facts, one a line, as far as they are known.
    pub fn lines(&self) -> Vec<String> {
        let mut out = Vec::new();
        let mut fact = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                out.push(format!("{name:<10} {value}"));
            }
        };
        let text = |value: &Option<String>| value.as_deref().map(excerpt);
        fact(
            "file",
            Some(format!("{} of {} bytes", self.kind.as_str(), self.bytes)),
        );
        fact(
            "target",
            text(&self.target_name).map(|name| {
                format!(
                    "{name} ({}, {})",
                    self.preset.as_deref().unwrap_or("?"),
                    self.origin.as_deref().unwrap_or("?")
                )
            }),
        );
        fact("label", text(&self.label));
        fact(
            "session",
            self.started_at
                .as_ref()
                .zip(self.finished_at.as_ref())
                .map(|(a, b)| format!("{a} to {b}")),
        );
        fact("exported", self.exported_at.clone());
        fact(
            "judge",
            self.judge.as_ref().map(|(provider, model)| {
                format!("{} at {} (a proposal)", excerpt(model), excerpt(provider))
            }),
        );
        fact(
            "records",
            (!self.zip_only).then(|| {
                let of = match self.completeness {
                    Completeness::Complete { of, by } | Completeness::Partial { of, by, .. } => {
                        format!(" of {of} (by {by})")
                    }
                    Completeness::Unknown => String::new(),
                };
                format!("{}{of}, {} with an error", self.records, self.errors)
            }),
        );
        for (code, n) in &self.error_codes {
            fact("", Some(format!("{n} × {code}")));
        }
        for (label, n) in &self.model_labels {
            fact("model", Some(format!("{label} ({n})")));
        }
        for (entry, size) in &self.entries {
            fact("entry", Some(format!("{entry} ({size} bytes)")));
        }
        fact(
            "token",
            match &self.token {
                TokenState::Absent => None,
                TokenState::NotVerified => Some("not verified: no key given".to_owned()),
                TokenState::Refused => Some("refused".to_owned()),
                TokenState::Verified {
                    key_id,
                    dataset_id,
                    signed_at,
                    item_count,
                    ..
                } => Some(format!(
                    "signed by key {key_id} at {signed_at}: dataset {}, {item_count} items",
                    excerpt(dataset_id)
                )),
            },
        );
        out
    }
}
