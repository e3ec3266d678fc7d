//! Reading a plan: the runtime's side of the hand-over.

use super::{Plan, PlanItem, PlanPack, ScriptOptions};
use crate::capture::{Declared, Judge};
use crate::ids::{DatasetToken, ItemId};
use crate::json::Node;
use crate::problem::{Problems, Reason};
use crate::role::Selectors;
use crate::target::Target;

impl Plan {
    /// Reads a plan.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(
            node,
            &[
                "target",
                "preset_version",
                "selectors",
                "overrides",
                "interim",
                "autostart",
                "delay_min_ms",
                "delay_max_ms",
                "item_timeout_ms",
                "label",
                "judge",
                "evidence",
                "declared",
                "continue_after_load",
                "pack",
            ],
        )?;
        let target = problems.required(object, "target", |problems, node| {
            Target::read(node, problems)
        })?;
        let preset_version = problems.required(object, "preset_version", Problems::text)?;
        let mut selectors = Selectors::default();
        selectors.apply(&problems.required(object, "selectors", |problems, node| {
            Selectors::read(node, problems)
        })?);
        let overrides = problems.required(object, "overrides", |problems, node| {
            Selectors::read(node, problems)
        })?;
        let interim = problems.required(object, "interim", |problems, node| {
            problems.array(node, |problems, node| problems.filled(node))
        })?;
        let options = ScriptOptions {
            autostart: problems.required(object, "autostart", Problems::boolean)?,
            delay_ms: (
                problems.required(object, "delay_min_ms", Problems::integer)?,
                problems.required(object, "delay_max_ms", Problems::integer)?,
            ),
            item_timeout_ms: problems.required(object, "item_timeout_ms", Problems::integer)?,
            label: problems.nullable(object, "label", Problems::text)?,
            judge: problems.nullable(object, "judge", |problems, node| {
                Judge::read(node, problems)
            })?,
            evidence: problems.required(object, "evidence", Problems::boolean)?,
            declared: problems.required(object, "declared", |problems, node| {
                Declared::read(node, problems)
            })?,
            continue_after_load: problems.required(
                object,
                "continue_after_load",
                Problems::boolean,
            )?,
        };
        let pack = problems.nullable(object, "pack", |problems, node| {
            PlanPack::read(node, problems)
        })?;
        Some(Self {
            target,
            preset_version,
            selectors,
            overrides,
            interim,
            options,
            pack,
        })
    }
}

impl PlanPack {
    fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(node, &["name", "dataset_token", "items"])?;
        let name = problems.required(object, "name", Problems::text)?;
        let dataset_token = problems.required(object, "dataset_token", |problems, node| {
            problems.text_as(node, Reason::Empty, |text| DatasetToken::new(text))
        })?;
        let items = problems.required(object, "items", |problems, node| {
            problems.array(node, |problems, node| {
                let object = problems.object(node, &["id", "prompt"])?;
                let id = problems.required(object, "id", |problems, node| {
                    problems.text_as(node, Reason::Empty, |text| ItemId::new(text))
                })?;
                let prompt = problems.required(object, "prompt", Problems::filled)?;
                Some(PlanItem { id, prompt })
            })
        })?;
        Some(Self {
            name,
            dataset_token,
            items,
        })
    }
}
