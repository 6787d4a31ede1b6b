//! Who is asking.
//!
//! The address that counts is the peer's, unless the peer is a proxy the operator trusts: then it
//! is the last hop that no trusted proxy stands for. Hops are read from the right, because each
//! proxy appends the address it saw, and everything further left is what the client claims.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use http::HeaderMap;
use ipnet::IpNet;

use crate::config::{Config, ForwardedHeader};

/// The other end of a connection, put into every request by the listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Who is asking, put into every request by the guards; handlers extract it with
/// `axum::Extension`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    address: IpAddr,
    request_id: String,
    trusted: bool,
}

impl Client {
    pub(crate) fn new(address: IpAddr, request_id: String, trusted: bool) -> Self {
        Self { address, request_id, trusted }
    }

    /// Returns the client's address; IPv4 addresses within IPv6 are IPv4 addresses.
    #[must_use]
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// Returns the id of the request, as in the log and in problems.
    #[must_use]
    pub fn request_id(&self) -> &str {
        &self.request_id
    }

    /// Returns whether the address is a proxy's own, which is never banned.
    pub(crate) fn is_proxy(&self) -> bool {
        self.trusted
    }
}

/// The neighbourhood of an address: /24 of IPv4, /64 of IPv6.
///
/// A /64 is what one IPv6 customer gets, a /24 the smallest network announced for IPv4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Network(IpAddr);

impl Network {
    /// Returns the network of an address.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(match address {
            IpAddr::V4(v4) => IpAddr::V4(Ipv4Addr::from(u32::from(v4) & (u32::MAX << 8))),
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) & (u128::MAX << 64))),
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0, if self.0.is_ipv4() { 24 } else { 64 })
    }
}

/// Returns whether one of `networks` holds `address`.
pub(crate) fn within(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

/// Returns the address that counts.
pub(crate) fn address(config: &Config, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let peer = peer.to_canonical();
    if !within(&config.proxies, peer) {
        return peer;
    }
    let name = match config.forwarded {
        ForwardedHeader::XForwardedFor => "x-forwarded-for",
        ForwardedHeader::Forwarded => "forwarded",
    };
    let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
    let hops: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
    let mut last = peer;
    for hop in hops.iter().rev() {
        let node = match config.forwarded {
            ForwardedHeader::XForwardedFor => Some(hop.trim()),
            ForwardedHeader::Forwarded => parameter_for(hop),
        };
        // An unknown or hidden hop ends the chain: what stands left of it nobody vouches for.
        let Some(address) = node.and_then(node_address) else { return last };
        last = address;
        if !within(&config.proxies, address) {
            return last;
        }
    }
    last
}

/// Returns the value of `for=` in one element of `Forwarded`.
fn parameter_for(element: &str) -> Option<&str> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then(|| value.trim().trim_matches('"'))
    })
}

/// Reads an address that may carry brackets and a port.
fn node_address(node: &str) -> Option<IpAddr> {
    let address = node.parse::<IpAddr>().ok();
    let address = address.or_else(|| node.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    let bare = || node.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    address.or_else(bare).map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(forwarded: ForwardedHeader, peer: &str, headers: &[(&str, &str)], expected: &str) {
        let config = Config {
            forwarded,
            proxies: vec!["127.0.0.1/32".parse().unwrap(), "10.0.0.0/8".parse().unwrap()],
            ..Config::default()
        };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name = http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            map.append(name, value.parse().unwrap());
        }
        let found = address(&config, peer.parse().unwrap(), &map);
        assert_eq!(found, expected.parse::<IpAddr>().unwrap(), "{peer} {headers:?}");
    }

    #[test]
    fn addresses() {
        use ForwardedHeader::{Forwarded, XForwardedFor};
        let x = "x-forwarded-for";
        check(XForwardedFor, "192.0.2.1", &[], "192.0.2.1");
        check(XForwardedFor, "::ffff:192.0.2.1", &[], "192.0.2.1");
        // Forged by a stranger.
        check(XForwardedFor, "192.0.2.1", &[(x, "198.51.100.7")], "192.0.2.1");
        check(XForwardedFor, "127.0.0.1", &[(x, "198.51.100.7")], "198.51.100.7");
        check(XForwardedFor, "::ffff:127.0.0.1", &[(x, "::ffff:198.51.100.7")], "198.51.100.7");
        // Forged by the client in front of a trusted proxy.
        check(XForwardedFor, "127.0.0.1", &[(x, "1.1.1.1, 198.51.100.7")], "198.51.100.7");
        check(XForwardedFor, "127.0.0.1", &[(x, "1.1.1.1"), (x, "2.2.2.2,10.3.4.5")], "2.2.2.2");
        check(XForwardedFor, "127.0.0.1", &[(x, "1.1.1.1, unknown")], "127.0.0.1");
        check(XForwardedFor, "127.0.0.1", &[(x, "1.1.1.1, unknown, 10.0.0.1")], "10.0.0.1");
        check(XForwardedFor, "127.0.0.1", &[("forwarded", "for=1.1.1.1")], "127.0.0.1");
        check(Forwarded, "127.0.0.1", &[("forwarded", "for=1.1.1.1;proto=http")], "1.1.1.1");
        check(
            Forwarded,
            "127.0.0.1",
            &[("forwarded", "for=1.1.1.1, proto=https;For=\"[2001:db8::7]:4711\"")],
            "2001:db8::7",
        );
        check(Forwarded, "127.0.0.1", &[("forwarded", "for=\"[2001:db8::7]\"")], "2001:db8::7");
        check(Forwarded, "127.0.0.1", &[("forwarded", "for=_hidden")], "127.0.0.1");
        check(Forwarded, "127.0.0.1", &[(x, "1.1.1.1")], "127.0.0.1");
    }

    #[test]
    fn networks() {
        let network = |address: &str| Network::of(address.parse().unwrap()).to_string();
        assert_eq!(network("192.0.2.99"), "192.0.2.0/24");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    }
}
