//! `/runs/events`: what happens to runs, as it happens.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream, StreamExt as _};
use tokio::sync::broadcast::error::RecvError;

use crate::http::app::App;

#[utoipa::path(get, path = "/runs/events", tag = "runs",
    responses((status = 200, content_type = "text/event-stream", body = String,
        description = "Events run_status {run_id, status, scoring?} and run_progress {run_id, scored, of}; \
            comments ready and ping.")))]
pub(super) async fn stream(
    State(app): State<Arc<App>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let receiver = app.events.subscribe();
    let events = stream::unfold(receiver, |mut receiver| async {
        loop {
            match receiver.recv().await {
                Ok(event) => {
                    let told = Event::default()
                        .event(event.name)
                        .data(event.data.to_string());
                    return Some((Ok(told), receiver));
                }
                // A listener that was too slow goes on with what is left.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    });
    let ready = stream::once(async { Ok(Event::default().comment("ready")) });
    let ping = KeepAlive::new()
        .interval(Duration::from_secs(15))
        .text("ping");
    Sse::new(ready.chain(events)).keep_alive(ping)
}
