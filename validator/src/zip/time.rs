//! DOS date and time, two 16-bit fields with a step of two seconds.

/// A DOS date and time as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DosTime {
    /// Bits 15–9 years from 1980, 8–5 month, 4–0 day.
    pub date: u16,
    /// Bits 15–11 hour, 10–5 minute, 4–0 second divided by two.
    pub time: u16,
}

impl DosTime {
    /// Year, month, day, hour, minute, second.
    pub fn parts(self) -> (u16, u16, u16, u16, u16, u16) {
        (
            1980 + (self.date >> 9),
            (self.date >> 5) & 15,
            self.date & 31,
            self.time >> 11,
            (self.time >> 5) & 63,
            (self.time & 31) * 2,
        )
    }

    /// Whether this day and time exist.
    pub fn is_valid(self) -> bool {
        let (year, month, day, hour, minute, second) = self.parts();
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 0,
        };
        (1..=days).contains(&day) && hour < 24 && minute < 60 && second < 60
    }
}

impl std::fmt::Display for DosTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (year, month, day, hour, minute, second) = self.parts();
        write!(
            f,
            "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_real_days_are_valid() {
        let day = |year: u16, month: u16, day: u16| DosTime {
            date: ((year - 1980) << 9) | (month << 5) | day,
            time: 0,
        };
        assert!(day(2024, 2, 29).is_valid());
        assert!(!day(2023, 2, 29).is_valid());
        assert!(!day(2100, 2, 29).is_valid());
        assert!(!day(2024, 13, 1).is_valid());
        assert!(!DosTime::default().is_valid());
        assert!(
            !DosTime {
                date: 0x21,
                time: 24 << 11
            }
            .is_valid()
        );
        assert!(
            !DosTime {
                date: 0x21,
                time: 30
            }
            .is_valid()
        );
        assert_eq!(day(2026, 3, 12).to_string(), "2026-03-12 00:00:00");
    }
}
