//! Absolute-form http requests: parsed one by one, also on a kept connection, so
//! that each of them gets the credentials and is held against the list.

use hyper::body::Incoming;
use hyper::client::conn::http1::SendRequest;
use hyper::header::{CONNECTION, HOST, HeaderValue, UPGRADE};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::answer::{Body, Refusal, pass, text};
use super::forward::{Connection, bad, uri};
use super::headers::{strip, upgrade_of};
use super::server::Way;
use super::tunnel;
use super::upstream::{authorize, check_accepted, connect, handshake, send};
use crate::hosts::Target;

impl Connection {
    /// An absolute-form request for an http URL.
    pub(super) async fn plain(
        &self,
        mut request: Request<Incoming>,
    ) -> Result<Response<Body>, Refusal> {
        if request.uri().scheme_str() != Some("http") {
            return Err(bad(
                "this is a proxy: it takes CONNECT and http:// URLs in absolute form",
            ));
        }
        let target = request
            .uri()
            .host()
            .and_then(|host| Target::from_parts(host, request.uri().port_u16().unwrap_or(80)))
            .ok_or_else(|| bad("the URL names no host"))?;
        if request
            .uri()
            .authority()
            .is_some_and(|a| a.as_str().contains('@'))
        {
            return Err(bad("the URL has a user name in it"));
        }
        self.check(&target)?;
        let upgrade = upgrade_of(request.headers());
        let ours = upgrade.as_ref().map(|_| hyper::upgrade::on(&mut request));
        let (mut parts, body) = request.into_parts();
        strip(&mut parts.headers);
        if let Some(protocol) = upgrade {
            parts
                .headers
                .insert(CONNECTION, HeaderValue::from_static("upgrade"));
            parts.headers.insert(UPGRADE, protocol);
        }
        let response = self.send_on(&target, parts, body).await?;
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            let (mut parts, body) = response.into_parts();
            strip(&mut parts.headers);
            return Ok(Response::from_parts(parts, pass(body)));
        }
        let (parts, body) = response.into_parts();
        let idle = self.policy.limits.idle;
        let theirs = hyper::upgrade::on(Response::from_parts(parts.clone(), body));
        let Some(ours) = ours else {
            return Err(bad("the next hop switched protocols unasked"));
        };
        tokio::spawn(async move {
            if let (Ok(ours), Ok(theirs)) = tokio::join!(ours, theirs) {
                let _ = tunnel::run(TokioIo::new(ours), TokioIo::new(theirs), idle).await;
            }
        });
        Ok(Response::from_parts(parts, text("")))
    }

    /// Sends on the kept connection, or on a new one. A request without a body
    /// whose kept connection turns out to be closed is sent once more.
    async fn send_on(
        &self,
        target: &Target,
        mut parts: Parts,
        body: Incoming,
    ) -> Result<Response<Incoming>, Refusal> {
        let key = match &self.policy.way {
            Way::Upstream(upstream, _) => upstream.to_string(),
            Way::Direct(..) => target.to_string(),
        };
        self.aim(target, &mut parts)?;
        let idle = self.policy.limits.idle;
        let mut kept = self.kept.lock().await;
        let again = matches!(parts.method, Method::GET | Method::HEAD).then(|| parts.clone());
        let mut request = self.finish(parts, pass(body))?;
        if let Some(mut sender) = usable(kept.take(), &key).await {
            match (send(&mut sender, request, idle).await, again) {
                (Ok(response), _) => {
                    *kept = Some((key, sender));
                    return self.accepted(response);
                }
                (Err(_), Some(parts)) => request = self.finish(parts, text(""))?,
                (Err(refusal), None) => return Err(refusal),
            }
        }
        let mut sender = handshake(self.connect(target).await?).await?;
        let response = send(&mut sender, request, idle).await?;
        *kept = Some((key, sender));
        self.accepted(response)
    }

    fn accepted(&self, response: Response<Incoming>) -> Result<Response<Incoming>, Refusal> {
        if let Way::Upstream(upstream, _) = &self.policy.way {
            check_accepted(&response, upstream)?;
        }
        Ok(response)
    }

    /// Absolute form to a proxy, origin form to an origin; `Host` always says
    /// what the URL says.
    fn aim(&self, target: &Target, parts: &mut Parts) -> Result<(), Refusal> {
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let place = target.to_string();
        let place = place.strip_suffix(":80").unwrap_or(&place);
        let host = HeaderValue::from_str(place).map_err(|_| bad("the URL names no host"))?;
        parts.uri = match &self.policy.way {
            Way::Upstream(..) => uri(&format!("http://{place}{path}"))?,
            Way::Direct(..) => uri(path)?,
        };
        parts.headers.insert(HOST, host);
        Ok(())
    }

    fn finish(&self, parts: Parts, body: Body) -> Result<Request<Body>, Refusal> {
        let mut request = Request::from_parts(parts, body);
        if let Way::Upstream(upstream, _) = &self.policy.way {
            authorize(&mut request, upstream)?;
        }
        Ok(request)
    }

    async fn connect(&self, target: &Target) -> Result<TcpStream, Refusal> {
        let limit = self.policy.limits.connect;
        match &self.policy.way {
            Way::Upstream(upstream, _) => connect(upstream, limit).await,
            Way::Direct(_, network) => network.connect(target, limit).await,
        }
    }
}

/// The kept connection, if it leads to the same place and is still open.
async fn usable(kept: Option<(String, SendRequest<Body>)>, key: &str) -> Option<SendRequest<Body>> {
    let (_, mut sender) = kept.filter(|(place, _)| place == key)?;
    sender.ready().await.ok()?;
    Some(sender)
}
