//! Writes every file that the tests make into a folder, for readers outside
//! of Rust: `cargo run -p eval752-validator --example write_corpus -- FOLDER`.
#![expect(clippy::print_stdout, reason = "a tool for developers")]

#[path = "../tests/common/mod.rs"]
mod common;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).ok_or("name a folder")?;
    let folder = std::path::PathBuf::from(folder);
    std::fs::create_dir_all(&folder)?;
    let files = common::corpus::files();
    for (name, bytes) in &files {
        std::fs::write(folder.join(name), bytes)?;
    }
    println!("{} files", files.len());
    Ok(())
}
