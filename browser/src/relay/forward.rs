//! One connection of the browser and the requests on it, each looked at anew.
//! Here: tunnels (`CONNECT`), which https and all websockets use.

use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::{HOST, HeaderValue};
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::Mutex;

use super::answer::{Body, Refusal, pass, text};
use super::headers::strip;
use super::server::{Policy, Way};
use super::tunnel;
use super::upstream::{Kept, authorize, check_accepted, connect, handshake, send};
use crate::hosts::Target;

/// The state of one connection.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) policy: Arc<Policy>,
    pub(super) kept: Kept,
}

impl Connection {
    pub(super) fn new(policy: Arc<Policy>) -> Self {
        Self {
            policy,
            kept: Mutex::new(None),
        }
    }

    /// Answers one request; a refusal is an answer like any other.
    pub(super) async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let answer = if request.method() == Method::CONNECT {
            self.tunnel(request).await
        } else {
            self.plain(request).await
        };
        answer.unwrap_or_else(|refusal| {
            (self.policy.report)(&format!("relay: {}", refusal.why));
            refusal.response()
        })
    }

    pub(super) fn check(&self, target: &Target) -> Result<(), Refusal> {
        if self.policy.allows(target) {
            return Ok(());
        }
        Err(Refusal::new(
            StatusCode::FORBIDDEN,
            format!(
                "{target} refused: it is not in allowed_domains \
                 (`eval752-browser domains` shows the list)"
            ),
        ))
    }

    async fn tunnel(&self, request: Request<Incoming>) -> Result<Response<Body>, Refusal> {
        let target = request
            .uri()
            .authority()
            .and_then(|authority| Target::parse(authority.as_str()))
            .ok_or_else(|| bad("CONNECT needs host:port"))?;
        self.check(&target)?;
        match &self.policy.way {
            Way::Direct(_, network) => {
                let stream = network.connect(&target, self.policy.limits.connect).await?;
                let _ = stream.set_nodelay(true);
                self.join(request, stream);
                Ok(Response::new(text("")))
            }
            Way::Upstream(..) => self.tunnel_upstream(request, &target).await,
        }
    }

    /// Asks the upstream for the tunnel and joins both ends when it agrees.
    async fn tunnel_upstream(
        &self,
        request: Request<Incoming>,
        target: &Target,
    ) -> Result<Response<Body>, Refusal> {
        let Way::Upstream(upstream, _) = &self.policy.way else {
            return Err(bad("there is no upstream"));
        };
        let limits = self.policy.limits;
        let mut ask = Request::new(text(""));
        *ask.method_mut() = Method::CONNECT;
        *ask.uri_mut() = uri(&target.to_string())?;
        *ask.headers_mut() = request.headers().clone();
        strip(ask.headers_mut());
        set_host(&mut ask, &target.to_string())?;
        authorize(&mut ask, upstream)?;
        let mut sender = handshake(connect(upstream, limits.connect).await?).await?;
        let response = send(&mut sender, ask, limits.idle).await?;
        check_accepted(&response, upstream)?;
        let (mut parts, body) = response.into_parts();
        strip(&mut parts.headers);
        if !parts.status.is_success() {
            return Ok(Response::from_parts(parts, pass(body)));
        }
        let idle = limits.idle;
        let theirs = hyper::upgrade::on(Response::from_parts(parts.clone(), body));
        tokio::spawn(async move {
            if let (Ok(ours), Ok(theirs)) = tokio::join!(hyper::upgrade::on(request), theirs) {
                let _ = tunnel::run(TokioIo::new(ours), TokioIo::new(theirs), idle).await;
            }
        });
        Ok(Response::from_parts(parts, text("")))
    }

    fn join(&self, request: Request<Incoming>, stream: TcpStream) {
        let idle = self.policy.limits.idle;
        tokio::spawn(async move {
            if let Ok(ours) = hyper::upgrade::on(request).await {
                let _ = tunnel::run(TokioIo::new(ours), stream, idle).await;
            }
        });
    }
}

pub(super) fn bad(why: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, why)
}

pub(super) fn uri(text: &str) -> Result<Uri, Refusal> {
    text.parse().map_err(|_| bad("the URL cannot be passed on"))
}

fn set_host<B>(request: &mut Request<B>, place: &str) -> Result<(), Refusal> {
    let value = HeaderValue::from_str(place).map_err(|_| bad("the target is no host"))?;
    request.headers_mut().insert(HOST, value);
    Ok(())
}
