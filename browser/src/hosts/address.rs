//! Whether an address is a public one. The blocks are those of IANA's special
//! purpose registries (RFC 6890 and its updates); everything in IPv6 outside of
//! the global unicast block is taken as not public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

const fn v4(a: u8, b: u8, c: u8, len: u8) -> IpNet {
    IpNet::V4(Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, 0), len))
}

const fn v6(a: u16, b: u16, len: u8) -> IpNet {
    IpNet::V6(Ipv6Net::new_assert(
        Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0),
        len,
    ))
}

const NOT_PUBLIC: &[(IpNet, &str)] = &[
    (v4(0, 0, 0, 8), "this network"),
    (v4(10, 0, 0, 8), "private"),
    (v4(100, 64, 0, 10), "shared by a carrier"),
    (v4(127, 0, 0, 8), "loopback"),
    (
        v4(169, 254, 0, 16),
        "link-local, where cloud metadata lives",
    ),
    (v4(172, 16, 0, 12), "private"),
    (v4(192, 0, 0, 24), "for protocol assignments"),
    (v4(192, 0, 2, 24), "for documentation"),
    (v4(192, 88, 99, 24), "a retired relay"),
    (v4(192, 168, 0, 16), "private"),
    (v4(198, 18, 0, 15), "for benchmarks"),
    (v4(198, 51, 100, 24), "for documentation"),
    (v4(203, 0, 113, 24), "for documentation"),
    (v4(224, 0, 0, 4), "multicast"),
    (v4(240, 0, 0, 4), "reserved"),
    (v6(0x2001, 0, 23), "for protocol assignments"),
    (v6(0x2001, 0xdb8, 32), "for documentation"),
    (v6(0x2002, 0, 16), "a retired relay"),
    (v6(0x3fff, 0, 20), "for documentation"),
];

const GLOBAL_V6: IpNet = v6(0x2000, 0, 3);
const NAT64: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

/// What kind of address it is, when it is not a public one.
pub(crate) fn why_not_public(address: IpAddr) -> Option<&'static str> {
    let address = match address {
        IpAddr::V6(v6) => inner_v4(v6).map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    };
    if let Some((_, why)) = NOT_PUBLIC
        .iter()
        .find(|(block, _)| block.contains(&address))
    {
        return Some(why);
    }
    match address {
        IpAddr::V6(_) if !GLOBAL_V6.contains(&address) => Some("local or reserved"),
        _ => None,
    }
}

/// The IPv4 address that a mapped or translated IPv6 address stands for.
fn inner_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    if NAT64.contains(&address) {
        let [.., a, b, c, d] = address.octets();
        return Some(Ipv4Addr::new(a, b, c, d));
    }
    address.to_ipv4_mapped()
}

#[cfg(test)]
mod tests {
    use super::why_not_public;

    #[test]
    fn blocks() {
        for bad in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "198.19.0.1",
            "192.0.2.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2001:0:1::",
            "::127.0.0.1",
            "4000::1",
        ] {
            assert!(why_not_public(bad.parse().unwrap()).is_some(), "{bad}");
        }
        for good in [
            "1.1.1.1",
            "93.184.216.34",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.0.1",
            "172.32.0.1",
            "2606:4700::1111",
            "2a00:1450::1",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
        ] {
            assert_eq!(why_not_public(good.parse().unwrap()), None, "{good}");
        }
    }
}
