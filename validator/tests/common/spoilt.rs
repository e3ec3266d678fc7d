//! Documents that are spoilt in one place, and the code each must get.

/// Document, what is replaced, by what, and the code it must get.
pub(crate) const SPOILT: &[(&str, &str, &str)] = &[
    (
        "\"item_count\":3",
        "\"item_count\":4",
        "archive.count_mismatch",
    ),
    (
        "\"error_count\":0",
        "\"error_count\":1",
        "archive.count_mismatch",
    ),
    ("\"item_count\":3", "\"item_count\":0", "archive.no_items"),
    ("\"item_count\":3", "\"item_count\":3.0", "schema.integer"),
    ("\"item_count\":3", "\"item_count\":3e0", "schema.integer"),
    ("\"item_count\":3", "\"item_count\":03", "json.number"),
    ("\"item_count\":3", "\"item_count\":NaN", "json.number"),
    ("\"item_count\":3", "\"item_count\":-3", "schema.integer"),
    (
        "\"item_count\":3",
        "\"item_count\":9007199254740992",
        "schema.integer",
    ),
    ("\"item_count\":3", "\"item_count\":\"3\"", "schema.type"),
    ("\"item_count\":3", "\"item_count\":null", "schema.type"),
    ("\"item_count\":3,", "", "schema.missing_member"),
    (
        "\"item_count\":3",
        "\"item_count\":3,\"extra\":1",
        "schema.unknown_member",
    ),
    (
        "\"item_count\":3",
        "\"item_count\":3,\"item_count\":3",
        "json.duplicate_key",
    ),
    (
        "\"item_count\":3",
        "\"item_count\":3,\"item\\u005fcount\":3",
        "json.duplicate_key",
    ),
    (
        "browser_harness.v1",
        "browser_harness.v2",
        "archive.format_unknown",
    ),
    (
        "browser_harness.v1",
        "dataset_package.v1",
        "archive.format_unknown",
    ),
    (
        "2026-03-12T18:10:00.000Z\",\"item",
        "2026-03-12T18:10:00.000\",\"item",
        "schema.time",
    ),
    (
        "2026-03-12T18:10:00.000Z\",\"item",
        "2026-02-30T18:10:00.000Z\",\"item",
        "schema.time",
    ),
    (
        "2026-03-12T18:10:00.000Z\",\"item",
        "2026-03-12T18:10:60.000Z\",\"item",
        "schema.time",
    ),
    (
        "2026-03-12T18:10:00.000Z\",\"item",
        "12026-03-12T18:10:00.000Z\",\"item",
        "schema.time",
    ),
    (
        "\"https://gemini.google.com\"",
        "\"https://gemini.google.com/\"",
        "schema.origin",
    ),
    (
        "\"https://gemini.google.com\"",
        "\"https://gemini.google.com:443\"",
        "schema.origin",
    ),
    (
        "\"preset\":\"gemini\"",
        "\"preset\":\"Gemini!\"",
        "schema.preset",
    ),
    (
        "\"label\":\"Gemini",
        "\"label\":1,\"x\":\"Gemini",
        "schema.type",
    ),
    (
        ",\"label\":\"Gemini Web Browser Harness import\"",
        "",
        "schema.missing_member",
    ),
    (
        "\"session\":{\"started_at\":\"2026-03-12T18:09:00.000Z\"",
        "\"session\":{\"started_at\":\"2026-03-12T18:19:00.000Z\"",
        "record.time_order",
    ),
    (
        "\"session\":{\"started_at\":\"2026-03-12T18:09:00.000Z\"",
        "\"session\":{\"started_at\":\"2026-03-12T18:09:04.000Z\"",
        "record.outside_session",
    ),
    (
        "\"judge\":{\"provider_id\":\"prov_judge\",",
        "\"judge\":{",
        "schema.missing_member",
    ),
    (
        "{\"dataset_item_id\":\"item-1\",",
        "{\"dataset_item_id\":\"item-1\",\"a\":1,",
        "schema.unknown_member",
    ),
    (
        "\"dataset_item_id\":\"item-1\"",
        "\"dataset_item_id\":\"\"",
        "schema.empty",
    ),
    (
        "\"dataset_item_id\":\"item-2\"",
        "\"dataset_item_id\":\"item-1\"",
        "archive.duplicate_item",
    ),
    (
        "\"dataset_item_id\":\"item-2\"",
        "\"dataset_item_id\":\"item\\u002d1\"",
        "archive.duplicate_item",
    ),
    (
        "\"response\":\"Answer 0 — **bold**\\nnext\"",
        "\"response\":null",
        "record.no_result",
    ),
    (
        "\"response\":\"Answer 0 — **bold**\\nnext\"",
        "\"response\":\"\"",
        "record.empty_response",
    ),
    (
        "\"response\":\"Answer 0 — **bold**\\nnext\",",
        "",
        "schema.missing_member",
    ),
    ("Answer 0", "Answer \\ud800", "json.surrogate"),
    ("Answer 0", "Answer \\udc00\\ud800", "json.surrogate"),
    ("Answer 0", "Answer \\x", "json.syntax"),
    ("Answer 0", "Answer \u{1}", "json.syntax"),
    (
        "\"error\":null",
        "\"error\":\"it broke\"",
        "record.error_code",
    ),
    ("\"error\":null", "\"error\":{}", "schema.type"),
    (
        "\"latency_ms\":3120",
        "\"latency_ms\":4001",
        "record.latency_mismatch",
    ),
    (
        "\"latency_ms\":3120",
        "\"latency_ms\":1999",
        "record.latency_mismatch",
    ),
    (
        "\"latency_ms\":3120",
        "\"latency_ms\":1e400",
        "schema.integer",
    ),
    (
        "\"finished_at\":\"2026-03-12T18:09:05.000Z\"",
        "\"finished_at\":\"2026-03-12T18:09:01.000Z\"",
        "record.time_order",
    ),
    (
        "\"timing\":{\"started_at\"",
        "\"timing\":[{\"started_at\"",
        "json.syntax",
    ),
    (
        "\"model_label\":\"Gemini 2.5 Flash\"",
        "\"model_label\":[]",
        "schema.type",
    ),
    (
        "\"model_label\":\"Gemini 2.5 Flash\"",
        "\"model_label\":\"Gemini 2.5 Flash\",\"evidence\":null",
        "schema.type",
    ),
];
