//! Chat completions over an OpenAI-compatible API: the little of it that a judge needs.

use std::io::Read as _;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::store::ApiProvider;

/// How long one call may take.
const TIMEOUT: Duration = Duration::from_mins(2);
/// The longest reply that is read.
const MAX_REPLY: u64 = 4 << 20;

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Message {
    pub(super) role: &'static str,
    pub(super) content: String,
}

impl Message {
    pub(super) fn system(content: &str) -> Self {
        Self::new("system", content)
    }

    pub(super) fn user(content: &str) -> Self {
        Self::new("user", content)
    }

    pub(super) fn assistant(content: &str) -> Self {
        Self::new("assistant", content)
    }

    fn new(role: &'static str, content: &str) -> Self {
        Self {
            role,
            content: content.to_owned(),
        }
    }
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The text.
    pub content: String,
    /// Why it ends.
    pub finish_reason: Option<String>,
    /// Whether the model refused.
    pub refused: bool,
    /// Tokens used, as the provider counts them.
    pub total_tokens: Option<u64>,
}

/// Why no reply came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// Too many calls; try again after this long.
    #[error("asks for fewer calls (status 429)")]
    RateLimited(Option<Duration>),
    /// A failure of the provider's that may pass.
    #[error("failed (status {0})")]
    Server(u16, Option<Duration>),
    /// The provider does not accept the call; trying again is no use.
    #[error("refused the call (status {0}); check model, address and key")]
    Rejected(u16),
    /// No answer in time.
    #[error("did not answer in time")]
    Timeout,
    /// No connection, or one that broke.
    #[error("could not be reached: {0}")]
    Transport(String),
    /// An answer that is no chat completion.
    #[error("answered something that is no chat completion")]
    Protocol,
    /// The environment variable with the key is not set.
    #[error("needs its key in the environment variable {0}, which is not set")]
    NoKey(String),
}

impl ClientError {
    /// Whether another try may help.
    pub(super) fn passes(&self) -> bool {
        matches!(
            self,
            Self::RateLimited(_)
                | Self::Server(..)
                | Self::Timeout
                | Self::Transport(_)
                | Self::Protocol
        )
    }

    /// How long the provider asks to wait.
    pub(super) fn wait(&self) -> Option<Duration> {
        match self {
            Self::RateLimited(wait) | Self::Server(_, wait) => *wait,
            _ => None,
        }
    }
}

/// An endpoint that is ready to be asked.
#[derive(Clone)]
pub struct Endpoint {
    agent: ureq::Agent,
    url: String,
    key: Option<String>,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    messages: &'a [Message],
    temperature: f32,
    stream: bool,
}

#[derive(Deserialize)]
struct Answer {
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: AnswerMessage,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct AnswerMessage {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    total_tokens: Option<u64>,
}

impl Endpoint {
    /// Gets ready to ask `provider`; its key is read from the environment now.
    ///
    /// # Errors
    /// [`ClientError::NoKey`].
    pub fn new(provider: &ApiProvider) -> Result<Self, ClientError> {
        let key = match &provider.key_env {
            None => None,
            Some(name) => Some(
                std::env::var(name)
                    .ok()
                    .filter(|key| !key.is_empty())
                    .ok_or_else(|| ClientError::NoKey(name.clone()))?,
            ),
        };
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .http_status_as_error(false)
            // A redirect would carry the key to another host.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("eval752/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self {
            agent: config.into(),
            url: format!(
                "{}/chat/completions",
                provider.base_url.trim_end_matches('/')
            ),
            key,
        })
    }

    /// Asks once; blocks.
    pub(super) fn ask(&self, model: &str, messages: &[Message]) -> Result<Reply, ClientError> {
        let body = serde_json::to_vec(&Request {
            model,
            messages,
            temperature: 0.0,
            stream: false,
        })
        .map_err(|_| ClientError::Protocol)?;
        let mut request = self
            .agent
            .post(&self.url)
            .header("Content-Type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let response = request.send(&body).map_err(|error| transport(&error))?;
        let status = response.status().as_u16();
        let wait = response
            .headers()
            .get("retry-after")
            .and_then(|value| value.to_str().ok()?.trim().parse::<f64>().ok())
            .filter(|seconds| (0.0..=3600.0).contains(seconds))
            .map(Duration::from_secs_f64);
        match status {
            200..=299 => {}
            429 => return Err(ClientError::RateLimited(wait)),
            408 | 500..=599 => return Err(ClientError::Server(status, wait)),
            _ => return Err(ClientError::Rejected(status)),
        }
        let mut text = Vec::new();
        response
            .into_body()
            .into_reader()
            .take(MAX_REPLY)
            .read_to_end(&mut text)
            .map_err(|error| match error.kind() {
                std::io::ErrorKind::TimedOut => ClientError::Timeout,
                kind => ClientError::Transport(kind.to_string()),
            })?;
        let answer: Answer = serde_json::from_slice(&text).map_err(|_| ClientError::Protocol)?;
        let choice = answer
            .choices
            .into_iter()
            .next()
            .ok_or(ClientError::Protocol)?;
        let refusal = choice.message.refusal.filter(|text| !text.is_empty());
        Ok(Reply {
            refused: refusal.is_some() || choice.finish_reason.as_deref() == Some("content_filter"),
            content: refusal.or(choice.message.content).unwrap_or_default(),
            finish_reason: choice.finish_reason,
            total_tokens: answer.usage.and_then(|usage| usage.total_tokens),
        })
    }

    /// A small call that shows whether the endpoint works; blocks.
    ///
    /// # Errors
    /// Why it does not.
    pub fn smoke_test(&self, model: &str) -> Result<Reply, ClientError> {
        self.ask(
            model,
            &[Message::user("Reply with exactly one character: 1")],
        )
    }
}

// What ureq says may hold the address, never the key.
fn transport(error: &ureq::Error) -> ClientError {
    match error {
        ureq::Error::Timeout(_) => ClientError::Timeout,
        other => ClientError::Transport(other.to_string()),
    }
}
