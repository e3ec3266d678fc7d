//! Gives imports and exports of the wasm their short names. An import becomes
//! an index (`"0" "17"`), so that the loader passes a plain array of arrays;
//! two imports with the same body share one index, and wasm-opt then makes one
//! import of them. An export becomes a letter; one that the glue never mentions
//! is removed, and with it the code behind it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context, Result, bail};
use walrus::{ImportKind, Module};

use super::glue::{Item, Kind, is_word};

/// The export that wasm-bindgen runs first.
const START: &str = "__wbindgen_start";

/// Short names for one module.
#[derive(Debug)]
pub(crate) struct Names {
    /// Items by import index.
    pub(crate) imports: Vec<Item>,
    /// wasm-bindgen's export name → letter.
    exports: BTreeMap<String, String>,
}

impl Names {
    /// Renames in the module and answers what was renamed to what.
    /// `reachable` are the glue's items that some import or `start` needs.
    pub(crate) fn give(module: &mut Module, items: &[Item], reachable: &[Item]) -> Result<Self> {
        let imports = rename_imports(module, items)?;
        let used: BTreeSet<String> = reachable
            .iter()
            .flat_map(|item| wasm_members(&item.source()))
            .chain([START.to_owned()])
            .collect();
        let mut exports = BTreeMap::new();
        let unused: Vec<_> = module
            .exports
            .iter()
            .filter(|export| !used.contains(&export.name))
            .map(walrus::Export::id)
            .collect();
        for id in unused {
            module.exports.delete(id);
        }
        for (index, export) in module.exports.iter_mut().enumerate() {
            let short = letter(index);
            exports.insert(export.name.clone(), short.clone());
            export.name = short;
        }
        if let Some(missing) = used
            .iter()
            .find(|name| *name != START && !exports.contains_key(*name))
        {
            bail!("the glue uses the export `{missing}`, which the wasm does not have");
        }
        Ok(Self { imports, exports })
    }

    /// The same JavaScript with `wasm.long_name` made `wasm.a`.
    pub(crate) fn apply(&self, source: &str) -> String {
        let mut out = String::with_capacity(source.len());
        let mut rest = source;
        while let Some((before, name)) = next_member(rest) {
            let end = before + name.len();
            out.push_str(&rest[..before]);
            out.push_str(self.exports.get(name).map_or(name, String::as_str));
            rest = &rest[end..];
        }
        out.push_str(rest);
        out
    }

    /// The call that wasm-bindgen wants made first, if there is one.
    pub(crate) fn start_call(&self) -> String {
        self.exports
            .get(START)
            .map(|name| format!("wasm.{name}();"))
            .unwrap_or_default()
    }
}

/// Which import indices a module still has, after wasm-opt.
pub(crate) fn imports_left(module: &Module) -> BTreeSet<usize> {
    module
        .imports
        .iter()
        .filter_map(|import| import.name.parse().ok())
        .collect()
}

fn rename_imports(module: &mut Module, items: &[Item]) -> Result<Vec<Item>> {
    let mut imports: Vec<Item> = Vec::new();
    let mut known: HashMap<(String, String), usize> = HashMap::new();
    for import in module.imports.iter_mut() {
        if !matches!(import.kind, ImportKind::Function(_)) {
            bail!(
                "the wasm imports `{}`, which is not a function: the loader provides functions only",
                import.name
            );
        }
        let item = items
            .iter()
            .find(|item| item.name == import.name)
            .with_context(|| format!("the glue has no function `{}`", import.name))?;
        let Kind::Function { params, body } = &item.kind else {
            bail!("the glue's `{}` is not a function", import.name);
        };
        let index = *known
            .entry((params.clone(), body.clone()))
            .or_insert_with(|| {
                imports.push(item.clone());
                imports.len() - 1
            });
        "0".clone_into(&mut import.module);
        import.name = index.to_string();
    }
    Ok(imports)
}

/// The names in `wasm.name`.
fn wasm_members(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = source;
    while let Some((before, name)) = next_member(rest) {
        names.push(name.to_owned());
        rest = &rest[before + name.len()..];
    }
    names
}

/// Where the next `wasm.`'s member starts, and the member.
fn next_member(source: &str) -> Option<(usize, &str)> {
    const OBJECT: &str = "wasm.";
    let mut from = 0;
    while let Some(found) = source[from..].find(OBJECT) {
        let start = from + found;
        let end = start + OBJECT.len();
        let stands_alone = !source[..start].ends_with(|ch| is_word(ch) || ch == '.');
        if stands_alone {
            let length = source[end..]
                .find(|ch| !is_word(ch))
                .unwrap_or(source.len() - end);
            return Some((end, &source[end..end + length]));
        }
        from = end;
    }
    None
}

/// a … z, then a1, b1, …
fn letter(index: usize) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyz";
    let (round, place) = (index / letters.len(), index % letters.len());
    let mut name = letters[place..=place].to_owned();
    if round > 0 {
        name.push_str(&round.to_string());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_members_of_wasm_itself_are_renamed() {
        let names = Names {
            imports: Vec::new(),
            exports: BTreeMap::from([("memory".to_owned(), "b".to_owned())]),
        };
        assert_eq!(
            names.apply("new DataView(wasm.memory.buffer) + my.wasm.memory + awasm.memory"),
            "new DataView(wasm.b.buffer) + my.wasm.memory + awasm.memory"
        );
        assert_eq!(letter(25), "z");
        assert_eq!(letter(26), "a1");
    }

    fn module(imports: &[&str], exports: &[&str]) -> Module {
        let mut module = Module::default();
        let signature = module.types.add(&[], &[]);
        for name in imports {
            module.add_import_func("./glue.js", name, signature);
        }
        for name in exports {
            let body = walrus::FunctionBuilder::new(&mut module.types, &[], &[]);
            let id = body.finish(vec![], &mut module.funcs);
            module.exports.add(name, id);
        }
        module
    }

    const GLUE: &str = "export function start() {\n    wasm.start();\n}\n\
         export function one() {\n    return 1;\n}\n\
         export function uno() {\n    return 1;\n}\n\
         export function two() {\n    return 2;\n}\n";

    #[test]
    fn equal_imports_share_an_index_and_unused_exports_go() {
        let items = super::super::glue::parse(GLUE).unwrap();
        let mut module = module(&["one", "two", "uno"], &["start", "unused", START]);
        let names = Names::give(&mut module, &items, &items).unwrap();
        let given: Vec<_> = module
            .imports
            .iter()
            .map(|import| (import.module.as_str(), import.name.as_str()))
            .collect();
        assert_eq!(given, [("0", "0"), ("0", "1"), ("0", "0")]);
        assert_eq!(imports_left(&module), BTreeSet::from([0, 1]));
        let exports: Vec<_> = module.exports.iter().map(|export| &export.name).collect();
        assert_eq!(exports, ["a", "b"]);
        assert_eq!(names.apply("wasm.start()"), "wasm.a()");
        assert_eq!(names.start_call(), "wasm.b();");
    }

    #[test]
    fn what_the_other_side_lacks_is_named() {
        let items = super::super::glue::parse(GLUE).unwrap();
        let error = Names::give(&mut module(&["three"], &["start"]), &items, &items);
        assert!(error.unwrap_err().to_string().contains("`three`"));
        let error = Names::give(&mut module(&[], &[]), &items, &items);
        assert!(error.unwrap_err().to_string().contains("`start`"));
    }
}
