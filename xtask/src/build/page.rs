//! The static page `build/www`: what is in `www/static`, the wasm skin, the
//! fixtures, the demo pack and the runtime, side by side, so that any static
//! file server can serve it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use super::compile::{WasmCrate, compile};
use super::stamp::{Stamp, write_if_changed};
use super::{Options, shrink};
use crate::tools::NpmTools;
use crate::workspace::Workspace;

/// Builds `build/www`; `runtime.json` must be there already, `runtime-js.json` may.
pub(crate) fn build(
    workspace: &Workspace,
    options: Options,
    tools: Option<&NpmTools>,
) -> Result<()> {
    let (skin_js, skin_wasm) = skin(workspace, options, tools)?;
    let mut site = Site::new(workspace.build().join("www"));
    site.put_folder(&workspace.path("www/static"), "")?;
    site.put_folder(&workspace.path("fixtures"), "fixtures")?;
    for name in ["pack.json", "keys.json"] {
        let demo = workspace.path("contract/demo").join(name);
        site.put_file(&demo, &format!("demo-{name}"))?;
    }
    site.put_file(&skin_js, "skin.js")?;
    site.put_file(&skin_wasm, "skin_bg.wasm")?;
    site.put_file(&workspace.runtime_json(), "runtime.json")?;
    let plain = workspace.runtime_js_json();
    if plain.exists() {
        site.put_file(&plain, "runtime-js.json")?;
    }
    site.remove_the_rest()
}

/// The skin's JavaScript and wasm.
fn skin(
    workspace: &Workspace,
    options: Options,
    tools: Option<&NpmTools>,
) -> Result<(PathBuf, PathBuf)> {
    let compiled = compile(workspace, WasmCrate::Skin, options.dev)?;
    let input = fs::read(&compiled).with_context(|| format!("reading {}", compiled.display()))?;
    let tools = tools.filter(|_| !options.dev);
    let wasm_opt = match tools {
        Some(tools) => tools.version("binaryen")?,
        None => "none".to_owned(),
    };
    let scratch = workspace.scratch().join("skin");
    let outputs = (scratch.join("skin.js"), scratch.join("skin_bg.wasm"));
    let stamp = Stamp::new(&scratch, "skin", &[&input, wasm_opt.as_bytes()])?;
    if stamp.is_fresh(&[outputs.0.clone(), outputs.1.clone()]) {
        return Ok(outputs);
    }
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes("skin", input)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen
        .generate_output()
        .context("wasm-bindgen could not process the page's skin")?
        .emit(&scratch)?;
    if let Some(tools) = tools {
        let bytes = fs::read(&outputs.1).context("reading the skin's wasm")?;
        fs::write(&outputs.1, shrink::shrink(&bytes, tools, &scratch)?)
            .context("writing the skin's wasm")?;
    }
    stamp.keep()?;
    Ok(outputs)
}

/// A folder that is made to hold exactly what was put.
#[derive(Debug)]
struct Site {
    folder: PathBuf,
    present: BTreeSet<PathBuf>,
}

impl Site {
    fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            present: BTreeSet::new(),
        }
    }

    fn put_file(&mut self, from: &Path, to: &str) -> Result<()> {
        let target = self.folder.join(to);
        let bytes = fs::read(from).with_context(|| format!("reading {}", from.display()))?;
        write_if_changed(&target, &bytes)?;
        self.present.insert(target);
        Ok(())
    }

    /// Copies a folder's files with all below it; one that does not exist is empty.
    fn put_folder(&mut self, from: &Path, to: &str) -> Result<()> {
        let Ok(entries) = fs::read_dir(from) else {
            return Ok(());
        };
        for entry in entries {
            let entry = entry.with_context(|| format!("listing {}", from.display()))?;
            let name = entry
                .file_name()
                .into_string()
                .ok()
                .with_context(|| format!("{} is not UTF-8", entry.path().display()))?;
            let inner = if to.is_empty() {
                name.clone()
            } else {
                format!("{to}/{name}")
            };
            if entry.file_type()?.is_dir() {
                self.put_folder(&entry.path(), &inner)?;
            } else if !name.starts_with('.') {
                self.put_file(&entry.path(), &inner)?;
            }
        }
        Ok(())
    }

    /// Removes files of earlier builds.
    fn remove_the_rest(&self) -> Result<()> {
        let mut folders = vec![self.folder.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if !self.present.contains(&entry.path()) {
                    fs::remove_file(entry.path())
                        .with_context(|| format!("removing {}", entry.path().display()))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_holds_exactly_what_was_put() {
        let folder = std::env::temp_dir().join(format!("xtask-site-{}", std::process::id()));
        let source = folder.join("source");
        write_if_changed(&source.join("sub/a.html"), b"a").unwrap();
        write_if_changed(&source.join(".hidden"), b"b").unwrap();
        let out = folder.join("out");
        write_if_changed(&out.join("stale/old.js"), b"old").unwrap();
        let mut site = Site::new(out.clone());
        site.put_folder(&source, "x").unwrap();
        site.put_folder(&folder.join("missing"), "").unwrap();
        site.remove_the_rest().unwrap();
        assert_eq!(fs::read(out.join("x/sub/a.html")).unwrap(), b"a");
        assert!(!out.join("x/.hidden").exists());
        assert!(!out.join("stale/old.js").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
