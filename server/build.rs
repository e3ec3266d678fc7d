//! Takes what `cargo xtask build` left in `build/` into the program: the page and the capture
//! runtime. Where it has not run yet the tables are empty and the program says what to do.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let build = manifest.join("../build");
    // Cargo runs this again whenever a watched path changes, and always when it is missing:
    // an empty folder to watch keeps later builds from starting over each time.
    let _may_be_read_only = fs::create_dir_all(&build);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../build");

    let mut files = Vec::new();
    let www = build.join("www");
    if www.is_dir() {
        collect(&www, &www, &mut files)?;
    }
    files.sort();
    let mut code = String::from("pub(crate) static PAGE: &[(&str, &[u8])] = &[\n");
    for (name, path) in files {
        let _infallible = writeln!(code, "    ({name:?}, include_bytes!({})),", literal(&path));
    }
    code.push_str("];\n");
    code.push_str(&text("RUNTIME", &build.join("runtime.json"))?);
    code.push_str(&text("PLAIN_RUNTIME", &build.join("runtime-js.json"))?);
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("assets.rs"), code)
}

/// A constant with a file's text, where there is one.
fn text(name: &str, file: &Path) -> io::Result<String> {
    let value = if file.is_file() {
        let path = literal(&file.canonicalize()?);
        format!("Some(include_str!({path}))")
    } else {
        "None".to_owned()
    };
    Ok(format!(
        "pub(crate) const {name}: Option<&str> = {value};\n"
    ))
}

/// A path as a Rust string literal.
fn literal(path: &Path) -> String {
    format!("{:?}", path.to_string_lossy())
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Ok(relative) = path.strip_prefix(root) {
            let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
            files.push((parts.join("/"), path.canonicalize()?));
        }
    }
    Ok(())
}
