//! The plan: target, selectors, options and prompts, as the runtime gets them.

use core::fmt;

use crate::capture::{Declared, Judge};
use crate::ids::{DatasetToken, ItemId};
use crate::json::Writer;
use crate::origin::Origin;
use crate::pack::Pack;
use crate::preset::Preset;
use crate::role::{Role, Selectors, write_overrides};
use crate::target::Target;

/// What the user can choose about a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptOptions {
    /// Start without a press, for automation.
    pub autostart: bool,
    /// Least and greatest pause between two items, in milliseconds.
    pub delay_ms: (u64, u64),
    /// How long one item may take, in milliseconds.
    pub item_timeout_ms: u64,
    /// The run's name.
    pub label: Option<String>,
    /// A judge to propose; the page can read it.
    pub judge: Option<Judge>,
    /// Whether `evidence` is written.
    pub evidence: bool,
    /// What the user states about their account.
    pub declared: Declared,
    /// Go on by itself with an unfinished session after the page was loaded anew.
    pub continue_after_load: bool,
}

impl Default for ScriptOptions {
    fn default() -> Self {
        Self {
            autostart: false,
            // Slow enough for a person's account not to stand out, with jitter.
            delay_ms: (4_000, 9_000),
            // Answers that think for ten minutes are real; see B42 and B45.
            item_timeout_ms: 20 * 60 * 1000,
            label: None,
            judge: None,
            evidence: true,
            declared: Declared::default(),
            continue_after_load: false,
        }
    }
}

/// Everything the runtime is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The page to run on.
    pub target: Target,
    /// The version of the preset that the selectors come from.
    pub preset_version: String,
    /// The selectors in force.
    pub selectors: Selectors,
    /// Those of them that the user gave.
    pub overrides: Vec<(Role, Vec<String>)>,
    /// Texts that are no answer.
    pub interim: Vec<String>,
    /// What the user chose.
    pub options: ScriptOptions,
    /// The prompts; `None` where the user gives a pack on the page.
    pub pack: Option<PlanPack>,
}

/// What the runtime needs of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanPack {
    /// The dataset's name for people.
    pub name: String,
    /// Copied through into the archive.
    pub dataset_token: DatasetToken,
    /// The prompts in order.
    pub items: Vec<PlanItem>,
}

/// One prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanItem {
    /// The item's id.
    pub id: ItemId,
    /// What to send.
    pub prompt: String,
}

/// Why no plan can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// The preset has no origin of its own and none was given.
    NoOrigin,
    /// A role that no capture can do without has no selector.
    NoSelector(Role),
    /// The greatest delay is smaller than the least.
    Delay,
    /// An item could never finish.
    Timeout,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoOrigin => f.write_str(
                "this preset has no origin of its own: give the page's, as --origin https://chat.example.com",
            ),
            Self::NoSelector(role) => write!(
                f,
                "the role \"{}\" has no selector: give one in the selectors file, as {{\"{}\": [\"css\"]}}",
                role.as_str(),
                role.as_str()
            ),
            Self::Delay => f.write_str("the delay must be MIN..MAX with MIN not above MAX"),
            Self::Timeout => f.write_str("the item timeout must be at least one second"),
        }
    }
}

impl core::error::Error for PlanError {}

impl From<&Pack> for PlanPack {
    fn from(pack: &Pack) -> Self {
        let items = pack.items.iter().map(|item| PlanItem {
            id: item.dataset_item_id.clone(),
            prompt: item.prompt_text.clone(),
        });
        Self {
            name: pack.dataset.name.clone(),
            dataset_token: pack.dataset_token.clone(),
            items: items.collect(),
        }
    }
}

impl Plan {
    /// Puts a plan together.
    ///
    /// # Errors
    /// What is missing or can't be.
    pub fn new(
        preset: &Preset,
        origin: Option<Origin>,
        mut overrides: Vec<(Role, Vec<String>)>,
        options: ScriptOptions,
        pack: Option<&Pack>,
    ) -> Result<Self, PlanError> {
        let origin = origin
            .or_else(|| preset.origin.clone())
            .ok_or(PlanError::NoOrigin)?;
        let mut selectors = preset.selectors();
        // A page check names every role; what is as the preset has it overrides nothing.
        overrides.retain(|(role, list)| selectors.get(*role) != list);
        selectors.apply(&overrides);
        for role in [Role::Composer, Role::AssistantTurn] {
            if selectors.get(role).is_empty() {
                return Err(PlanError::NoSelector(role));
            }
        }
        if options.delay_ms.0 > options.delay_ms.1 {
            return Err(PlanError::Delay);
        }
        if options.item_timeout_ms < 1000 {
            return Err(PlanError::Timeout);
        }
        let display_name = preset.display_name.clone();
        Ok(Self {
            target: Target {
                preset: preset.id.clone(),
                origin,
                display_name,
            },
            preset_version: preset.version.clone(),
            selectors,
            overrides,
            interim: preset.interim.clone(),
            options,
            pack: pack.map(PlanPack::from),
        })
    }

    /// The plan as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = Writer::new();
        let options = &self.options;
        out.object(|out| {
            self.target.write(out.key("target"));
            out.key("preset_version").string(&self.preset_version);
            self.selectors.write(out.key("selectors"));
            write_overrides(out.key("overrides"), &self.overrides);
            out.key("interim").array(|out| {
                for text in &self.interim {
                    out.string(text);
                }
            });
            out.key("autostart").bool(options.autostart);
            out.key("delay_min_ms").integer(options.delay_ms.0);
            out.key("delay_max_ms").integer(options.delay_ms.1);
            out.key("item_timeout_ms").integer(options.item_timeout_ms);
            out.key("label").optional(options.label.as_deref());
            match &options.judge {
                Some(judge) => judge.write(out.key("judge")),
                None => out.key("judge").raw("null"),
            }
            out.key("evidence").bool(options.evidence);
            options.declared.write(out.key("declared"));
            out.key("continue_after_load")
                .bool(options.continue_after_load);
            match &self.pack {
                Some(pack) => pack.write(out.key("pack")),
                None => out.key("pack").raw("null"),
            }
        });
        out.finish()
    }
}

impl PlanPack {
    fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("name").string(&self.name);
            out.key("dataset_token").string(self.dataset_token.as_str());
            out.key("items").array(|out| {
                for item in &self.items {
                    out.object(|out| {
                        out.key("id").string(item.id.as_str());
                        out.key("prompt").string(&item.prompt);
                    });
                }
            });
        });
    }
}
