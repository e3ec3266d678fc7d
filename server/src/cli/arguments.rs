//! Values of options that clap does not know: durations and ranges of them.

/// A duration in milliseconds: `500ms`, `4s`, `20m`, `1h`; a bare number is seconds.
pub(super) fn duration_ms(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 1.0,
        "" | "s" => 1000.0,
        "m" | "min" => 60_000.0,
        "h" => 3_600_000.0,
        _ => return Err("use a number with ms, s, m or h, as 90s".to_owned()),
    };
    let number: f64 = digits
        .parse()
        .map_err(|_| "use a number with ms, s, m or h, as 90s".to_owned())?;
    let millis = number * unit;
    if !(0.0..=86_400_000.0).contains(&millis) {
        return Err("it must be between 0 and a day".to_owned());
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked just above: between 0 and 86,400,000"
    )]
    Ok(millis.round() as u64)
}

/// `MIN..MAX`, each a duration.
pub(super) fn delay(text: &str) -> Result<(u64, u64), String> {
    let (least, most) = text
        .split_once("..")
        .ok_or_else(|| "use MIN..MAX, as 4s..9s".to_owned())?;
    let range = (duration_ms(least.trim())?, duration_ms(most.trim())?);
    if range.0 > range.1 {
        return Err("MIN must not be above MAX".to_owned());
    }
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units_and_default_to_seconds() {
        for (text, millis) in [
            ("0", 0),
            ("4", 4000),
            ("1.5s", 1500),
            ("250ms", 250),
            ("20m", 1_200_000),
            ("1h", 3_600_000),
        ] {
            assert_eq!(duration_ms(text), Ok(millis), "{text}");
        }
        for text in ["", "s", "-1", "4 s", "5d", "NaN", "inf", "1e9", "25h"] {
            assert!(duration_ms(text).is_err(), "{text}");
        }
        assert_eq!(delay("0..0"), Ok((0, 0)));
        assert_eq!(delay("500ms .. 2s"), Ok((500, 2000)));
        for text in ["3", "5..4", "a..b", "1.."] {
            assert!(delay(text).is_err(), "{text}");
        }
    }
}
