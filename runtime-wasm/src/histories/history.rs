//! What happens on a page, generated from a seed, with the truth beside it.

/// A small generator of numbers (splitmix64): the same seed, the same history.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(super) fn range(&mut self, from: u64, to: u64) -> u64 {
        from + self.next() % (to - from + 1)
    }

    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }
}

/// What the page marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) busy: bool,
    pub(super) end: bool,
}

/// How an answer ends in truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    /// The last text is the whole answer.
    Whole,
    /// The page shows an error after what there is.
    Error,
    /// The page stays busy for ever.
    Stuck,
    /// Busy leaves, nothing marks an end, nothing comes: what is there is cut off.
    Dead,
    /// No answer comes at all.
    Nothing,
    /// A finished turn without text.
    Empty,
    /// The turn leaves the page before its end.
    Lost,
    /// Somebody else sends a prompt into the conversation.
    Foreign,
}

/// A span of time in milliseconds after sending.
pub(super) type Span = (u64, u64);

/// What happens to one prompt.
#[derive(Debug, Clone)]
pub(super) struct Story {
    /// A draft stands in the composer.
    pub(super) draft: bool,
    /// The old turns stay for so long after "new chat".
    pub(super) stale_ms: u64,
    /// The page asks for confirmation of a new chat.
    pub(super) confirm: bool,
    /// The composer garbles what is written into it, the first so many times.
    pub(super) garbled: u64,
    /// The editor commits so long after the write.
    pub(super) commit_ms: u64,
    /// The send control is usable so long after the text is there.
    pub(super) send_ready_ms: u64,
    /// Pressing send does nothing.
    pub(super) dead_send: bool,
    /// The text stays in the composer until the page takes it.
    pub(super) keeps_text: bool,
    /// The page takes the prompt so long after the press.
    pub(super) taken_ms: u64,
    /// The texts of the answer in order: from when, and what.
    pub(super) texts: Vec<(u64, String)>,
    /// When the page is busy.
    pub(super) busy: Vec<Span>,
    /// When the end marker is there.
    pub(super) marked: Vec<Span>,
    pub(super) ending: Ending,
    /// When the ending happens.
    pub(super) ends_at: u64,
    /// A second assistant turn appears at this time.
    pub(super) second_at: Option<u64>,
    /// "Thinking…" stands there until the first text.
    pub(super) interim: bool,
}

impl Story {
    /// The whole answer, where there is one.
    pub(super) fn truth(&self) -> Option<&str> {
        (self.ending == Ending::Whole).then(|| self.texts.last().map(|(_, text)| text.as_str()))?
    }
}

/// A page and what happens on it, prompt by prompt.
#[derive(Debug, Clone)]
pub(super) struct History {
    pub(super) marks: Marks,
    pub(super) user_turns: bool,
    pub(super) new_chat: bool,
    pub(super) old_turns: u32,
    pub(super) stories: Vec<Story>,
    /// Timers fire so much later than asked, at most.
    pub(super) throttle_ms: u64,
    /// The page is loaded anew after so many steps.
    pub(super) reload_at: Option<u64>,
    pub(super) item_timeout_ms: u64,
}

const FOREVER: u64 = u64::MAX / 4;

