//! Who is at the other end of a loopback connection. Another user of the machine
//! must not use our credentials, and a loopback port is open to everybody; the
//! kernel's socket table tells whose socket it is.

use std::net::{IpAddr, SocketAddr};

use tokio::net::TcpStream;

/// Whether the connection is certainly another user's.
pub(super) fn is_foreign(stream: &TcpStream) -> bool {
    let (Ok(theirs), Ok(ours)) = (stream.peer_addr(), stream.local_addr()) else {
        return true;
    };
    // Where the table can't be read, the port is as open as any loopback port.
    let Ok(table) = std::fs::read_to_string("/proc/self/net/tcp") else {
        return false;
    };
    let owner = owner(&table, theirs, ours);
    owner.is_some_and(|uid| uid != rustix::process::geteuid().as_raw())
}

/// The user id of the socket with these ends.
fn owner(table: &str, local: SocketAddr, remote: SocketAddr) -> Option<u32> {
    let (local, remote) = (spelled(local)?, spelled(remote)?);
    table.lines().skip(1).find_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let ends = (words.next()?, words.next()?);
        (ends == (local.as_str(), remote.as_str()))
            .then(|| words.nth(4)?.parse().ok())
            .flatten()
    })
}

/// An IPv4 end as the table spells it: the address as the machine's own number.
fn spelled(end: SocketAddr) -> Option<String> {
    let IpAddr::V4(address) = end.ip() else {
        return None;
    };
    let number = u32::from_ne_bytes(address.octets());
    Some(format!("{number:08X}:{:04X}", end.port()))
}

#[cfg(test)]
mod tests {
    use super::{is_foreign, owner};

    const TABLE: &str = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n\
        0: 0100007F:A1B2 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 20 4 0 10 -1\n";

    #[cfg(target_endian = "little")]
    #[test]
    fn the_owner_is_read_from_the_row_with_both_ends() {
        let end = |port| ([127, 0, 0, 1], port).into();
        assert_eq!(owner(TABLE, end(0xa1b2), end(0x1f90)), Some(1000));
        assert_eq!(owner(TABLE, end(0xa1b2), end(1)), None);
        assert_eq!(owner("", end(1), end(1)), None);
    }

    #[tokio::test]
    async fn our_own_connection_is_not_foreign() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) =
            tokio::join!(tokio::net::TcpStream::connect(address), listener.accept());
        assert!(!is_foreign(&accepted.unwrap().0));
        drop(client);
    }
}
