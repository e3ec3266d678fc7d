//! `eval752-browser`: see the library for everything but the exit code.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    ExitCode::from(eval752_browser::cli::main(std::env::args_os().collect()))
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "eval752-browser: works on Linux only");
    ExitCode::from(2)
}
