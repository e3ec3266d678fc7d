//! Living with other processes: finding all below us, ending them, and adopting
//! orphans so that none escapes. Test runners start browsers in sessions of
//! their own, so a process group is not enough.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, set_child_subreaper, wait,
};

use crate::Deadline;

/// How long processes may take to end when they are asked to.
const GRACE: Duration = Duration::from_secs(1);
/// How long ended processes may take to be gone.
const GONE: Duration = Duration::from_secs(5);

/// Makes this process the parent of every orphan below it, so that a helper
/// whose parent died can still be found, ended and reaped. Where the kernel
/// refuses, they go to the machine's own first process, as they always did.
pub(crate) fn adopt_orphans() {
    let _ = set_child_subreaper(Some(getpid()));
}

/// Ends everything below this process: asks first, then insists. Statuses of
/// children are consumed, so nobody may be waiting for one.
pub(crate) fn end_descendants() {
    for (signal, limit) in [(Signal::TERM, GRACE), (Signal::KILL, GONE)] {
        let deadline = Deadline::after(limit);
        let mut asked = Vec::new();
        loop {
            reap();
            let alive = descendants(getpid());
            if alive.is_empty() {
                return;
            }
            for pid in alive {
                if !asked.contains(&pid) {
                    asked.push(pid);
                    let _ = kill_process(pid, signal);
                }
            }
            if deadline.passed() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Takes the statuses of all children that have ended.
pub(crate) fn reap() -> Vec<(Pid, WaitStatus)> {
    let mut ended = Vec::new();
    while let Ok(Some(one)) = wait(WaitOptions::NOHANG) {
        ended.push(one);
    }
    ended
}

/// All processes below this one that have not ended.
pub(crate) fn descendants(of: Pid) -> Vec<Pid> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for (pid, parent) in processes() {
        children.entry(parent).or_default().push(pid);
    }
    let mut found = Vec::new();
    let mut queue = vec![of.as_raw_nonzero().get()];
    while let Some(pid) = queue.pop() {
        for child in children.remove(&pid).unwrap_or_default() {
            found.extend(Pid::from_raw(child));
            queue.push(child);
        }
    }
    found
}

/// Every living process and its parent.
fn processes() -> Vec<(i32, i32)> {
    let Ok(folders) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    folders
        .flatten()
        .filter_map(|folder| {
            let pid = folder.file_name().to_str()?.parse().ok()?;
            let stat = fs::read(folder.path().join("stat")).ok()?;
            Some((pid, parent_in(&stat)?))
        })
        .collect()
}

/// The parent in a `stat` line. The second word is the program's name in
/// brackets and can hold anything; zombies have no more work to end.
fn parent_in(stat: &[u8]) -> Option<i32> {
    let end = stat.iter().rposition(|byte| *byte == b')')?;
    let rest = std::str::from_utf8(&stat[end + 1..]).ok()?;
    let mut words = rest.split_whitespace();
    match words.next()? {
        "Z" | "X" => None,
        _ => words.next()?.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::parent_in;

    #[test]
    fn odd_program_names_are_no_trouble() {
        assert_eq!(parent_in(b"12 (a) R 99) S 7 12 12 0"), Some(7));
        assert_eq!(parent_in(b"12 (\xff\xfe) S 7 12"), Some(7));
        assert_eq!(parent_in(b"12 (a) Z 7 12"), None);
        assert_eq!(parent_in(b"cut"), None);
    }
}
