//! From a dataset to a signed, prompt-only pack: selection, preflight, digest, token.

use std::collections::HashSet;

use eval752_contract::digest::{Digest, Digester};
use eval752_contract::ids::{DatasetId, ItemId, SectionId};
use eval752_contract::pack::{Pack, PackDataset, PackItem, PackSection, pack_digest};
use eval752_contract::token::Claims;

use crate::clock;
use crate::dataset::{Dataset, Entry};
use crate::error::{Error, Issue};
use crate::keyring::Keyring;

/// Which items to pack. Everything that is said must hold; order is the dataset's.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Only these sections; all where empty.
    pub sections: Vec<String>,
    /// Only these items; all where empty.
    pub ids: Vec<String>,
    /// At most this many, from the front.
    pub max_items: Option<usize>,
    /// Leave out what can't be packed instead of refusing.
    pub skip_blocked: bool,
}

/// A pack and what was left out of it on purpose.
#[derive(Debug)]
pub struct Packed {
    /// The pack.
    pub pack: Pack,
    /// Items that `skip_blocked` left out.
    pub skipped: Vec<Issue>,
}

/// The state of a dataset, answers included, salted so that no answer can be tried against it.
#[must_use]
pub fn version_hash(keyring: &Keyring, id: &DatasetId, dataset: &Dataset) -> Digest {
    let mut digester = Digester::new();
    digester.field(
        keyring
            .salt("dataset version", id.as_str())
            .as_str()
            .as_bytes(),
    );
    for entry in &dataset.entries {
        digester.field(entry.id.as_str().as_bytes());
        digester.field(entry.section.as_bytes());
        match &entry.item {
            Ok(item) => {
                digester.field(item.prompt.as_bytes());
                digester.field(serde_json::json!(item.grading).to_string().as_bytes());
            }
            Err(blocked) => digester.field(blocked.message.as_bytes()),
        }
    }
    digester.finish()
}

/// Selects, checks, signs.
///
/// # Errors
/// [`Error::Usage`] for a selection that names what is not there, [`Error::Blocked`] with an
/// issue for every selected item that can't be packed.
pub fn pack(
    keyring: &Keyring,
    id: &DatasetId,
    dataset: &Dataset,
    selection: &Selection,
) -> Result<Packed, Error> {
    let selected = select(dataset, selection)?;
    let mut skipped: Vec<Issue> = selected.iter().filter_map(|entry| entry.issue()).collect();
    if !skipped.is_empty() && !selection.skip_blocked {
        return Err(Error::Blocked { issues: skipped });
    }
    let items: Vec<PackItem> = selected
        .iter()
        .filter_map(|entry| pack_item(entry))
        .collect();
    if items.is_empty() {
        skipped.push(Issue::new("pack.empty", "nothing is left to pack"));
        return Err(Error::Blocked { issues: skipped });
    }
    let digest = pack_digest(&items);
    let version_hash = version_hash(keyring, id, dataset);
    let now = clock::now();
    let claims = Claims {
        dataset_id: id.clone(),
        version_hash: version_hash.clone(),
        pack_digest: digest.clone(),
        item_count: items.len() as u64,
        iat: u64::try_from(now.millis() / 1000).unwrap_or(0),
    };
    let pack = Pack {
        dataset: PackDataset {
            id: id.clone(),
            name: dataset.name.clone(),
            version_hash,
        },
        sections: sections(&items),
        items,
        pack_digest: digest,
        dataset_token: keyring.signing_key().sign(&claims),
        created_at: now,
    };
    Ok(Packed { pack, skipped })
}

fn select<'a>(dataset: &'a Dataset, selection: &Selection) -> Result<Vec<&'a Entry>, Error> {
    let known: HashSet<&str> = dataset
        .entries
        .iter()
        .map(|entry| &*entry.section)
        .collect();
    if let Some(section) = selection
        .sections
        .iter()
        .find(|name| !known.contains(name.as_str()))
    {
        let mut names: Vec<&str> = known.into_iter().collect();
        names.sort_unstable();
        return Err(Error::Usage(format!(
            "there is no section \"{section}\"; there are {}",
            names.join(", ")
        )));
    }
    let ids: HashSet<&str> = dataset
        .entries
        .iter()
        .map(|entry| entry.id.as_str())
        .collect();
    if let Some(id) = selection.ids.iter().find(|id| !ids.contains(id.as_str())) {
        return Err(Error::Usage(format!("there is no item \"{id}\"")));
    }
    let wanted: HashSet<&str> = selection.ids.iter().map(String::as_str).collect();
    let entries = dataset
        .entries
        .iter()
        .filter(|entry| {
            selection.sections.is_empty() || selection.sections.contains(&entry.section)
        })
        .filter(|entry| wanted.is_empty() || wanted.contains(entry.id.as_str()))
        // With `skip_blocked`, max_items counts what is packed.
        .take(selection.max_items.unwrap_or(usize::MAX));
    let entries: Vec<&Entry> = entries.collect();
    if entries.is_empty() {
        return Err(Error::Usage("the selection leaves no item".to_owned()));
    }
    Ok(entries)
}

fn pack_item(entry: &Entry) -> Option<PackItem> {
    let item = entry.item.as_ref().ok()?;
    Some(PackItem {
        dataset_item_id: ItemId::clone(&entry.id),
        section_id: SectionId::new(entry.section.clone())?,
        prompt_text: item.prompt.clone(),
        scoring: item.grading.scoring(),
        scoring_note: item.grading.note().map(str::to_owned),
    })
}

/// The sections of the items, in the order of their first item.
fn sections(items: &[PackItem]) -> Vec<PackSection> {
    let mut sections: Vec<PackSection> = Vec::new();
    for item in items {
        match sections
            .iter_mut()
            .find(|section| section.id == item.section_id)
        {
            Some(section) => section.item_count += 1,
            None => sections.push(PackSection {
                id: item.section_id.clone(),
                title: item.section_id.to_string(),
                item_count: 1,
            }),
        }
    }
    sections
}
