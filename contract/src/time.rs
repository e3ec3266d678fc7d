//! Points in time as the documents write them: RFC 3339 in UTC, with `Z`.
//!
//! Kept to the nanosecond so that reading loses nothing; written with milliseconds.

/// A point in time between the years 0000 and 9999, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
}

const DAY: i64 = 86_400;
/// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z, in seconds from 1970.
const FIRST: i64 = -62_167_219_200;
const LAST: i64 = 253_402_300_799;

impl Timestamp {
    /// From milliseconds since 1970-01-01T00:00:00Z; values outside the years 0000 to 9999
    /// become the nearest one inside.
    #[must_use]
    pub fn from_millis(millis: i64) -> Self {
        let seconds = millis.div_euclid(1000);
        if seconds < FIRST {
            return Self {
                seconds: FIRST,
                nanos: 0,
            };
        }
        if seconds > LAST {
            return Self {
                seconds: LAST,
                nanos: 999_000_000,
            };
        }
        let millis = u32::try_from(millis.rem_euclid(1000)).unwrap_or(0);
        Self {
            seconds,
            nanos: millis * 1_000_000,
        }
    }

    /// Milliseconds since 1970, rounded down.
    #[must_use]
    pub fn millis(self) -> i64 {
        self.seconds * 1000 + i64::from(self.nanos / 1_000_000)
    }

    /// Nanoseconds from `earlier` to `self`; negative when `self` is the earlier one.
    #[must_use]
    pub fn nanos_since(self, earlier: Self) -> i128 {
        i128::from(self.seconds - earlier.seconds) * 1_000_000_000 + i128::from(self.nanos)
            - i128::from(earlier.nanos)
    }

    /// Reads RFC 3339 with an upper-case `T` and `Z` and up to nine fractional digits.
    ///
    /// Refused: offsets, lower case, a missing zone, days a month does not have, leap seconds
    /// (they have no place on the time line that the durations are checked on).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let number = |from: usize, to: usize| -> Option<i64> {
            let digits = bytes.get(from..to)?;
            digits.iter().try_fold(0, |n, byte| {
                byte.is_ascii_digit()
                    .then(|| n * 10 + i64::from(byte - b'0'))
            })
        };
        let separators = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
        if separators
            .iter()
            .any(|&(at, byte)| bytes.get(at) != Some(&byte))
        {
            return None;
        }
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
        let (&zone, fraction) = bytes.get(19..)?.split_last()?;
        if zone != b'Z' || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        if !(1..=12).contains(&month) || day < 1 || day > days_in_month(year, month) {
            return None;
        }
        let nanos = match fraction {
            [] => 0,
            [b'.', digits @ ..] if (1..=9).contains(&digits.len()) => {
                let scale = 10_i64.pow(9 - u32::try_from(digits.len()).ok()?);
                number(20, 20 + digits.len())? * scale
            }
            _ => return None,
        };
        let seconds = days_from_civil(year, month, day) * DAY + hour * 3600 + minute * 60 + second;
        Some(Self {
            seconds,
            nanos: u32::try_from(nanos).ok()?,
        })
    }

    /// The calendar date and time of day: year, month, day, hour, minute, second.
    #[must_use]
    pub fn civil(self) -> [i64; 6] {
        let (year, month, day) = civil_from_days(self.seconds.div_euclid(DAY));
        let rest = self.seconds.rem_euclid(DAY);
        [year, month, day, rest / 3600, rest / 60 % 60, rest % 60]
    }

    /// `YYYY-MM-DDTHH:MM:SS.mmmZ`, the only form our own documents use.
    #[must_use]
    pub fn canonical(self) -> String {
        let [year, month, day, hour, minute, second] = self.civil();
        let mut text = String::with_capacity(24);
        for (number, digits, after) in [
            (year, 4, "-"),
            (month, 2, "-"),
            (day, 2, "T"),
            (hour, 2, ":"),
            (minute, 2, ":"),
            (second, 2, "."),
            (i64::from(self.nanos / 1_000_000), 3, "Z"),
        ] {
            push_padded(&mut text, number.unsigned_abs(), digits);
            text.push_str(after);
        }
        text
    }
}

/// Appends the last `digits` digits of `number`, with leading zeros.
// Not `format!`: the formatting machinery costs the in-page runtime about 10 KB.
pub fn push_padded(text: &mut String, number: u64, digits: u32) {
    if digits > 1 {
        push_padded(text, number / 10, digits - 1);
    }
    text.push(char::from(b'0' + u8::try_from(number % 10).unwrap_or(0)));
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 in the proleptic Gregorian calendar. Years are counted from March so
/// that the leap day is the last of its year.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = (shifted + 2) % 12 + 1;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_what_rfc_3339_writes_in_utc_and_nothing_else() {
        for (text, millis) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-03-12T18:09:02Z", 1_773_338_942_000),
            ("2026-03-12T18:09:02.5Z", 1_773_338_942_500),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
            ("1969-12-31T23:59:59.999999999Z", -1),
        ] {
            assert_eq!(
                Timestamp::parse(text).map(Timestamp::millis),
                Some(millis),
                "{text}"
            );
        }
        for text in [
            "",
            "Z",
            "2026-03-12",
            "2026-03-12T18:09:02",
            "2026-03-12T18:09:02+00:00",
            "2026-03-12t18:09:02Z",
            "2026-03-12T18:09:02z",
            "2026-03-12 18:09:02Z",
            "2023-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-04-31T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T23:59:60Z",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00.0000000001Z",
            "10000-01-01T00:00:00Z",
            "2026-01-01T00:00:0\u{661}Z",
            "+026-01-01T00:00:00Z",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(millis in (FIRST * 1000)..=(LAST * 1000 + 999)) {
            let time = Timestamp::from_millis(millis);
            prop_assert_eq!(time.millis(), millis);
            prop_assert_eq!(Timestamp::parse(&time.canonical()), Some(time));
        }
    }
}
