//! Reads and writes on pipes that give up at a deadline. `std` blocks for ever
//! when the process at the other end is stopped or stuck; polling first does not.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::{Deadline, stop};

/// Waits until `fd` can be read or written, the deadline passes, or this program
/// is told to stop (an error of kind `ConnectionAborted`).
fn wait(fd: &impl AsFd, flags: PollFlags, deadline: Deadline) -> io::Result<()> {
    let stop = stop::fd();
    loop {
        let left = deadline.left();
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let limit = Timespec::try_from(left).map_err(io::Error::other)?;
        let mut watched = vec![PollFd::new(fd, flags)];
        watched.extend(stop.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        match poll(&mut watched, Some(&limit)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_)
                if watched
                    .get(1)
                    .is_some_and(|stop| !stop.revents().is_empty()) =>
            {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
            Ok(_) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Reads what is there, at least one byte; an error of kind `UnexpectedEof`
/// says the other end is closed.
pub(crate) fn read_some<R: Read + AsFd>(
    from: &mut R,
    into: &mut Vec<u8>,
    deadline: Deadline,
) -> io::Result<()> {
    let mut chunk = [0_u8; 16 << 10];
    wait(from, PollFlags::IN, deadline)?;
    match from.read(&mut chunk)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        count => {
            into.extend_from_slice(&chunk[..count]);
            Ok(())
        }
    }
}

/// Writes everything, or fails at the deadline. The descriptor should be
/// non-blocking, else one large write can outlast it.
pub(crate) fn write_all<W: Write + AsFd>(
    to: &mut W,
    mut bytes: &[u8],
    deadline: Deadline,
) -> io::Result<()> {
    while !bytes.is_empty() {
        wait(to, PollFlags::OUT, deadline)?;
        match to.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
                ) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Makes writes to `fd` return instead of blocking when the pipe is full.
pub(crate) fn set_nonblocking(fd: &impl AsFd) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(fd)?;
    rustix::fs::fcntl_setfl(fd, flags | rustix::fs::OFlags::NONBLOCK)?;
    Ok(())
}
