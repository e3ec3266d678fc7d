//! A stand-in for an OpenAI-compatible server: real HTTP, scripted replies, a record of calls.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// What to answer to a call.
#[derive(Clone)]
pub enum Say {
    /// A completion with this text.
    Text(String),
    /// A completion that was cut off.
    Cut(String),
    /// A refusal in the protocol's own member.
    Refusal(String),
    /// A status, with headers.
    Status(u16, &'static str),
    /// A body that is no completion.
    Raw(&'static str),
    /// The connection closes without an answer.
    HangUp,
}

pub fn text(text: &str) -> Say {
    Say::Text(text.to_owned())
}

/// A call as it came in.
#[derive(Clone, Debug)]
pub struct Call {
    pub head: String,
    pub body: Value,
}

impl Call {
    /// The last message.
    pub fn last(&self) -> String {
        let messages = self.body["messages"].as_array().expect("messages");
        messages.last().expect("one")["content"]
            .as_str()
            .expect("text")
            .to_owned()
    }

    pub fn all(&self) -> String {
        self.body["messages"].to_string()
    }
}

pub struct StandIn {
    pub url: String,
    calls: Arc<Mutex<Vec<Call>>>,
}

impl StandIn {
    /// Answers each call with what `say` decides from the call and how often its question came.
    pub fn start(say: impl Fn(&Call, usize) -> Say + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let calls: Arc<Mutex<Vec<Call>>> = Arc::default();
        let (record, say) = (Arc::clone(&calls), Arc::new(say));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (record, say) = (Arc::clone(&record), Arc::clone(&say));
                std::thread::spawn(move || serve(stream, &record, &*say));
            }
        });
        Self { url, calls }
    }

    pub fn calls(&self) -> Vec<Call> {
        self.calls.lock().expect("not poisoned").clone()
    }
}

fn serve(stream: TcpStream, record: &Mutex<Vec<Call>>, say: &dyn Fn(&Call, usize) -> Say) {
    let mut reader = BufReader::new(stream.try_clone().expect("cloned"));
    let mut head = String::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        if line == "\r\n" {
            break;
        }
        head.push_str(&line);
    }
    let length = head
        .to_ascii_lowercase()
        .lines()
        .find_map(|line| {
            line.strip_prefix("content-length: ")
                .and_then(|n| n.trim().parse().ok())
        })
        .unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let call = Call {
        head,
        body: serde_json::from_slice(&body).expect("JSON"),
    };
    let times = {
        let mut calls = record.lock().expect("not poisoned");
        let key = question(&call);
        let before = calls.iter().filter(|other| question(other) == key).count();
        calls.push(call.clone());
        before
    };
    let completion = |content: Value, finish: &str, refusal: Value| {
        json!({ "id": "x", "object": "chat.completion", "model": call.body["model"],
            "choices": [{ "index": 0, "finish_reason": finish,
                "message": { "role": "assistant", "content": content, "refusal": refusal } }],
            "usage": { "prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10 } })
        .to_string()
    };
    let (status, extra, body) = match say(&call, times) {
        Say::Text(text) => (200, "", completion(json!(text), "stop", Value::Null)),
        Say::Cut(text) => (200, "", completion(json!(text), "length", Value::Null)),
        Say::Refusal(text) => (200, "", completion(Value::Null, "stop", json!(text))),
        Say::Status(status, extra) => {
            (status, extra, "{\"error\":{\"message\":\"no\"}}".to_owned())
        }
        Say::Raw(body) => (200, "", body.to_owned()),
        Say::HangUp => return,
    };
    let mut stream = stream;
    let _gone = write!(
        stream,
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n{extra}\r\n{body}",
        body.len()
    );
}

/// The item a call is about, whatever marks it was given.
pub fn question(call: &Call) -> String {
    let text = call.body["messages"][1]["content"]
        .as_str()
        .unwrap_or_default();
    text.lines().nth(1).unwrap_or_default().to_owned()
}
