//! Playing a history to a run, with a fake clock.

use eval752_contract::ids::{DatasetToken, ItemId, PresetId};
use eval752_contract::json;
use eval752_contract::origin::Origin;
use eval752_contract::script::PlanItem;
use eval752_contract::target::Target;

use super::fake::{FakePage, FakeStore};
use super::history::{Dice, History, history};
use super::oracle::{Played, judge};
use crate::clock::Now;
use crate::run::{About, Ledger, Phase, Run, RunOptions};

/// Plays the history of `seed` and judges what came of it.
pub(super) fn play(seed: u64) -> Result<(), String> {
    let history = history(seed);
    let played = run(&history, seed)?;
    judge(&history, &played)
}

/// How many answers were recorded whole, of how many that could be.
pub(super) fn count_whole(seed: u64) -> (usize, usize) {
    let history = history(seed);
    if history.reload_at.is_some() || history.item_timeout_ms < 60_000 {
        return (0, 0);
    }
    let Ok(played) = run(&history, seed) else {
        return (0, 1);
    };
    let provable = |index: usize| {
        let story = &history.stories[index];
        story.truth().is_some() && !story.dead_send && story.garbled < 2
    };
    let indexes = (0..history.stories.len()).filter(|index| provable(*index));
    let whole = indexes.clone().filter(|index| {
        played
            .records
            .get(*index)
            .is_some_and(|record| record.error().is_none())
    });
    (whole.count(), indexes.count())
}

fn new_run(history: &History, ledger: Ledger, seed: u64) -> Run {
    let items = history
        .stories
        .iter()
        .enumerate()
        .map(|(index, _)| PlanItem {
            id: ItemId::new(format!("item-{index}")).expect("an id"),
            prompt: format!("prompt {index} of history {seed}"),
        });
    let target = Target {
        preset: PresetId::new("custom").expect("a slug"),
        origin: Origin::new("http://127.0.0.1:1").expect("an origin"),
        display_name: "Fake".into(),
    };
    let token = DatasetToken::new("t").expect("a token");
    let about = About::new(token, target, None, None, "s".into(), None);
    let options = RunOptions {
        delay_ms: (0, 0),
        item_timeout_ms: history.item_timeout_ms,
        evidence: true,
        unattended: true,
        seed,
    };
    Run::new(items.collect(), ledger, about, options)
}

fn run(history: &History, seed: u64) -> Result<Played, String> {
    let mut dice = Dice::new(seed ^ 0xABCD);
    let mut page = FakePage::new(history.clone());
    let mut store = FakeStore::default();
    let mut run = new_run(history, Ledger::new(history.stories.len()), seed);
    let mut now = Now {
        mono: 1_000,
        wall: 1_773_338_940_000,
    };
    let mut reload_at = history.reload_at;
    let mut last_item = None;
    run.start(now, None);
    for step in 0_u64.. {
        if step > 200_000 {
            return Err(format!(
                "the run does not end: {:?} {:?}",
                run.phase(),
                run.doing()
            ));
        }
        if matches!(run.phase(), Phase::Done | Phase::Stopped | Phase::Paused(_)) {
            break;
        }
        if reload_at.is_some_and(|at| step >= at) {
            reload_at = None;
            store.crash();
            page.reload();
            run = reloaded(history, &mut store, now, seed);
            last_item = None;
        }
        page.now = now.mono;
        store.tick();
        let wait = run.step(now, &mut page, &mut store);
        let item = run.doing().map(|(index, _)| index);
        if item.is_some() && item != last_item {
            page.tell(item.unwrap_or_default());
            last_item = item;
        }
        let late = if history.throttle_ms > 0 {
            dice.range(0, history.throttle_ms)
        } else {
            0
        };
        let passed = wait + late + u64::from(wait == 0);
        now.mono += passed;
        now.wall += i64::try_from(passed).unwrap_or(0);
    }
    let records = run.ledger().lines().map(|line| {
        let node = json::parse(line.trim_end().as_bytes()).map_err(|error| error.to_string())?;
        let mut problems = eval752_contract::problem::Problems::new();
        let record = eval752_contract::capture::Record::read(&node, &mut problems);
        record.ok_or_else(|| format!("{:?}", problems.into_vec()))
    });
    Ok(Played {
        records: records.collect::<Result<_, _>>()?,
        received: page.received,
        stopped: run.phase() != Phase::Done,
    })
}

/// What the runtime does after a load: read the rows, settle what was interrupted, go on.
fn reloaded(history: &History, store: &mut FakeStore, now: Now, seed: u64) -> Run {
    let mut ledger = Ledger::new(history.stories.len());
    for row in store.rows.values() {
        if let Ok(node) = json::parse(row.as_bytes()) {
            ledger.restore(&&node);
        }
    }
    let mut run = new_run(history, ledger, seed);
    run.about().resume(1_773_338_940_000);
    run.settle_interrupted(store);
    run.start(now, None);
    run
}
