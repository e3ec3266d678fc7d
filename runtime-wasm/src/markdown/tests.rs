//! Small answers and their Markdown. The corpus of real structures runs in the browser.

use super::{Dom, Element, Hints, markdown};

fn text(text: &str) -> Dom {
    Dom::Text(text.to_owned())
}

fn el(tag: &str, children: Vec<Dom>) -> Dom {
    el_with(tag, &[], children)
}

fn el_with(tag: &str, attributes: &[(&'static str, &str)], children: Vec<Dom>) -> Dom {
    Dom::Element(Element {
        tag: tag.to_owned(),
        attributes: attributes
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect(),
        hints: Hints::default(),
        children,
    })
}

#[test]
fn plain_text_stays_plain() {
    for plain in [
        "Paris",
        "It costs $5 today.",
        "snake_case and 2 * 3",
        "a [note] here",
        "C:\\Users\\me",
        "x < y & z",
        "100% sure!",
        "1,5 and 3.14",
    ] {
        assert_eq!(markdown(&[el("p", vec![text(plain)])]), plain);
    }
}

#[test]
fn text_that_looks_like_a_mark_is_escaped() {
    for (shown, written) in [
        ("*not bold*", "\\*not bold\\*"),
        ("# no heading", "\\# no heading"),
        ("- no list", "\\- no list"),
        ("1. no list", "1\\. no list"),
        ("> no quote", "\\> no quote"),
        ("<b>", "\\<b>"),
        ("&amp;", "\\&amp;"),
        ("[a](b)", "[a\\](b)"),
        ("`code`", "\\`code\\`"),
        ("$x$", "\\$x\\$"),
    ] {
        assert_eq!(markdown(&[el("p", vec![text(shown)])]), written);
    }
}

#[test]
fn blocks_and_inlines() {
    let dom = vec![
        el("h2", vec![text("Title")]),
        el(
            "p",
            vec![
                text("One "),
                el("strong", vec![text("bold")]),
                text(" and "),
                el("em", vec![text("slanted ")]),
                text("word,\n  "),
                el("code", vec![text("x = `1`")]),
                text(" and "),
                el_with(
                    "a",
                    &[("href", "https://example.com/a_b")],
                    vec![text("a link")],
                ),
                text("."),
            ],
        ),
        el(
            "ul",
            vec![
                text("\n"),
                el(
                    "li",
                    vec![
                        text("first\n"),
                        el("ul", vec![el("li", vec![text("inner")])]),
                    ],
                ),
                el("li", vec![text("second")]),
            ],
        ),
        el_with(
            "ol",
            &[("start", "3")],
            vec![
                el(
                    "li",
                    vec![el("p", vec![text("three")]), el("p", vec![text("more")])],
                ),
                el("li", vec![el("p", vec![text("four")])]),
            ],
        ),
        el(
            "blockquote",
            vec![el("p", vec![text("said")]), el("p", vec![text("twice")])],
        ),
        el(
            "pre",
            vec![el_with(
                "code",
                &[("class", "hljs language-python")],
                vec![
                    text("def f():\n"),
                    el("span", vec![text("    return 1")]),
                    text("\n\n```\n"),
                ],
            )],
        ),
        el("hr", vec![]),
    ];
    assert_eq!(
        markdown(&dom),
        "## Title\n\nOne **bold** and *slanted* word,\n`` x = `1` `` and \
         [a link](https://example.com/a_b).\n\n- first\n  - inner\n- second\n\n\
         3. three\n\n   more\n\n4. four\n\n> said\n>\n> twice\n\n\
         ````python\ndef f():\n    return 1\n\n```\n````\n\n---"
    );
}

#[test]
fn tables_have_their_pipes_escaped() {
    let row = |cells: [&str; 2], tag: &str| {
        el(
            "tr",
            cells.iter().map(|cell| el(tag, vec![text(cell)])).collect(),
        )
    };
    let dom = [el(
        "table",
        vec![
            el("thead", vec![row(["a", "b|c"], "th")]),
            el("tbody", vec![row(["1", "two\nlines"], "td")]),
        ],
    )];
    assert_eq!(
        markdown(&dom),
        "| a | b\\|c |\n| --- | --- |\n| 1 | two lines |"
    );
}

#[test]
fn math_is_its_source_once() {
    let katex = |tex: &str| {
        el_with(
            "span",
            &[("class", "katex")],
            vec![
                el_with(
                    "span",
                    &[("class", "katex-mathml")],
                    vec![el(
                        "math",
                        vec![
                            el("mi", vec![text("x")]),
                            el_with(
                                "annotation",
                                &[("encoding", "application/x-tex")],
                                vec![text(tex)],
                            ),
                        ],
                    )],
                ),
                el_with("span", &[("class", "katex-html")], vec![text("x2")]),
            ],
        )
    };
    let dom = [
        el("p", vec![text("so "), katex("x^2"), text(" holds")]),
        el_with(
            "span",
            &[("class", "katex-display")],
            vec![katex("\\sum_i x_i")],
        ),
        el_with(
            "div",
            &[("class", "math-block"), ("data-math", "a+b")],
            vec![text("a+b")],
        ),
        el(
            "p",
            vec![el_with(
                "span",
                &[("class", "katex")],
                vec![text("x\u{B2}")],
            )],
        ),
    ];
    assert_eq!(
        markdown(&dom),
        "so $x^2$ holds\n\n$$\n\\sum_i x_i\n$$\n\n$$\na+b\n$$\n\nx\u{B2}"
    );
}

#[test]
fn code_in_an_editor_keeps_its_lines_and_takes_its_language_from_the_heading() {
    let dom = [el(
        "pre",
        vec![
            el(
                "div",
                vec![text("Python"), el("button", vec![text("Copy")])],
            ),
            el_with(
                "div",
                &[("class", "cm-editor")],
                vec![el_with(
                    "div",
                    &[("class", "cm-content")],
                    vec![
                        text("a = 1"),
                        el("br", vec![]),
                        el("br", vec![]),
                        text("b = 2"),
                        el("br", vec![]),
                    ],
                )],
            ),
        ],
    )];
    assert_eq!(markdown(&dom), "```python\na = 1\n\nb = 2\n```");
}

#[test]
fn emphasis_that_only_the_style_says() {
    let bold = Dom::Element(Element {
        tag: "span".into(),
        hints: Hints {
            bold: true,
            ..Hints::default()
        },
        children: vec![text("very")],
        ..Element::default()
    });
    assert_eq!(
        markdown(&[el("div", vec![text("a "), bold, text(" b")])]),
        "a **very** b"
    );
}

#[test]
fn blank_lines_of_preformatted_text_are_paragraphs() {
    let dom = [el("div", vec![text("one\ntwo\n\n\n  three")])];
    assert_eq!(markdown(&dom), "one\ntwo\n\nthree");
}
