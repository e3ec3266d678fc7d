//! Reading a plan: the runtime's side of the hand-over. The packager made the plan from checked
//! parts, so it is taken as it is.

use super::{Plan, PlanItem, PlanPack, ScriptOptions};
use crate::capture::{Declared, Judge};
use crate::ids::{DatasetToken, ItemId, PresetId};
use crate::json::Tree;
use crate::origin::Origin;
use crate::pack::PACK_FORMAT;
use crate::role::{Role, Selectors};
use crate::target::Target;

impl Plan {
    /// Reads a plan; `None` if it is not whole. Overrides come in the order of the roles.
    ///
    /// What must be there is looked for first, so that nothing half made has to be dropped.
    pub fn read<T: Tree>(plan: &T) -> Option<Self> {
        for name in ["delay_min_ms", "delay_max_ms", "item_timeout_ms"] {
            plan.get(name)?;
        }
        let selected = plan.get("selectors")?;
        let overrides = plan.get("overrides")?;
        let target = plan.get("target")?;
        target.get("origin")?;
        let mut selectors = Selectors::default();
        for (role, list) in lists(&selected) {
            selectors.set(role, list);
        }
        let number = |name| plan.number_of(name).unwrap_or_default();
        let mut options = ScriptOptions {
            autostart: plan.is("autostart"),
            delay_ms: (number("delay_min_ms"), number("delay_max_ms")),
            item_timeout_ms: number("item_timeout_ms"),
            label: plan.text_of("label"),
            judge: None,
            evidence: plan.is("evidence"),
            declared: Declared::default(),
            continue_after_load: plan.is("continue_after_load"),
        };
        if let Some(judge) = plan.get("judge")
            && judge.get("model").is_some()
        {
            options.judge = Some(Judge {
                provider_id: text(&judge, "provider_id"),
                model: text(&judge, "model"),
                prompt: text(&judge, "prompt"),
            });
        }
        if let Some(declared) = plan.get("declared") {
            let stated = |name| declared.get(name).and_then(|value| value.flag());
            options.declared = Declared {
                temporary_chat: stated("temporary_chat"),
                memory: stated("memory"),
                custom_instructions: stated("custom_instructions"),
                tools: stated("tools"),
            };
        }
        Some(Self {
            target: Target {
                preset: PresetId::from_checked(text(&target, "preset")),
                origin: Origin::from_checked(text(&target, "origin")),
                display_name: text(&target, "display_name"),
            },
            preset_version: text(plan, "preset_version"),
            selectors,
            overrides: lists(&overrides),
            interim: plan.texts_of("interim"),
            options,
            pack: plan.get("pack").and_then(|pack| PlanPack::read(&pack)),
        })
    }
}

/// The string called `name`.
#[inline(never)]
fn text<T: Tree>(object: &T, name: &str) -> String {
    object.text_of(name).unwrap_or_default()
}

impl PlanPack {
    fn read<T: Tree>(pack: &T) -> Option<Self> {
        Some(Self {
            name: text(pack, "name"),
            dataset_token: DatasetToken::from_checked(text(pack, "dataset_token")),
            items: items(pack, "id", "prompt")?,
        })
    }

    /// Reads what a run needs of a pack that the user gives on the page; `None` if it is none.
    ///
    /// Whether it is as it was made is told by its digest, over [`Self::digested`].
    pub fn of_pack<T: Tree>(pack: &T) -> Option<Self> {
        if text(pack, "format") != PACK_FORMAT {
            return None;
        }
        let items = items(pack, "dataset_item_id", "prompt_text")?;
        let dataset_token = text(pack, "dataset_token");
        let bad = |item: &PlanItem| item.id.as_str().is_empty() || item.prompt.is_empty();
        if items.is_empty() || items.iter().any(bad) || dataset_token.is_empty() {
            return None;
        }
        Some(Self {
            name: text(&pack.get("dataset")?, "name"),
            dataset_token: DatasetToken::from_checked(dataset_token),
            items,
        })
    }

    /// The bytes that `pack_digest` is the SHA-256 of: id and prompt of each item, each with its
    /// length before it, as [`Digester`](crate::digest::Digester) takes them in.
    #[must_use]
    pub fn digested(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for item in &self.items {
            for field in [item.id.as_str(), &item.prompt] {
                bytes.extend_from_slice(&(field.len() as u64).to_be_bytes());
                bytes.extend_from_slice(field.as_bytes());
            }
        }
        bytes
    }
}

/// The prompts of `pack`, with their two members' names.
#[inline(never)]
fn items<T: Tree>(pack: &T, id: &str, prompt: &str) -> Option<Vec<PlanItem>> {
    let mut items = Vec::new();
    for item in pack.get("items")?.list() {
        items.push(PlanItem {
            id: ItemId::from_checked(text(&item, id)),
            prompt: text(&item, prompt),
        });
    }
    Some(items)
}

/// The roles that `object` names, with their lists.
#[inline(never)]
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
    fn a_pack_given_on_the_page_is_taken_whole_or_not_at_all() {
        let text = include_str!("../../demo/pack.json");
        let node = json::parse(text.as_bytes()).expect("JSON");
        let pack = PlanPack::of_pack(&&node).expect("a pack");
        let whole = crate::pack::Pack::read(&node, &mut crate::problem::Problems::new());
        let whole = whole.expect("a pack");
        assert_eq!(pack, PlanPack::from(&whole));
        let mut hash = sha2::Sha256::default();
        sha2::Digest::update(&mut hash, pack.digested());
        let mut digest = String::from("sha256:");
        for byte in sha2::Digest::finalize(hash) {
            std::fmt::Write::write_fmt(&mut digest, format_args!("{byte:02x}")).expect("room");
        }
        assert_eq!(whole.pack_digest.as_str(), digest);
        for (from, to) in [
            ("pack.v1", "pack.v2"),
            ("\"dataset_item_id\"", "\"id\""),
            ("\"prompt_text\"", "\"prompt\""),
            ("\"dataset_token\"", "\"token\""),
            ("\"dataset\"", "\"data\""),
            ("\"items\"", "\"rows\""),
        ] {
            let text = text.replace(from, to);
            let node = json::parse(text.as_bytes()).expect("JSON");
            assert_eq!(PlanPack::of_pack(&&node), None, "{from}");
        }
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
