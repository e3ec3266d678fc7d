//! The API from a client's side: uploads, answers, problems.

use eval752_contract::json;
use eval752_contract::pack::Pack;
use eval752_contract::problem::Problems;
use serde_json::Value;

use super::server::{Answer, Server};

/// A server on a data folder of its own.
pub struct Api {
    pub server: Server,
    _data: tempfile::TempDir,
}

impl Api {
    pub fn new() -> Self {
        let data = tempfile::tempdir().expect("a folder");
        Self {
            server: Server::start(data.path(), &[]),
            _data: data,
        }
    }

    pub fn get(&self, path: &str) -> Value {
        good(&self.server.get(path), 200)
    }

    pub fn add(&self, name: &str, text: &str) -> Value {
        good(
            &self
                .server
                .post(&format!("/datasets?file={name}.jsonl"), text.as_bytes()),
            201,
        )
    }

    pub fn pack(&self, request: &Value) -> Pack {
        let answer = self.server.post_json("/browser-harness/packs", request);
        assert_eq!(answer.status, 200, "{}", answer.text());
        let node = json::parse(&answer.body).expect("JSON");
        let mut problems = Problems::new();
        let pack = Pack::read(&node, &mut problems);
        assert_eq!(problems.into_vec(), []);
        pack.expect("a pack")
    }

    /// Waits until the run is scored.
    pub fn scored(&self, run: &str) -> Value {
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
        loop {
            let run = self.get(&format!("/runs/{run}"))["run"].clone();
            if run["scoring"] == "done" {
                return run;
            }
            assert!(std::time::Instant::now() < deadline, "not scored: {run}");
            std::thread::yield_now();
        }
    }
}

pub fn good(answer: &Answer, status: u16) -> Value {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert!(answer.head.contains("x-request-id: "), "{}", answer.head);
    answer.json()
}

/// The code of a problem, after checking that it is one.
pub fn problem(answer: &Answer, status: u16) -> String {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert!(
        answer
            .head
            .contains("content-type: application/problem+json"),
        "{}",
        answer.head
    );
    let body = answer.json();
    assert_eq!(body["status"], status);
    for member in ["type", "title", "detail"] {
        assert!(
            body[member].as_str().is_some_and(|text| !text.is_empty()),
            "{body}"
        );
    }
    body["code"].as_str().expect("a code").to_owned()
}
