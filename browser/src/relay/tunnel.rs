//! Bytes both ways. Each direction runs to its end and then closes its half
//! only; an error or a long silence ends both.

use std::io;
use std::sync::Mutex;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::time::{Instant, sleep_until};

/// When a byte last went through.
type Last = Mutex<Instant>;

/// Runs the tunnel to its end.
pub(super) async fn run<A, B>(a: A, b: B, idle: Duration) -> io::Result<()>
where
    A: AsyncRead + AsyncWrite,
    B: AsyncRead + AsyncWrite,
{
    let (a_read, a_write) = tokio::io::split(a);
    let (b_read, b_write) = tokio::io::split(b);
    let last = Mutex::new(Instant::now());
    let both = async {
        tokio::try_join!(copy(a_read, b_write, &last), copy(b_read, a_write, &last)).map(|_| ())
    };
    tokio::select! {
        ended = both => ended,
        () = silence(&last, idle) => Err(io::ErrorKind::TimedOut.into()),
    }
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    last: &Last,
) -> io::Result<()> {
    let mut buffer = vec![0; 16 << 10];
    loop {
        let count = from.read(&mut buffer).await?;
        if let Ok(mut last) = last.lock() {
            *last = Instant::now();
        }
        if count == 0 {
            return to.shutdown().await;
        }
        to.write_all(&buffer[..count]).await?;
        to.flush().await?;
    }
}

async fn silence(last: &Last, idle: Duration) {
    loop {
        let end = last.lock().map_or_else(|_| Instant::now(), |last| *last) + idle;
        if end <= Instant::now() {
            return;
        }
        sleep_until(end).await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::run;

    #[tokio::test]
    async fn one_half_closes_and_the_other_still_carries() {
        let (mut client, ours) = duplex(64);
        let (theirs, mut server) = duplex(64);
        let tunnel = tokio::spawn(run(ours, theirs, Duration::from_mins(1)));
        client.write_all(b"question").await.unwrap();
        client.shutdown().await.unwrap();
        let mut got = String::new();
        server.read_to_string(&mut got).await.unwrap();
        assert_eq!(got, "question");
        server.write_all(b"a late answer").await.unwrap();
        drop(server);
        got.clear();
        client.read_to_string(&mut got).await.unwrap();
        assert_eq!(got, "a late answer");
        assert!(tunnel.await.unwrap().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn silence_ends_it_and_talk_does_not() {
        let (mut client, ours) = duplex(64);
        let (theirs, mut server) = duplex(64);
        let tunnel = tokio::spawn(run(ours, theirs, Duration::from_secs(10)));
        let mut byte = [0];
        for _ in 0..5 {
            tokio::time::sleep(Duration::from_secs(8)).await;
            client.write_all(b"x").await.unwrap();
            server.read_exact(&mut byte).await.unwrap();
        }
        let error = tunnel.await.unwrap().unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
        assert_eq!(server.read(&mut byte).await.unwrap(), 0);
    }
}
