//! Which letters a response chooses, tolerant of the usual phrasings; no guess where two
//! readings are possible.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use eval752_contract::plain::squeezed;

/// `answer is (B)`, `option B`, `choose B`: a capital letter that stands alone.
static STATED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"\b(?i:answers?|options?|choices?|choose|chose|select|pick)\b(?i:\s+(?:is|are|would be|must be))?\s*[:=]?\s*\(?([A-Z])\)?(?:[).,:;!]|\s|$)",
    )
    .ok()
});
static BRACKETED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\(([A-Z])\)").ok());
static LEADING: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\(?([A-Z])(?:\)|\.|:)(?:\s|$)").ok());

/// The one letter that `text` chooses.
pub(super) fn letter(text: &str, options: &[String]) -> Option<char> {
    let text = squeezed(text);
    if let Some(letter) = alone(&text, options) {
        return Some(letter);
    }
    let valid = |letter: &char| {
        options.is_empty()
            || (u32::from(*letter) - u32::from('A')) < u32::try_from(options.len()).unwrap_or(26)
    };
    // In order of how plainly it is said; each must name one letter only.
    for regex in [&STATED, &LEADING, &BRACKETED] {
        let Some(regex) = regex.as_ref() else {
            continue;
        };
        let found: BTreeSet<char> = regex
            .captures_iter(&text)
            .filter_map(|found| found.get(1)?.as_str().chars().next())
            .filter(valid)
            .collect();
        match found.len() {
            0 => {}
            1 => return found.first().copied(),
            // "Option A is wrong … the answer is B": the last statement of an answer counts.
            _ => return last_answer(&text).filter(valid),
        }
    }
    None
}

fn last_answer(text: &str) -> Option<char> {
    static ANSWER: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"\b(?i:answer)\b(?i:\s+is)?\s*:?\s*\(?([A-Z])\)?(?:[).,:;!]|\s|$)").ok()
    });
    let found: BTreeSet<char> = ANSWER
        .as_ref()?
        .captures_iter(text)
        .filter_map(|found| found.get(1)?.as_str().chars().next())
        .collect();
    if found.len() == 1 {
        found.first().copied()
    } else {
        None
    }
}

/// The whole text is a letter, or an option as it is written, with or without its letter.
fn alone(text: &str, options: &[String]) -> Option<char> {
    let bare = text.trim_matches(|c: char| "()[].:*'\" ".contains(c));
    if let Ok(letter) = bare.parse::<char>()
        && letter.is_ascii_alphabetic()
    {
        let letter = letter.to_ascii_uppercase();
        let index = usize::try_from(u32::from(letter) - u32::from('A')).ok()?;
        return (options.is_empty() || index < options.len()).then_some(letter);
    }
    let same = |a: &str, b: &str| {
        a.trim_end_matches('.')
            .eq_ignore_ascii_case(b.trim_end_matches('.'))
    };
    let found: Vec<char> = ('A'..='Z')
        .zip(options)
        .filter(|(letter, option)| {
            let option = squeezed(option);
            same(text, &option)
                || ["", "("].iter().any(|open| {
                    [")", ".", ":"]
                        .iter()
                        .any(|close| same(text, &format!("{open}{letter}{close} {option}")))
                })
        })
        .map(|(letter, _)| letter)
        .collect();
    match found.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// All letters that `text` chooses, from a list of letters at its end or as a whole.
pub(super) fn letters(text: &str, options: &[String]) -> Option<Vec<char>> {
    static LIST: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?:^|(?i:answers?|options?|choices?)(?i:\s+(?:is|are))?\s*[:=]?\s*)((?:\(?[A-Z]\)?)(?:\s*(?:,|;|/|&|(?i:and))+\s*\(?[A-Z]\)?)*)(?:[.!]|\s|$)",
        )
        .ok()
    });
    let text = squeezed(text);
    let valid = |letter: char| {
        letter.is_ascii_uppercase()
            && (options.is_empty()
                || usize::try_from(u32::from(letter) - u32::from('A'))
                    .is_ok_and(|index| index < options.len()))
    };
    let compact: Option<Vec<char>> = {
        let bare = text.trim_matches(|c: char| "().* ".contains(c));
        (!bare.is_empty() && bare.len() <= 26 && bare.chars().all(valid))
            .then(|| bare.chars().collect())
    };
    let listed = || {
        let found = LIST.as_ref()?.captures_iter(&text).last()?;
        let letters: Vec<char> = found
            .get(1)?
            .as_str()
            .chars()
            .filter(char::is_ascii_uppercase)
            .collect();
        letters
            .iter()
            .all(|letter| valid(*letter))
            .then_some(letters)
    };
    let by_line = || {
        let letters: Vec<char> = text
            .split(' ')
            .filter_map(|word| {
                let mut chars = word.chars();
                match (chars.next(), chars.next(), chars.next()) {
                    (Some(letter), Some(')' | '.'), None) if valid(letter) => Some(letter),
                    _ => None,
                }
            })
            .collect();
        (!letters.is_empty()).then_some(letters)
    };
    // A list of letters says most, then letters in front of their options, then one letter.
    let listed = listed();
    let several = listed.clone().filter(|letters| letters.len() > 1);
    let found: BTreeSet<char> = compact
        .or(several)
        .or_else(by_line)
        .or(listed)?
        .into_iter()
        .collect();
    Some(found.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<String> {
        ["Rome", "Paris", "The city of light", "Bern"]
            .map(str::to_owned)
            .to_vec()
    }

    #[test]
    fn the_usual_phrasings_are_understood() {
        for text in [
            "B",
            "b",
            "(B)",
            "B.",
            "B) Paris",
            "(B) Paris.",
            "Paris",
            "paris.",
            "**B**",
            "The answer is B.",
            "The correct answer is (B) Paris.",
            "Answer: B",
            "I choose B",
            "Option B is right.",
            "B. Paris is the capital of France.",
            "Rome is (A) wrong of course, so the answer is (B).",
            "Option A is Rome. Option B is Paris. The answer is B.",
            "\u{200B}B\u{FEFF}",
        ] {
            let plain = eval752_contract::plain::plain_text(text);
            assert_eq!(letter(&plain, &options()), Some('B'), "{text}");
        }
    }

    #[test]
    fn where_two_readings_are_possible_there_is_none() {
        for text in [
            "",
            "I am not sure.",
            "A or B",
            "It could be (A) or (B).",
            "E",
            "The answer is E.",
            "The answer is a city.",
            "Option A or option B.",
            "A man walks. B movies are fun.",
        ] {
            assert_eq!(letter(text, &options()), None, "{text}");
        }
    }

    #[test]
    fn several_letters_are_a_list() {
        for text in [
            "A, C",
            "AC",
            "(A) and (C)",
            "The answers are A and C.",
            "Answer: A, C",
            "A) Rome C) The city of light",
            "A\nC".replace('\n', ", ").as_str(),
        ] {
            assert_eq!(letters(text, &options()), Some(vec!['A', 'C']), "{text}");
        }
        assert_eq!(letters("B", &options()), Some(vec!['B']));
        for text in ["", "none of them", "A, X"] {
            assert_eq!(letters(text, &options()), None, "{text}");
        }
    }
}
