//! The judge: knows the truth of a history and nothing of how the machine decides.

use std::collections::BTreeMap;

use eval752_contract::capture::Record;

use super::history::History;

/// What came of a history.
pub(super) struct Played {
    pub(super) records: Vec<Record>,
    /// Every prompt the page received: which item, and the text.
    pub(super) received: Vec<(usize, String)>,
    /// The run gave up before the last item.
    pub(super) stopped: bool,
}

/// The first thing that is untrue, if any.
pub(super) fn judge(history: &History, played: &Played) -> Result<(), String> {
    if !played.stopped && played.records.len() != history.stories.len() {
        return Err(format!(
            "{} records of {}",
            played.records.len(),
            history.stories.len()
        ));
    }
    let mut times = BTreeMap::new();
    for (index, text) in &played.received {
        *times.entry(*index).or_insert(0) += 1;
        if !text.starts_with(&format!("prompt {index} of")) || text.matches("prompt").count() != 1 {
            return Err(format!("item {index}: the page received {text:?}"));
        }
    }
    if let Some((index, times)) = times.iter().find(|(_, times)| **times > 1) {
        return Err(format!("item {index} was sent {times} times"));
    }
    for record in &played.records {
        let index: usize = record.dataset_item_id.as_str()["item-".len()..]
            .parse()
            .map_err(|_| "an unknown item".to_owned())?;
        if record.error().is_some() {
            continue;
        }
        let answer = record.response().unwrap_or_default();
        match history.stories[index].truth() {
            Some(truth) if truth == answer => {}
            Some(truth) => {
                return Err(format!(
                    "item {index}: recorded {answer:?} for {truth:?}: {:?}",
                    history.stories[index]
                ));
            }
            None => {
                return Err(format!(
                    "item {index}: recorded {answer:?}, no answer is whole: {:?}",
                    history.stories[index]
                ));
            }
        }
        if !times.contains_key(&index) {
            return Err(format!(
                "item {index}: an answer to a prompt that was never received"
            ));
        }
    }
    Ok(())
}
