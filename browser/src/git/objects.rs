//! One long-lived `git cat-file --batch-command`, asked by object id only. It
//! never sees a revision expression, a path or a text conversion.

use std::io::ErrorKind;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use super::object::{Kind, ObjectId};
use crate::{Deadline, Error, pipe};

/// How long one answer may take. Local disks answer in milliseconds.
pub(super) const ANSWER_LIMIT: Duration = Duration::from_secs(10);

/// What became of reading an object.
#[derive(Debug)]
pub(crate) enum Read {
    /// Its kind and bytes.
    Whole(Kind, Vec<u8>),
    /// There is no such object here.
    Missing,
    /// It has this many bytes, over the limit.
    TooLarge(usize),
}

/// The reader of one repository's objects.
#[derive(Debug)]
pub(crate) struct Objects {
    child: Child,
    ask: ChildStdin,
    answers: ChildStdout,
    buffer: Vec<u8>,
}

impl Objects {
    /// Starts the reader; `command` is git with its settings.
    pub(crate) fn open(command: &mut Command) -> Result<Self, Error> {
        let mut child = command
            .args(["cat-file", "--batch-command"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Error::git(format!("git did not start: {error}")))?;
        let (Some(ask), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::Internal("git was started without pipes".to_owned()));
        };
        Ok(Self {
            child,
            ask,
            answers,
            buffer: Vec::new(),
        })
    }

    /// What kind of object this is, or `None` when there is none.
    pub(crate) fn kind(&mut self, id: &ObjectId) -> Result<Option<Kind>, Error> {
        Ok(self.header("info", id)?.map(|(kind, _)| kind))
    }

    /// The object's bytes, their hash recomputed. An object over `limit` bytes is
    /// not read.
    pub(crate) fn read(&mut self, id: &ObjectId, limit: usize) -> Result<Read, Error> {
        match self.header("info", id)? {
            None => return Ok(Read::Missing),
            Some((_, size)) if size > limit => return Ok(Read::TooLarge(size)),
            Some(_) => {}
        }
        let Some((kind, size)) = self.header("contents", id)? else {
            return Ok(Read::Missing);
        };
        let deadline = Deadline::after(ANSWER_LIMIT);
        while self.buffer.len() <= size {
            self.more(deadline)?;
        }
        let data: Vec<u8> = self.buffer.drain(..=size).take(size).collect();
        if id.names(kind, &data) {
            Ok(Read::Whole(kind, data))
        } else {
            Err(Error::git(format!(
                "object {id} does not have the bytes its hash names; run `git fsck`"
            )))
        }
    }

    fn header(&mut self, verb: &str, id: &ObjectId) -> Result<Option<(Kind, usize)>, Error> {
        let deadline = Deadline::after(ANSWER_LIMIT);
        let line = format!("{verb} {id}\n");
        if pipe::write_all(&mut self.ask, line.as_bytes(), deadline).is_err() {
            return Err(self.died());
        }
        let end = loop {
            if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                break end;
            }
            self.more(deadline)?;
        };
        let line: Vec<u8> = self.buffer.drain(..=end).collect();
        let line = String::from_utf8_lossy(&line);
        let words: Vec<&str> = line.split_whitespace().collect();
        let odd = || Error::git(format!("git answered {:?}", line.trim_end()));
        match words.as_slice() {
            [answered, kind, size] if *answered == id.as_str() => {
                let kind = Kind::parse(kind).ok_or_else(odd)?;
                Ok(Some((kind, size.parse().map_err(|_| odd())?)))
            }
            [_, "missing"] => Ok(None),
            _ => Err(odd()),
        }
    }

    fn more(&mut self, deadline: Deadline) -> Result<(), Error> {
        match pipe::read_some(&mut self.answers, &mut self.buffer, deadline) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::TimedOut => Err(Error::git(format!(
                "git gave no answer within {} s",
                ANSWER_LIMIT.as_secs()
            ))),
            Err(_) => Err(self.died()),
        }
    }

    /// Git's own last words, once its pipe is closed.
    fn died(&mut self) -> Error {
        let mut stderr = Vec::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            let deadline = Deadline::after(Duration::from_secs(1));
            while pipe::read_some(&mut pipe, &mut stderr, deadline).is_ok() {}
        }
        Error::git(super::command::last_line(&stderr))
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        // Neither can matter any more: the process may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
