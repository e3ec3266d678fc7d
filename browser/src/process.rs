//! Living with other processes: adopting orphans so that none outlives us.

use rustix::process::{getpid, set_child_subreaper};

/// Makes this process the parent of every orphan below it, so that a helper
/// whose parent died can still be found, ended and reaped. Where the kernel
/// refuses, they go to the machine's own first process, as they always did.
pub(crate) fn adopt_orphans() {
    let _ = set_child_subreaper(Some(getpid()));
}
