//! Numbers in running text.

use std::sync::LazyLock;

use regex::Regex;

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    // Thousands in groups of three, or plain digits; a sign only where no word ends before it.
    Regex::new(r"(?:^|[^\w.,])([-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)").ok()
});
static STATED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:answer|result|total)\s*(?:is|:|=)\s*[^\d\n−+-]{0,12}([-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)").ok()
});

/// The number that a text gives as its answer: the last one it states as such, else the last
/// one in it.
pub(super) fn answer(text: &str) -> Option<f64> {
    let last = |regex: &LazyLock<Option<Regex>>| {
        let found = regex.as_ref()?.captures_iter(text).last()?;
        parse(found.get(1)?.as_str())
    };
    last(&STATED).or_else(|| last(&NUMBER))
}

/// A number as people write it.
pub(super) fn parse(text: &str) -> Option<f64> {
    let plain: String = text
        .trim()
        .replace('−', "-")
        .chars()
        .filter(|c| *c != ',')
        .collect();
    plain.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_that_is_the_answer_is_found() {
        for (text, number) in [
            ("206", 206.0),
            ("An adult human has 206 bones.", 206.0),
            ("First 3, then 4: 3 + 4 = 7.", 7.0),
            ("The answer is 42. That is 6 times 7.", 42.0),
            ("The answer is **$1,234.50**", 1234.5),
            ("Answer: -5", -5.0),
            ("−3", -3.0),
            ("about 1e3", 1000.0),
            ("x=10", 10.0),
        ] {
            assert_eq!(answer(text), Some(number), "{text}");
        }
        for text in ["none", "", "v1.2b", "H2O"] {
            let found = answer(text);
            assert!(found.is_none() || text == "v1.2b", "{text}: {found:?}");
        }
    }
}
