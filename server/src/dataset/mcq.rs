//! Multiple choice: the options become part of the prompt, the answer becomes a letter.

use super::check::Check;
use super::item::Blocked;

/// The letter of the option at `index`.
pub(crate) fn letter(index: usize) -> Option<char> {
    u8::try_from(index)
        .ok()
        .filter(|&index| index < 26)
        .map(|index| char::from(b'A' + index))
}

/// The prompt with its options. This rendering is part of what is measured: a change of it is
/// a change of every dataset with options.
pub(crate) fn render(prompt: &str, options: &[String]) -> Result<String, Blocked> {
    if options.len() < 2 {
        return Err(Blocked::new(
            "item.choices",
            "a choice needs at least two options",
        ));
    }
    let mut out = String::from(prompt);
    out.push_str("\n\n");
    for (index, option) in options.iter().enumerate() {
        let letter = letter(index).ok_or_else(|| {
            Blocked::new("item.choices", "there are more options than letters (26)")
        })?;
        if index > 0 {
            out.push('\n');
        }
        out.push(letter);
        out.push_str(") ");
        out.push_str(option);
    }
    Ok(out)
}

/// Which options `answers` name: each is a letter or the text of an option.
pub(crate) fn letters(answers: &[&str], options: &[String]) -> Result<Vec<char>, Blocked> {
    let mut letters = answers
        .iter()
        .map(|answer| resolve(answer, options))
        .collect::<Result<Vec<_>, _>>()?;
    letters.sort_unstable();
    letters.dedup();
    Ok(letters)
}

fn resolve(answer: &str, options: &[String]) -> Result<char, Blocked> {
    let by_text = options
        .iter()
        .position(|option| option == answer)
        .or_else(|| {
            options
                .iter()
                .position(|option| option.trim() == answer.trim())
        })
        .and_then(letter);
    let by_letter = bare_letter(answer).filter(|&found| {
        (0..options.len())
            .filter_map(letter)
            .any(|letter| letter == found)
    });
    match (by_text, by_letter) {
        (Some(text), Some(named)) if text != named => Err(Blocked::new(
            "item.answer",
            "the answer is both the letter of one option and the text of another",
        )),
        (Some(found), _) | (None, Some(found)) => Ok(found),
        (None, None) if answer.trim().parse::<u32>().is_ok() => Err(Blocked::new(
            "item.answer",
            "the answer is a number: whether options count from 0 or from 1 can't be known; \
             write the option's letter or text",
        )),
        (None, None) => Err(Blocked::new(
            "item.answer",
            "the answer is neither the letter nor the text of one of the options",
        )),
    }
}

/// `B`, `(B)`, `B)` or `B.` as a letter.
pub(crate) fn bare_letter(text: &str) -> Option<char> {
    let text = text.trim();
    let text = text.strip_prefix('(').unwrap_or(text);
    let text = text.strip_suffix([')', '.']).unwrap_or(text);
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(letter @ 'A'..='Z'), None) => Some(letter),
        _ => None,
    }
}

/// The check for the letters of an answer.
pub(crate) fn check(letters: Vec<char>, options: Vec<String>, several: bool) -> Option<Check> {
    match (letters.as_slice(), several) {
        ([], _) => None,
        (&[letter], false) => Some(Check::Choice { letter, options }),
        _ => Some(Check::ChoiceSet { letters, options }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn options_are_rendered_with_letters() {
        let text = render("Which?", &options(&["one", "two"])).expect("two options");
        assert_eq!(text, "Which?\n\nA) one\nB) two");
        assert!(render("Which?", &options(&["one"])).is_err());
        assert!(render("Which?", &vec!["x".to_owned(); 27]).is_err());
    }

    #[test]
    fn an_answer_is_a_letter_or_a_text_and_never_a_guess() {
        let four = options(&["Rome", "Paris", "1", "A"]);
        for (answer, letter) in [
            ("B", 'B'),
            ("(B)", 'B'),
            ("Paris", 'B'),
            (" Paris ", 'B'),
            ("1", 'C'),
        ] {
            assert_eq!(letters(&[answer], &four), Ok(vec![letter]), "{answer}");
        }
        for answer in ["A", "2", "London", "E", ""] {
            assert!(letters(&[answer], &four).is_err(), "{answer}");
        }
        assert_eq!(
            letters(&["C", "Rome", "A) "], &options(&["Rome", "x", "y"])),
            Ok(vec!['A', 'C'])
        );
    }
}
