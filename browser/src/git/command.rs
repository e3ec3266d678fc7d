//! How git is called: an absolute binary, an environment built from nothing,
//! and every setting that could run a program, fetch an object or replace one
//! switched off. The repository's own configuration is not trusted.

use std::env;
use std::io::Read;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::commit_arg::CommitArg;
use super::object::{Kind, ObjectId};
use super::objects::{ANSWER_LIMIT, Objects};
use super::snapshot::Snapshot;
use crate::{Deadline, Error, pipe};

/// Settings given on git's command line, which win over the repository's file.
const SETTINGS: &[&str] = &[
    "core.alternateRefsCommand=false",
    "core.askPass=false",
    "core.commitGraph=false",
    "core.fsmonitor=false",
    "core.gitProxy=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.sshCommand=false",
    "credential.helper=",
    "protocol.allow=never",
];

/// A repository, by the folder git is asked in.
#[derive(Debug, Clone)]
pub struct Repository {
    git: PathBuf,
    folder: PathBuf,
}

impl Repository {
    /// The repository that this folder is in; git itself finds it.
    pub fn at(folder: impl Into<PathBuf>) -> Result<Self, Error> {
        Ok(Self {
            git: find_git()?,
            folder: folder.into(),
        })
    }

    /// The commit's files, when the argument names exactly one commit.
    pub fn snapshot(&self, commit: &CommitArg) -> Result<Snapshot, Error> {
        let mut objects = Objects::open(&mut self.command())?;
        let id = self.resolve(commit, &mut objects)?;
        Snapshot::open(objects, id)
    }

    /// All objects whose id begins so, looked up without ref names, of which
    /// exactly one must be a commit.
    fn resolve(&self, commit: &CommitArg, objects: &mut Objects) -> Result<ObjectId, Error> {
        let refuse = |reason: String| {
            Err(Error::Commit {
                given: commit.as_str().to_owned(),
                reason,
            })
        };
        let listing = self.beginning_with(commit)?;
        let mut commits = Vec::new();
        let mut other = None;
        for id in listing.lines().take(1000).filter_map(ObjectId::from_hex) {
            match objects.kind(&id)? {
                Some(Kind::Commit) => commits.push(id),
                Some(kind) => other = Some(kind),
                None => {}
            }
        }
        match (commits.as_slice(), other) {
            ([one], _) => Ok(one.clone()),
            ([], Some(kind)) => refuse(format!("it names a {}, not a commit", kind.word())),
            ([], None) => refuse("no object of this repository has that hash".to_owned()),
            _ => refuse(format!("{} commits begin so", commits.len())),
        }
    }

    /// The ids of all objects that begin so, one a line.
    fn beginning_with(&self, commit: &CommitArg) -> Result<String, Error> {
        let mut child = self
            .command()
            .arg("rev-parse")
            .arg(format!("--disambiguate={}", commit.as_str()))
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Error::git(format!("git did not start: {error}")))?;
        let stdout = drain(child.stdout.take());
        let stderr = drain(child.stderr.take());
        let _ = child.kill();
        let status = child.wait();
        if stderr.is_empty() && stdout.is_empty() && !status.is_ok_and(|status| status.success()) {
            return Err(Error::git("git gave no answer in time"));
        }
        // Warnings come with answers; words alone are an error.
        if stdout.is_empty() && !stderr.is_empty() {
            return Err(Error::git(last_line(&stderr)));
        }
        Ok(String::from_utf8_lossy(&stdout).into_owned())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.git);
        command.current_dir(&self.folder).env_clear();
        // The user's own configuration stays readable: `safe.directory` lives there.
        for name in ["HOME", "PATH", "XDG_CONFIG_HOME"] {
            if let Some(value) = env::var_os(name) {
                command.env(name, value);
            }
        }
        command
            .env("LC_ALL", "C")
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_ALLOW_PROTOCOL", "none")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .arg("--no-pager");
        for setting in SETTINGS {
            command.arg("-c").arg(setting);
        }
        command
    }
}

/// Everything from a pipe, until its end or the time limit.
fn drain<P: Read + AsFd>(pipe: Option<P>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        let deadline = Deadline::after(ANSWER_LIMIT);
        while pipe::read_some(&mut pipe, &mut bytes, deadline).is_ok() {}
    }
    bytes
}

/// The first `git` on the absolute parts of `PATH`: a relative part would let
/// the folder we stand in choose the program.
fn find_git() -> Result<PathBuf, Error> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join("git"))
        .find(|file| is_program(file))
        .ok_or_else(|| Error::git("there is no git on PATH; install it"))
}

fn is_program(file: &Path) -> bool {
    file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

/// What git said last, for an error message.
pub(crate) fn last_line(stderr: &[u8]) -> String {
    String::from_utf8_lossy(stderr)
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .map_or_else(
            || "git failed without a word".to_owned(),
            |line| line.chars().take(300).collect(),
        )
}
