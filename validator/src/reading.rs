//! Reads a file piece by piece; with a second thread, the next piece is read
//! while this one is checked.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Bytes read at a time: large enough for two threads to be worth it.
pub const READ_SIZE: usize = 2 << 20;

/// Buffers in use with a second thread: one is read into, one is checked.
const BUFFERS: usize = 2;

/// Hands on whatever `reader` gives, in pieces of at most [`READ_SIZE`] bytes.
/// With `threads` above 1, one of them reads ahead.
///
/// ```
/// let mut length = 0;
/// eval752_validator::for_each_piece(&b"PK"[..], 1, |piece| length += piece.len())?;
/// assert_eq!(length, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn for_each_piece(
    reader: impl Read + Send,
    threads: usize,
    mut each: impl FnMut(&[u8]),
) -> io::Result<()> {
    if threads < 2 {
        return read_alone(reader, each);
    }
    // Buffers go round: empty ones to the reader, full ones back.
    let (full, incoming) = sync_channel::<io::Result<(Vec<u8>, usize)>>(BUFFERS);
    let (empty, returned) = sync_channel::<Vec<u8>>(BUFFERS);
    for _ in 0..BUFFERS {
        let _room_for_all = empty.send(Vec::new());
    }
    std::thread::scope(|scope| {
        scope.spawn(move || read_ahead(reader, &returned, &full));
        for piece in incoming {
            let (buffer, length) = piece?;
            each(&buffer[..length]);
            let _reader_is_done = empty.send(buffer);
        }
        Ok(())
    })
}

fn read_alone(mut reader: impl Read, mut each: impl FnMut(&[u8])) -> io::Result<()> {
    let mut buffer = vec![0; READ_SIZE];
    loop {
        match read_some(&mut reader, &mut buffer)? {
            0 => return Ok(()),
            length => each(&buffer[..length]),
        }
    }
}

/// Ends at the end of the file, at an error, or when nobody listens any more.
fn read_ahead(
    mut reader: impl Read,
    empty: &Receiver<Vec<u8>>,
    full: &SyncSender<io::Result<(Vec<u8>, usize)>>,
) {
    for mut buffer in empty {
        buffer.resize(READ_SIZE, 0);
        let read = read_some(&mut reader, &mut buffer);
        let last = !matches!(read, Ok(length) if length > 0);
        let message = match read {
            Ok(0) => return,
            Ok(length) => Ok((buffer, length)),
            Err(error) => Err(error),
        };
        if full.send(message).is_err() || last {
            return;
        }
    }
}

fn read_some(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives short pieces, is interrupted now and then, and fails at the end if told to.
    struct Choppy {
        left: usize,
        turn: u8,
        fails: bool,
    }

    impl Read for Choppy {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.turn = self.turn.wrapping_add(1);
            if self.turn.is_multiple_of(3) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if self.left == 0 && self.fails {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            let length = self.left.min(100_003).min(buffer.len());
            buffer[..length].fill(self.turn);
            self.left -= length;
            Ok(length)
        }
    }

    #[test]
    fn reading_ahead_gives_the_same_bytes_and_the_same_errors() {
        for fails in [false, true] {
            let read = |threads| {
                let mut seen = Vec::new();
                let reader = Choppy {
                    left: 5 << 20,
                    turn: 0,
                    fails,
                };
                let end = for_each_piece(reader, threads, |piece| seen.extend_from_slice(piece));
                (seen, end.map_err(|error| error.kind()))
            };
            assert_eq!(read(1).0.len(), 5 << 20);
            assert_eq!(read(2), read(1));
            assert_eq!(read(1).1.is_err(), fails);
        }
    }
}
