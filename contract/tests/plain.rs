//! The plain-text projection: what is seen stays, marks go, and nothing makes it fail.
#![cfg(feature = "plain-text")]

use eval752_contract::plain::{is_invisible, plain_text, squeezed};
use proptest::prelude::*;

#[test]
fn what_is_seen_stays_and_marks_go() {
    for (markdown, text) in [
        ("**Paris**", "Paris"),
        ("It is *very* `cold`.\n\n- a\n- b", "It is very cold.\na\nb"),
        ("# Title\n\ntext", "Title\ntext"),
        ("```json\n{\"a\": 1}\n```", "{\"a\": 1}"),
        ("- a\n  ```\n  x\n  ```", "a\nx"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a\tb\n1\t2"),
        ("$x^2$ and $$y$$", "x^2 and y"),
        ("[link](https://x)", "link"),
        ("![a picture](x.png)", "a picture"),
        ("1. one\n2. two", "one\ntwo"),
        ("> said\n> so", "said\nso"),
        ("a < b & c", "a < b & c"),
        ("one  \ntwo", "one\ntwo"),
    ] {
        assert_eq!(plain_text(markdown), text, "{markdown}");
    }
}

#[test]
fn escapes_and_references_are_what_they_stand_for() {
    for (markdown, text) in [
        ("\\*not bold\\*", "*not bold*"),
        ("1\\. no list", "1. no list"),
        ("\\<b> \\&amp;", "<b> &amp;"),
        ("from \\$5 to \\$6", "from $5 to $6"),
        ("it costs $5", "it costs $5"),
        ("a&#x62;c", "abc"),
        ("| a\\|b | `c\\|d` | $\\|x\\|$ |\n|-|-|-|", "a|b\tc|d\t|x|"),
    ] {
        assert_eq!(plain_text(markdown), text, "{markdown}");
    }
}

#[test]
fn raised_and_lowered_text_reads_as_people_write_it() {
    for (markdown, text) in [
        ("H<sub>2</sub>O", "H2O"),
        ("10<sup>6</sup> m<sup>2</sup>", "10^6 m^2"),
        ("10<sup>-3</sup>, 10<sup>−3</sup>", "10^-3, 10^−3"),
        ("x<sup>n</sup>, (a+b)<SUP>2</SUP>", "x^n, (a+b)^2"),
        (
            "the 1<sup>st</sup>, a Brand<sup>TM</sup>",
            "the 1st, a BrandTM",
        ),
        ("one<br>two", "one\ntwo"),
        ("| a<br>b |\n|---|", "a b"),
        ("a <b>tag</b>", "a <b>tag</b>"),
        ("<sup>open", "open"),
    ] {
        assert_eq!(plain_text(markdown), text, "{markdown}");
    }
}

#[test]
fn squeezed_text_compares() {
    assert_eq!(squeezed(" a\u{200B}\n\tb\u{A0}c "), "a b c");
    assert_eq!(squeezed("\u{FEFF}"), "");
    assert_eq!(squeezed("a \u{200B} b"), "a b");
}

/// Text made of what Markdown is made of, so that every construct comes about.
fn markdownish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("*"),
        Just("**"),
        Just("_"),
        Just("`"),
        Just("```"),
        Just("~~"),
        Just("# "),
        Just("- "),
        Just("1. "),
        Just("> "),
        Just("|"),
        Just("---"),
        Just("$"),
        Just("$$"),
        Just("["),
        Just("]("),
        Just(")"),
        Just("!"),
        Just("<sup>"),
        Just("</sup>"),
        Just("<sub>"),
        Just("</sub>"),
        Just("<br>"),
        Just("<b>"),
        Just("&amp;"),
        Just("\\"),
        Just("\n"),
        Just("\n\n"),
        Just(" "),
        Just("    "),
        Just("a"),
        Just("word"),
        Just("7"),
        Just("é"),
        Just("漢"),
        Just("😀"),
        Just("\u{A0}"),
        Just("\u{202E}"),
        Just("\0"),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Lines of words that hold no mark of Markdown's.
fn words() -> impl Strategy<Value = String> {
    proptest::collection::vec("[a-zäé漢😀]{1,6}( [a-zäé漢😀,]{1,6}){0,5}", 1..5)
        .prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn anything_is_projected(text in "\\PC{0,60}") {
        let plain = plain_text(&text);
        prop_assert_eq!(plain.trim(), plain.as_str());
    }

    #[test]
    fn any_marks_are_projected_and_no_letter_is_lost(text in markdownish()) {
        let plain = plain_text(&text);
        // A word is only ever in a link's target or a fence's info, both of which are not seen.
        if !text.contains("](") && !text.contains("```") && !text.contains('~') {
            prop_assert_eq!(plain.matches("word").count(), text.matches("word").count());
        }
    }

    #[test]
    fn plain_text_is_its_own_projection(text in words()) {
        prop_assert_eq!(plain_text(&text), text.clone());
        // Paragraphs become lines, once.
        let paragraphs = text.replace('\n', "\n\n");
        prop_assert_eq!(plain_text(&paragraphs), text);
    }

    #[test]
    fn emphasis_and_lists_are_not_seen(text in "[a-z]{1,8}( [a-z]{1,8}){0,4}") {
        for shape in ["**{}**", "*{}*", "~~{}~~", "# {}", "> {}", "- {}", "3. {}", "`{}`", "[{}](https://x)"] {
            prop_assert_eq!(plain_text(&shape.replace("{}", &text)), text.as_str());
        }
    }

    #[test]
    fn squeezing_is_done_once(text in ".{0,80}") {
        let once = squeezed(&text);
        prop_assert_eq!(squeezed(&once), once.as_str());
        prop_assert!(!once.contains("  ") && !once.chars().any(is_invisible));
    }
}
