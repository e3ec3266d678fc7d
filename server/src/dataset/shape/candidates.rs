//! The names that people give to fields, by what they usually hold.

/// Names that hold what is asked.
pub(super) const PROMPT: &[&str] = &[
    "question",
    "prompt",
    "instruction",
    "query",
    "input",
    "problem",
    "statement",
];
/// Names that hold what should be answered.
pub(super) const ANSWER: &[&str] = &[
    "answer",
    "answers",
    "target",
    "output",
    "expected",
    "expected_output",
    "expectedoutput",
    "reference",
    "ground_truth",
    "response",
    "best_answer",
    "label",
    "ideal",
    "solution",
];
/// Names that hold an id.
pub(super) const ID: &[&str] = &[
    "id",
    "key",
    "question_id",
    "idx",
    "task_id",
    "item_id",
    "uid",
    "uuid",
];
/// Names that hold a grouping.
pub(super) const SECTION: &[&str] = &["section", "category", "subject", "subset"];
/// Names that hold instructions for a judge.
pub(super) const CRITERIA: &[&str] = &["criteria", "rubric"];
/// Names that hold options.
pub(super) const CHOICES: &[&str] = &["choices", "options"];
/// Names that hold something the question may depend on.
pub(super) const CONTEXT: &[&str] = &[
    "context",
    "passage",
    "article",
    "document",
    "background",
    "story",
];
/// Names that hold what can't be typed into a page.
pub(super) const MEDIA: &[&str] = &[
    "image",
    "images",
    "image_url",
    "audio",
    "video",
    "files",
    "file",
    "attachments",
];
/// Names that hold a system message.
pub(super) const SYSTEM: &[&str] = &["system", "system_prompt", "system_message"];

/// Words in a name which say that it is about something, not the thing itself.
const ABOUT: &[&str] = &[
    "id",
    "type",
    "category",
    "source",
    "difficulty",
    "confidence",
    "count",
    "len",
    "length",
    "index",
    "explanation",
    "url",
    "score",
    "date",
    "language",
    "lang",
];

/// The field names that are one of `names`, in the order of `names`.
pub(super) fn exact<'a>(fields: &[&'a str], names: &[&str]) -> Vec<&'a str> {
    names
        .iter()
        .filter_map(|name| fields.iter().find(|field| field.eq_ignore_ascii_case(name)))
        .copied()
        .collect()
}

/// The field names that have one of `names` as a word in them, as `answer_text` has `answer`.
pub(super) fn similar<'a>(fields: &[&'a str], names: &[&str]) -> Vec<&'a str> {
    let words = |field: &str| -> Vec<String> {
        field
            .split(['_', '-', ' ', '.'])
            .map(str::to_ascii_lowercase)
            .collect()
    };
    fields
        .iter()
        .filter(|field| {
            let words = words(field);
            words.iter().any(|word| names.contains(&word.as_str()))
                && !words.iter().any(|word| ABOUT.contains(&word.as_str()))
        })
        .copied()
        .collect()
}
