//! Putting one item to a judge: calls, tries, one reminder, and what came of it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::client::{ClientError, Endpoint, Message, Reply};
use super::decide::ToAsk;
use super::{ask, reason, reply};
use crate::error::Error;
use crate::store::{RunItem, Score, Verdict};

/// Tries of one call where the provider fails for the moment.
const TRIES: u32 = 5;
/// The first pause between tries; each further one is twice as long.
const BACKOFF: Duration = Duration::from_millis(500);
/// The longest pause a provider may ask for.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// Who judges in a job.
pub(super) struct Judge {
    pub(super) endpoint: Endpoint,
    pub(super) provider: String,
    pub(super) model: String,
    pub(super) prompt: String,
}

/// Asks a judge about an item.
pub(super) async fn ask_judge(
    judge: &Arc<Judge>,
    item: &RunItem,
    to_ask: &ToAsk,
) -> Result<Score, Error> {
    let question = ask::Question {
        instruction: &judge.prompt,
        prompt: &item.prompt,
        reference: to_ask.reference.as_deref(),
        criteria: to_ask.criteria.as_deref(),
        response: item.response.as_deref().unwrap_or_default(),
    };
    let json_asked = ask::asks_for_json(&judge.prompt);
    let mut messages = question.messages()?;
    let mut replies = Vec::new();
    let mut verdict = Verdict::Unscored(reason::UNPARSEABLE);
    // One reminder, then it stays open.
    for attempt in 1..=2 {
        let (tries, answer) = call(judge, messages.clone()).await?;
        match answer {
            Err(error) => {
                replies.push(
                    json!({ "attempt": attempt, "tries": tries, "error": error.to_string() }),
                );
                verdict = Verdict::Unscored(failure(&error));
                break;
            }
            Ok(answer) => {
                replies.push(json!({
                    "attempt": attempt, "tries": tries, "raw": answer.content,
                    "finish_reason": answer.finish_reason, "total_tokens": answer.total_tokens,
                }));
                match read(&answer, json_asked) {
                    Ok(value) => {
                        verdict = Verdict::Scored(if value { 1.0 } else { 0.0 });
                        break;
                    }
                    Err(why) => {
                        verdict = Verdict::Unscored(why);
                        if why != reason::UNPARSEABLE {
                            break;
                        }
                        messages = ask::again(messages, &answer.content);
                    }
                }
            }
        }
    }
    Ok(Score {
        position: item.position,
        verdict,
        method: "judge",
        detail: json!({ "provider": judge.provider, "model": judge.model, "replies": replies }),
    })
}

/// The verdict in a reply, or why there is none.
fn read(answer: &Reply, json_asked: bool) -> Result<bool, &'static str> {
    if answer.refused {
        return Err(reason::REFUSED);
    }
    if let Some(value) = reply::verdict(&answer.content, json_asked) {
        return Ok(value);
    }
    if answer.finish_reason.as_deref() == Some("length") {
        return Err(reason::TRUNCATED);
    }
    if answer.content.trim().is_empty() {
        return Err(reason::EMPTY);
    }
    Err(reason::UNPARSEABLE)
}

fn failure(error: &ClientError) -> &'static str {
    match error {
        ClientError::RateLimited(_) => reason::RATE_LIMITED,
        ClientError::Timeout => reason::TIMEOUT,
        ClientError::NoKey(_) => reason::NO_JUDGE,
        ClientError::Server(..)
        | ClientError::Rejected(_)
        | ClientError::Transport(_)
        | ClientError::Protocol => reason::TRANSPORT,
    }
}

/// Calls until there is an answer or no hope of one; says how often it tried.
async fn call(
    judge: &Arc<Judge>,
    messages: Vec<Message>,
) -> Result<(u32, Result<Reply, ClientError>), Error> {
    let mut pause = BACKOFF;
    let mut tries = 1;
    loop {
        let (judge, messages) = (Arc::clone(judge), messages.clone());
        let answer =
            tokio::task::spawn_blocking(move || judge.endpoint.ask(&judge.model, &messages))
                .await
                .map_err(|error| Error::Internal(error.to_string()))?;
        match answer {
            Err(error) if error.passes() && tries < TRIES => {
                tokio::time::sleep(error.wait().unwrap_or(pause).min(MAX_WAIT)).await;
                pause *= 2;
                tries += 1;
            }
            answer => return Ok((tries, answer)),
        }
    }
}
