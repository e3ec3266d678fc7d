//! Reading a plan: the runtime's side of the hand-over. The packager made the plan from checked
//! parts, so it is taken as it is.

use super::{Plan, PlanItem, PlanPack, ScriptOptions};
use crate::capture::{Declared, Judge};
use crate::ids::{DatasetToken, ItemId, PresetId};
use crate::json::Tree;
use crate::origin::Origin;
use crate::role::{Role, Selectors};
use crate::target::Target;

impl Plan {
    /// Reads a plan; `None` if it is not whole. Overrides come in the order of the roles.
    pub fn read<T: Tree>(plan: &T) -> Option<Self> {
        let target = plan.get("target")?;
        let mut selectors = Selectors::default();
        for (role, list) in lists(&plan.get("selectors")?) {
            selectors.set(role, list);
        }
        let judge = plan.get("judge").and_then(|judge| {
            Some(Judge {
                provider_id: judge.text_of("provider_id")?,
                model: judge.text_of("model")?,
                prompt: judge.text_of("prompt")?,
            })
        });
        let declared = plan.get("declared")?;
        let stated = |name| declared.get(name).and_then(|value| value.flag());
        Some(Self {
            target: Target {
                preset: PresetId::from_checked(target.text_of("preset")?),
                origin: Origin::from_checked(target.text_of("origin")?),
                display_name: target.text_of("display_name")?,
            },
            preset_version: plan.text_of("preset_version")?,
            selectors,
            overrides: lists(&plan.get("overrides")?),
            interim: plan.texts_of("interim"),
            options: ScriptOptions {
                autostart: plan.is("autostart"),
                delay_ms: (
                    plan.number_of("delay_min_ms")?,
                    plan.number_of("delay_max_ms")?,
                ),
                item_timeout_ms: plan.number_of("item_timeout_ms")?,
                label: plan.text_of("label"),
                judge,
                evidence: plan.is("evidence"),
                declared: Declared {
                    temporary_chat: stated("temporary_chat"),
                    memory: stated("memory"),
                    custom_instructions: stated("custom_instructions"),
                    tools: stated("tools"),
                },
                continue_after_load: plan.is("continue_after_load"),
            },
            pack: plan.get("pack").and_then(|pack| PlanPack::read(&pack)),
        })
    }
}

impl PlanPack {
    fn read<T: Tree>(pack: &T) -> Option<Self> {
        let mut items = Vec::new();
        for item in pack.get("items")?.list() {
            items.push(PlanItem {
                id: ItemId::from_checked(item.text_of("id")?),
                prompt: item.text_of("prompt")?,
            });
        }
        Some(Self {
            name: pack.text_of("name")?,
            dataset_token: DatasetToken::from_checked(pack.text_of("dataset_token")?),
            items,
        })
    }
}

/// The roles that `object` names, with their lists.
fn lists<T: Tree>(object: &T) -> Vec<(Role, Vec<String>)> {
    let mut lists = Vec::new();
    for &role in Role::ALL {
        if object.get(role.as_str()).is_some() {
            lists.push((role, object.texts_of(role.as_str())));
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::preset::builtin;

    fn plan() -> Plan {
        let options = ScriptOptions {
            autostart: true,
            delay_ms: (1, 2),
            item_timeout_ms: 3_000,
            label: Some("a label".into()),
            judge: Some(Judge {
                provider_id: "p".into(),
                model: "m".into(),
                prompt: "Return 0 or 1.".into(),
            }),
            evidence: false,
            declared: Declared {
                memory: Some(false),
                tools: Some(true),
                ..Declared::default()
            },
            continue_after_load: true,
        };
        let overrides = vec![
            (Role::Send, vec!["#send".into(), "button".into()]),
            (Role::Busy, Vec::new()),
        ];
        let preset = builtin("chatgpt").expect("a preset");
        let mut plan = Plan::new(&preset, None, overrides, options, None).expect("a plan");
        plan.pack = Some(PlanPack {
            name: "name".into(),
            dataset_token: DatasetToken::new("token").expect("a token"),
            items: vec![PlanItem {
                id: ItemId::new("1").expect("an id"),
                prompt: "What?\n".into(),
            }],
        });
        plan
    }

    #[test]
    fn every_part_of_a_plan_arrives() {
        let plan = plan();
        let text = plan.to_json();
        let node = json::parse(text.as_bytes()).expect("JSON");
        assert_eq!(Plan::read(&&node), Some(plan));
    }

    #[test]
    fn a_plan_that_is_cut_is_no_plan() {
        for name in ["target", "selectors", "overrides", "delay_min_ms", "origin"] {
            let text = plan()
                .to_json()
                .replace(&["\"", name, "\":"].concat(), "\"x\":");
            let node = json::parse(text.as_bytes()).expect("JSON");
            assert_eq!(Plan::read(&&node), None, "{name}");
        }
    }
}
