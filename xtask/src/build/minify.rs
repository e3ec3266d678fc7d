//! Makes the loader short: with esbuild when it is installed, else by dropping
//! indentation, which is slightly longer and needs nothing installed.

use anyhow::Result;

use crate::command;
use crate::tools::NpmTools;

/// esbuild would drop a function expression that nobody uses; this keeps it.
const HOLDER: &str = "x=";

/// The same function expression in fewer characters, ASCII only.
pub(crate) fn minify(loader: &str, tools: Option<&NpmTools>) -> Result<String> {
    match tools {
        Some(tools) => with_esbuild(loader, tools),
        None => Ok(by_hand(loader)),
    }
}

fn with_esbuild(loader: &str, tools: &NpmTools) -> Result<String> {
    let mut esbuild = tools.esbuild();
    esbuild.args([
        "--minify",
        "--target=es2020",
        "--charset=ascii",
        "--log-level=warning",
    ]);
    let out = command::pipe(&mut esbuild, &format!("{HOLDER}{loader}"))?;
    let expression = out.trim().trim_end_matches(';').trim_start_matches(HOLDER);
    // esbuild keeps the brackets of a function that looks made to be called.
    if expression.starts_with('(') {
        return Ok(expression.to_owned());
    }
    Ok(format!("({expression})"))
}

/// Lines keep their ends, so that nothing depends on where semicolons are.
fn by_hand(loader: &str) -> String {
    let lines: Vec<&str> = loader
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand_only_space_goes() {
        assert_eq!(
            by_hand("(function (a) {\n    b();\n\n    return 'x  y'\n})"),
            "(function (a) {\nb();\nreturn 'x  y'\n})"
        );
    }
}
