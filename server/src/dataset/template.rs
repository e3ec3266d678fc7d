//! Prompt templates with `{{ name }}`, the one part of Nunjucks that has one meaning
//! everywhere. Filters, tags and expressions are refused by name rather than half understood.

use super::item::Blocked;
use super::tree::Tree;

/// Whether `text` looks like a template that nobody has filled in.
pub(crate) fn unrendered(text: &str) -> Option<&str> {
    let brace = text.match_indices("{{").find_map(|(start, _)| {
        let inner = &text[start + 2..];
        let end = inner.find("}}")?;
        let name = inner[..end].trim();
        let plausible = !name.is_empty()
            && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && !name.contains(['\n', '{']);
        plausible.then(|| &text[start..start + 2 + end + 2])
    });
    brace.or_else(|| {
        let start = text.find("{%")?;
        let end = text[start..].find("%}")?;
        text.get(start..start + end + 2)
    })
}

/// Fills `template` from `vars`.
pub(crate) fn render(template: &str, vars: &Tree) -> Result<String, Blocked> {
    let refuse = |what: String| Blocked::new("item.template", what);
    if template.contains("{%") || template.contains("{#") {
        return Err(refuse(
            "the template uses {% … %} or {# … #}, which is not supported; \
             render it first or use plain {{ name }}"
                .to_owned(),
        ));
    }
    let mut out = String::new();
    let mut rest = template;
    while let Some(start) = rest.find("{{") {
        out.push_str(&rest[..start]);
        let inner = &rest[start + 2..];
        let Some(end) = inner.find("}}") else {
            return Err(refuse("the template has a {{ without }}".to_owned()));
        };
        let name = inner[..end].trim_matches('-').trim();
        let simple = !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_alphanumeric() || "_.- ".contains(c));
        if !simple {
            return Err(refuse(format!(
                "the template uses {{{{{}}}}}; only plain {{{{ name }}}} is supported, \
                 no filters and no expressions",
                excerpt(&inner[..end])
            )));
        }
        let value = vars.at(name).and_then(Tree::scalar).ok_or_else(|| {
            refuse(format!(
                "the template needs the variable \"{}\", which is missing or no plain text",
                excerpt(name)
            ))
        })?;
        if unrendered(value).is_some() {
            return Err(refuse(format!(
                "the variable \"{}\" is itself a template; render it first",
                excerpt(name)
            )));
        }
        out.push_str(value);
        rest = &inner[end + 2..];
    }
    out.push_str(rest);
    Ok(out)
}

fn excerpt(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vars() -> Tree {
        Tree::Map(vec![
            ("a".to_owned(), Tree::Text("x $& {y}".to_owned())),
            ("n".to_owned(), Tree::Number("1.0".to_owned())),
            (
                "o".to_owned(),
                Tree::Map(vec![("b".to_owned(), Tree::Bool(true))]),
            ),
            ("t".to_owned(), Tree::Text("{{a}}".to_owned())),
        ])
    }

    #[test]
    fn plain_names_are_filled_in_and_everything_else_is_refused() {
        let render = |template| render(template, &vars()).map_err(|blocked| blocked.code);
        assert_eq!(
            render("{{a}}|{{ n }}|{{o.b}}"),
            Ok("x $& {y}|1.0|true".to_owned())
        );
        assert_eq!(render("no braces { }"), Ok("no braces { }".to_owned()));
        for bad in [
            "{{a | upper}}",
            "{% if a %}",
            "{{missing}}",
            "{{a",
            "{{t}}",
            "{{o}}",
            "{{}}",
        ] {
            assert_eq!(render(bad), Err("item.template"), "{bad}");
        }
    }

    #[test]
    fn an_unfilled_template_is_recognised_and_mathematics_is_not() {
        assert_eq!(unrendered("Tell me about {{topic}}"), Some("{{topic}}"));
        assert_eq!(unrendered("{% if x %}y"), Some("{% if x %}"));
        for text in [
            "x^{{2}}",
            "{{1,2},{3,4}}",
            "{a}",
            "a }} b {{",
            "\\frac{{{1}}}{2}",
        ] {
            assert_eq!(unrendered(text), None, "{text}");
        }
    }
}