/// The history of `seed`.
pub(super) fn history(seed: u64) -> History {
    let mut dice = Dice::new(seed);
    let marks = match dice.range(0, 9) {
        0 => Marks {
            busy: false,
            end: false,
        },
        1 | 2 => Marks {
            busy: true,
            end: false,
        },
        3 => Marks {
            busy: false,
            end: true,
        },
        _ => Marks {
            busy: true,
            end: true,
        },
    };
    let late = marks.busy && dice.chance(25);
    let late_paint_ms = if late { dice.range(11, 1_069) } else { 0 };
    let items = if dice.chance(20) {
        dice.range(5, 9)
    } else {
        dice.range(1, 4)
    };
    // Without user turns nobody could tell that somebody else sends.
    let user_turns = dice.chance(80);
    let throttle_ms = if dice.chance(20) {
        dice.range(1, 1_000)
    } else {
        0
    };
    History {
        marks,
        user_turns,
        new_chat: true,
        old_turns: if dice.chance(50) { 2 } else { 0 },
        throttle_ms,
        item_timeout_ms: if dice.chance(10) { 20_000 } else { 40 * 60_000 },
        reload_at: dice.chance(15).then(|| dice.range(1, 120)),
        stories: (0..items)
            .map(|item| story(&mut dice, marks, user_turns, late_paint_ms, seed, item))
            .collect(),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::format_push_string,
    clippy::too_many_lines,
    reason = "one story told from beginning to end; a test's numbers are small"
)]
fn story(
    dice: &mut Dice,
    marks: Marks,
    user_turns: bool,
    late_paint_ms: u64,
    seed: u64,
    item: u64,
) -> Story {
    let ending = match dice.range(0, 39) {
        0 => Ending::Error,
        1 if marks.busy => Ending::Stuck,
        2 if marks.end => Ending::Dead,
        3 => Ending::Nothing,
        4 if marks.end => Ending::Empty,
        5 => Ending::Lost,
        6 if user_turns => Ending::Foreign,
        _ => Ending::Whole,
    };
    let taken_ms = dice.range(0, 400);
    let interim = dice.chance(15);
    let mut at = taken_ms + dice.range(50, if interim { 30_000 } else { 1_500 });
    let mut texts = Vec::new();
    let mut text = String::new();
    let mut marked = Vec::new();
    let mut gaps = Vec::new();
    // Without any mark only the quiet window protects: pauses stay below it, by definition.
    let longest = match (marks.busy, marks.end) {
        (true, _) => 600_000,
        (false, true) => 50_000,
        (false, false) => 6_500,
    };
    if dice.chance(15) {
        // A stub of one character that stands for a while (B40).
        texts.push((at, "I".to_owned()));
        text.push('I');
        at += dice.range(500, longest.min(9_000));
    }
    for piece in 0..dice.range(1, 6) {
        text.push_str(&format!(" word{piece} of answer {seed}-{item}"));
        texts.push((at, text.clone()));
        if dice.chance(10) {
            // The bar flashes while the answer is made (B39).
            if marks.busy {
                marked.push((at, at + dice.range(20, 900)));
            }
        }
        let pause = match dice.range(0, 19) {
            0 => dice.range(3_000, longest),
            1..=4 => dice.range(500, longest.min(4_000)),
            _ => dice.range(10, 200),
        };
        at += pause;
    }
    let last = texts.last().map_or(at, |(at, _)| *at);
    let mut busy_end = last + dice.range(0, 60);
    if late_paint_ms > 0 && texts.len() > 1 {
        // The last paint comes after busy left (B38).
        busy_end = last
            .saturating_sub(late_paint_ms)
            .max(texts[texts.len() - 2].0 + 1);
    }
    if dice.chance(10) && marks.end && ending == Ending::Whole {
        // Busy blinks off in mid-answer; the missing end marker says so.
        let off = dice.range(taken_ms + 1, busy_end.max(taken_ms + 2));
        gaps.push((
            off,
            off + dice.range(50, 3_000).min(busy_end.saturating_sub(off)),
        ));
    }
    let mut busy = vec![(taken_ms + dice.range(0, 150), busy_end)];
    for (from, to) in gaps {
        if from > busy[0].0 && to < busy_end {
            busy = vec![(busy[0].0, from), (to, busy_end)];
        }
    }
    let ends_at = match ending {
        Ending::Whole => last,
        _ => texts[dice.range(0, texts.len() as u64 - 1) as usize].0 + 1,
    };
    match ending {
        Ending::Whole => {
            // With a late paint the marker may come with the end of busy, not with the paint.
            let from = if dice.chance(50) {
                busy_end
            } else {
                last + dice.range(0, 300)
            };
            marked.push((from, FOREVER));
        }
        Ending::Empty => {
            texts.clear();
            marked = vec![(ends_at, FOREVER)];
        }
        Ending::Nothing => texts.clear(),
        _ => {
            texts.retain(|(at, _)| *at < ends_at);
            marked.retain(|(_, to)| *to < ends_at);
        }
    }
    match ending {
        Ending::Stuck => busy = vec![(busy[0].0, FOREVER)],
        Ending::Whole => {}
        _ => busy = vec![(busy[0].0, ends_at.max(busy[0].0 + 1))],
    }
    Story {
        draft: dice.chance(15),
        stale_ms: if dice.chance(20) {
            dice.range(0, 900)
        } else {
            0
        },
        confirm: dice.chance(15),
        garbled: if dice.chance(10) { dice.range(1, 3) } else { 0 },
        commit_ms: if dice.chance(30) {
            dice.range(1, 600)
        } else {
            0
        },
        send_ready_ms: if dice.chance(30) {
            dice.range(1, 2_000)
        } else {
            0
        },
        dead_send: dice.chance(3),
        keeps_text: dice.chance(30),
        taken_ms,
        second_at: (ending == Ending::Whole && dice.chance(5)).then_some(last),
        interim: interim && texts.len() > 1,
        texts,
        busy,
        marked,
        ending,
        ends_at,
    }
}
