//! The part of the Chrome `DevTools` Protocol's transport we need: JSON messages,
//! each ended by a NUL byte, on a pair of pipes. One thread, every wait with a
//! deadline, and no message type of its own (ADR 0010).

use std::io::{self, PipeReader, PipeWriter};

use serde_json::{Value, json};

use crate::{Deadline, pipe};

/// A message from the browser.
#[derive(Debug)]
pub(crate) enum Message {
    /// The answer to the call of that id: a result, or the browser's complaint.
    Reply {
        id: u64,
        result: Result<Value, String>,
    },
    /// Something happened in a session (the browser's own one is empty).
    Event {
        session: String,
        method: String,
        params: Value,
    },
}

/// Both pipes of one browser.
#[derive(Debug)]
pub(crate) struct Connection {
    to: PipeWriter,
    from: PipeReader,
    buffer: Vec<u8>,
    scanned: usize,
    last_id: u64,
}

impl Connection {
    pub(crate) fn new(to: PipeWriter, from: PipeReader) -> Self {
        Self {
            to,
            from,
            buffer: Vec::new(),
            scanned: 0,
            last_id: 0,
        }
    }

    /// Sends a call and returns its id; the answer comes as a message.
    pub(crate) fn send(
        &mut self,
        session: &str,
        method: &str,
        params: &Value,
        deadline: Deadline,
    ) -> io::Result<u64> {
        self.last_id += 1;
        let mut call = json!({ "id": self.last_id, "method": method, "params": params });
        if !session.is_empty() {
            call["sessionId"] = session.into();
        }
        let mut bytes = serde_json::to_vec(&call).map_err(io::Error::other)?;
        bytes.push(0);
        pipe::write_all(&mut self.to, &bytes, deadline)?;
        Ok(self.last_id)
    }

    /// The next message; an error of kind `TimedOut` at the deadline and
    /// `UnexpectedEof` when the browser is gone.
    pub(crate) fn next(&mut self, deadline: Deadline) -> io::Result<Message> {
        loop {
            while let Some(at) = self.buffer[self.scanned..]
                .iter()
                .position(|byte| *byte == 0)
            {
                let end = self.scanned + at;
                let message = parse(&self.buffer[..end]);
                self.buffer.drain(..=end);
                self.scanned = 0;
                if let Some(message) = message {
                    return Ok(message);
                }
            }
            self.scanned = self.buffer.len();
            pipe::read_some(&mut self.from, &mut self.buffer, deadline)?;
        }
    }
}

/// Anything that is neither a reply nor an event is passed over.
fn parse(bytes: &[u8]) -> Option<Message> {
    let mut value: Value = serde_json::from_slice(bytes).ok()?;
    if let Some(id) = value["id"].as_u64() {
        let result = match value.get("error") {
            Some(error) => Err(error["message"].as_str().unwrap_or("no reason").to_owned()),
            None => Ok(value["result"].take()),
        };
        return Some(Message::Reply { id, result });
    }
    Some(Message::Event {
        session: value["sessionId"].as_str().unwrap_or_default().to_owned(),
        method: value["method"].as_str()?.to_owned(),
        params: value["params"].take(),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::time::Duration;

    use super::{Connection, Message};
    use crate::Deadline;

    #[test]
    fn messages_are_cut_at_nul_however_they_arrive() {
        let (_keep, to) = std::io::pipe().unwrap();
        let (from, mut browser) = std::io::pipe().unwrap();
        let mut connection = Connection::new(to, from);
        browser
            .write_all(b"{\"id\":1,\"result\":{\"a\":2}}\0noise\0{\"method\":\"X.y\",")
            .unwrap();
        let soon = || Deadline::after(Duration::from_secs(5));
        let first = connection.next(soon()).unwrap();
        assert!(
            matches!(&first, Message::Reply { id: 1, result: Ok(value) } if value["a"] == 2),
            "{first:?}"
        );
        browser
            .write_all(
                b"\"params\":{},\"sessionId\":\"S\"}\0{\"id\":2,\"error\":{\"message\":\"no\"}}\0",
            )
            .unwrap();
        let second = connection.next(soon()).unwrap();
        assert!(
            matches!(&second, Message::Event { session, method, .. } if session == "S" && method == "X.y"),
            "{second:?}"
        );
        let third = connection.next(soon()).unwrap();
        assert!(matches!(&third, Message::Reply { id: 2, result: Err(text) } if text == "no"));
        let quiet = connection.next(Deadline::after(Duration::from_millis(5)));
        assert_eq!(quiet.unwrap_err().kind(), std::io::ErrorKind::TimedOut);
        drop(browser);
        let closed = connection.next(soon());
        assert_eq!(
            closed.unwrap_err().kind(),
            std::io::ErrorKind::UnexpectedEof
        );
    }
}
