//! The report as JSON (`eval752.validation.v1`); `docs/findings.md` shows its shape.

use eval752_contract::json::Writer;

use super::{Completeness, Report, Summary, TokenState};
use crate::finding::Finding;

/// The value of `format` in a JSON report.
const REPORT_FORMAT: &str = "eval752.validation.v1";

/// Several files in one document; a file that could not be read has a
/// sentence in place of a report.
pub fn files_to_json<'a>(
    files: impl IntoIterator<Item = (&'a str, Result<&'a Report, &'a str>)>,
) -> String {
    let mut out = Writer::new();
    out.object(|out| {
        out.key("format").string(REPORT_FORMAT);
        out.key("files").array(|out| {
            for (name, result) in files {
                out.object(|out| {
                    out.key("file").string(name);
                    match result {
                        Ok(report) => report.write(out),
                        Err(why) => {
                            out.key("verdict").string("unreadable");
                            out.key("error").string(why);
                        }
                    }
                });
            }
        });
    });
    out.finish()
}

impl Report {
    /// The report in the same document as the command prints, for one file.
    pub fn to_json(&self, name: &str) -> String {
        files_to_json([(name, Ok(self))])
    }

    fn write(&self, out: &mut Writer) {
        out.key("verdict").string(self.verdict().as_str());
        out.key("counts").object(|out| {
            out.key("errors").integer(self.counts.errors);
            out.key("warnings").integer(self.counts.warnings);
            out.key("notes").integer(self.counts.notes);
        });
        out.key("findings").array(|out| {
            for finding in &self.findings {
                finding.write(out);
            }
        });
        self.summary.write(out.key("summary"), self.is_good());
    }
}

impl Finding {
    fn write(&self, out: &mut Writer) {
        let optional = |out: &mut Writer, name: &str, value: Option<u64>| match value {
            Some(value) => out.key(name).integer(value),
            None => out.key(name).raw("null"),
        };
        out.object(|out| {
            out.key("code").string(self.code.as_str());
            out.key("severity").string(self.severity.as_str());
            out.key("entry").optional(self.place.entry.as_deref());
            optional(out, "line", self.place.line);
            optional(out, "column", self.place.column);
            optional(out, "offset", self.place.offset);
            out.key("pointer").optional(self.place.pointer.as_deref());
            out.key("message").string(&self.message);
            out.key("excerpt").optional(self.excerpt.as_deref());
            out.key("remedy").string(self.remedy());
        });
    }
}

impl Summary {
    fn write(&self, out: &mut Writer, good: bool) {
        out.object(|out| {
            out.key("kind").string(self.kind.as_str());
            out.key("bytes").integer(self.bytes);
            out.key("content_judged").bool(self.content_judged);
            out.key("format").optional(self.format.as_deref());
            out.key("exported_at").optional(self.exported_at.as_deref());
            out.key("preset").optional(self.preset.as_deref());
            out.key("origin").optional(self.origin.as_deref());
            out.key("display_name")
                .optional(self.target_name.as_deref());
            out.key("label").optional(self.label.as_deref());
            out.key("started_at").optional(self.started_at.as_deref());
            out.key("finished_at").optional(self.finished_at.as_deref());
            match &self.judge {
                Some((provider, model)) => out.key("judge").object(|out| {
                    out.key("provider_id").string(provider);
                    out.key("model").string(model);
                }),
                None => out.key("judge").raw("null"),
            }
            out.key("records").integer(self.records);
            out.key("errors").integer(self.errors);
            out.key("error_codes").object(|out| {
                for (code, n) in &self.error_codes {
                    out.key(code).integer(*n);
                }
            });
            out.key("model_labels").array(|out| {
                for (label, n) in &self.model_labels {
                    out.object(|out| {
                        out.key("label").string(label);
                        out.key("records").integer(*n);
                    });
                }
            });
            self.write_completeness(out);
            self.write_token(out);
            out.key("entries").array(|out| {
                for (name, size) in &self.entries {
                    out.object(|out| {
                        out.key("name").string(name);
                        out.key("size").integer(*size);
                    });
                }
            });
            let proves = good.then(|| self.proves());
            out.key("proves").optional(proves.as_deref());
        });
    }

    fn write_completeness(&self, out: &mut Writer) {
        out.key("completeness")
            .object(|out| match &self.completeness {
                Completeness::Unknown => out.key("state").string("unknown"),
                Completeness::Complete { of, by } => {
                    out.key("state").string("complete");
                    out.key("have").integer(*of);
                    out.key("of").integer(*of);
                    out.key("by").string(by);
                }
                Completeness::Partial { have, of, by } => {
                    out.key("state").string("partial");
                    out.key("have").integer(*have);
                    out.key("of").integer(*of);
                    out.key("by").string(by);
                }
            });
        out.key("pack").optional(self.pack_name.as_deref());
        out.key("missing").array(|out| {
            for id in &self.missing {
                out.string(id);
            }
        });
    }

    fn write_token(&self, out: &mut Writer) {
        out.key("token").object(|out| match &self.token {
            TokenState::Absent => out.key("state").string("absent"),
            TokenState::NotVerified => out.key("state").string("not_verified"),
            TokenState::Refused => out.key("state").string("refused"),
            TokenState::Verified {
                key_id,
                dataset_id,
                signed_at,
                item_count,
                digest_checked,
            } => {
                out.key("state").string("verified");
                out.key("key_id").string(key_id);
                out.key("dataset_id").string(dataset_id);
                out.key("signed_at").string(signed_at);
                out.key("item_count").integer(*item_count);
                out.key("digest_checked").bool(*digest_checked);
            }
        });
    }
}
