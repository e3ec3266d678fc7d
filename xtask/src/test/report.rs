//! What the run of the tests says at its end: a table, and one line that counts.

use std::time::Duration;

use anyhow::{Error, Result};

use super::Outcome;

/// One step's line.
#[derive(Debug)]
pub(crate) struct Line {
    name: &'static str,
    took: Duration,
    result: Result<Outcome, Error>,
}

impl Line {
    pub(crate) fn new(name: &'static str, took: Duration, result: Result<Outcome>) -> Self {
        Self { name, took, result }
    }

    fn word(&self) -> &'static str {
        match self.result {
            Ok(Outcome::Passed) => "passed",
            Ok(Outcome::Skipped(_)) => "skipped",
            Err(_) => "FAILED",
        }
    }

    fn remark(&self) -> String {
        match &self.result {
            Ok(Outcome::Passed) => String::new(),
            Ok(Outcome::Skipped(reason)) => reason.clone(),
            Err(error) => format!("{error:#}"),
        }
    }

    /// The line below the step's own output.
    pub(crate) fn closing(&self) -> String {
        let line = format!(
            "-- {}: {} after {:.1} s {}",
            self.name,
            self.word(),
            self.took.as_secs_f64(),
            self.remark()
        );
        line.trim_end().to_owned()
    }
}

/// All steps so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    lines: Vec<Line>,
}

impl Report {
    pub(crate) fn push(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Whether a step ran and passed.
    pub(crate) fn has_passed(&self, name: &str) -> bool {
        self.lines
            .iter()
            .any(|line| line.name == name && matches!(line.result, Ok(Outcome::Passed)))
    }

    /// Whether nothing failed and something passed.
    pub(crate) fn is_good(&self) -> bool {
        self.count("FAILED") == 0 && self.count("passed") > 0
    }

    /// One row for each step.
    pub(crate) fn table(&self) -> Vec<String> {
        self.lines
            .iter()
            .map(|line| {
                // The remark may be a whole story; the table shows its beginning.
                let remark: String = line.remark().lines().next().unwrap_or_default().into();
                let row = format!(
                    "{:<12} {:<8} {:>7.1} s  {remark}",
                    line.name,
                    line.word(),
                    line.took.as_secs_f64()
                );
                row.trim_end().to_owned()
            })
            .collect()
    }

    /// The last line.
    pub(crate) fn sum(&self) -> String {
        format!(
            "{} passed, {} failed, {} skipped",
            self.count("passed"),
            self.count("FAILED"),
            self.count("skipped")
        )
    }

    fn count(&self, word: &str) -> usize {
        self.lines.iter().filter(|line| line.word() == word).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_judges() {
        let mut report = Report::default();
        assert!(!report.is_good(), "nothing run is not good");
        let second = Duration::from_secs(1);
        report.push(Line::new("a", second, Ok(Outcome::Passed)));
        report.push(Line::new("b", second, Ok(Outcome::Skipped("why".into()))));
        assert!(report.is_good());
        assert!(report.has_passed("a") && !report.has_passed("b"));
        report.push(Line::new("c", second, Err(anyhow::anyhow!("one\ntwo"))));
        assert!(!report.is_good());
        assert_eq!(report.sum(), "1 passed, 1 failed, 1 skipped");
        assert_eq!(report.table()[2], "c            FAILED       1.0 s  one");
    }
}
