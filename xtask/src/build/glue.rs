//! Reads the JavaScript that wasm-bindgen writes for bundlers. It is not a
//! JavaScript parser: it relies on the layout of that generator (one item
//! starts in column 0 and lasts until the next one), and refuses what it does
//! not recognise rather than guess.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};

/// What one top-level item is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `function name(params) { body }`
    Function { params: String, body: String },
    /// `const`, `let` or `var` with everything up to its end.
    Binding { text: String },
    /// A statement that runs when the module is loaded.
    Statement { text: String },
}

/// One top-level item of the glue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    /// The name it defines; empty for a statement.
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

impl Item {
    /// The item's source, without `export`.
    pub(crate) fn source(&self) -> String {
        match &self.kind {
            Kind::Function { params, body } => {
                format!("function {}({params}) {{\n{body}\n}}", self.name)
            }
            Kind::Binding { text } | Kind::Statement { text } => text.clone(),
        }
    }

    /// Every identifier its source mentions.
    pub(crate) fn words(&self) -> BTreeSet<String> {
        words(&self.source()).map(str::to_owned).collect()
    }
}

/// Splits glue into its items.
pub(crate) fn parse(source: &str) -> Result<Vec<Item>> {
    let source = without_comments(source);
    let mut chunks: Vec<String> = Vec::new();
    for line in source.lines() {
        let starts_item = line
            .chars()
            .next()
            .is_some_and(|first| !first.is_whitespace() && !"})]?:".contains(first));
        match chunks.last_mut() {
            Some(chunk) if !starts_item => {
                chunk.push('\n');
                chunk.push_str(line);
            }
            _ if starts_item => chunks.push(line.to_owned()),
            _ => {} // blank lines before the first item
        }
    }
    chunks.iter().map(|chunk| item(chunk.trim_end())).collect()
}

fn item(text: &str) -> Result<Item> {
    let (text, exported) = match text.strip_prefix("export ") {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    ensure!(
        balance(text) == 0,
        "an item of the glue does not end where its brackets do: `{}`",
        first_line(text)
    );
    if let Some(rest) = text.strip_prefix("function ") {
        let (name, rest) = rest.split_once('(').context("a function without `(`")?;
        let (params, rest) = rest
            .split_once(") {")
            .context("a function without a body")?;
        let body = rest.strip_suffix('}').context("a function without `}`")?;
        return Ok(Item {
            name: name.trim().to_owned(),
            kind: Kind::Function {
                params: params.to_owned(),
                body: body.trim_matches('\n').trim_end().to_owned(),
            },
        });
    }
    for keyword in ["const ", "let ", "var "] {
        if let Some(rest) = text.strip_prefix(keyword) {
            let name = words(rest).next().context("a binding without a name")?;
            return Ok(Item {
                name: name.to_owned(),
                kind: Kind::Binding {
                    text: text.to_owned(),
                },
            });
        }
    }
    if exported || text.starts_with("import ") || text.starts_with("class ") {
        bail!(
            "the glue has `{}`, which the loader cannot carry: the runtime may export plain \
             functions only and may not use snippets, inline_js or modules",
            first_line(text)
        );
    }
    Ok(Item {
        name: String::new(),
        kind: Kind::Statement {
            text: text.to_owned(),
        },
    })
}

/// Drops comments that fill a line or end one; the generator writes no others,
/// and no string of its own holds `//` after a space.
fn without_comments(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut in_block = false;
    for line in source.lines() {
        let trimmed = line.trim_start();
        if in_block {
            in_block = !trimmed.contains("*/");
            continue;
        }
        if trimmed.starts_with("/*") {
            in_block = !trimmed.contains("*/");
            continue;
        }
        if trimmed.starts_with("//") {
            continue;
        }
        out.push_str(line.split(" // ").next().unwrap_or(line).trim_end());
        out.push('\n');
    }
    out
}

/// Open minus closed brackets, strings left out.
fn balance(text: &str) -> i32 {
    let mut depth = 0;
    let mut quote = None;
    let mut escaped = false;
    for ch in text.chars() {
        if let Some(open) = quote {
            match ch {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if ch == open => quote = None,
                _ => {}
            }
            continue;
        }
        match ch {
            '\'' | '"' => quote = Some(ch),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    depth
}

/// The identifiers (and keywords, and words in strings) of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|ch: char| !is_word(ch))
        .filter(|word| word.starts_with(|ch: char| !ch.is_ascii_digit()))
}

/// Whether a character may be part of an identifier.
pub(crate) fn is_word(ch: char) -> bool {
    ch.is_alphanumeric() || ch == '_' || ch == '$'
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_functions_bindings_and_statements() {
        let items = parse(
            "/**\n * doc\n */\nexport function start(config) {\n    go(config); // now\n\n    end();\n}\n\
             const A = (typeof B === 'undefined')\n    ? { r: () => {} }\n    : new B(x => y);\n\
             warm.up();\nlet wasm;\n",
        )
        .unwrap();
        let names: Vec<_> = items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["start", "A", "", "wasm"]);
        assert_eq!(
            items[0].source(),
            "function start(config) {\n    go(config);\n\n    end();\n}"
        );
        assert!(items[1].source().ends_with("new B(x => y);"));
        assert!(items[0].words().contains("go"));
    }

    #[test]
    fn refuses_what_the_loader_cannot_carry() {
        for source in [
            "import { f } from './snippets/x.js';\n",
            "export class Foo {\n}\n",
            "export function f() {\n    {\n}\n",
        ] {
            parse(source).unwrap_err();
        }
    }
}
