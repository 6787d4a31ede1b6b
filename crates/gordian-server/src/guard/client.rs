//! The identity of clients: address, cookie and request id.
//!
//! The client address is the peer's address, unless the peer is a trusted proxy: then it is the
//! last hop that is not a trusted proxy. Hops are read from right to left, because each proxy
//! appends the address that it saw; everything further left was sent by the client and can be
//! forged.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use http::HeaderMap;
use ipnet::IpNet;

use crate::code::ErrorCode;
use crate::config::{Config, ForwardedHeader};
use crate::cookie::ClientId;

/// The remote address of a connection, added to each request by the listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    /// Why the connection is above a limit; its request is answered with this error.
    pub(crate) refusal: Option<ErrorCode>,
}

/// A client address, as used by limits: an IPv4 address, or the /64 network of an IPv6 address,
/// which one customer controls completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClientAddress(IpAddr);

impl ClientAddress {
    /// Returns the client address of an IP address; IPv4-mapped IPv6 addresses become IPv4
    /// addresses.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(v4) => IpAddr::V4(v4),
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) & (u128::MAX << 64))),
        })
    }
}

/// The network of a client address: IPv4 /24 or IPv6 /56. A customer with several addresses mostly
/// has them in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientNetwork(IpAddr);

impl ClientNetwork {
    pub(crate) fn of(ClientAddress(address): ClientAddress) -> Self {
        Self(match address {
            IpAddr::V4(v4) => IpAddr::V4(Ipv4Addr::from(u32::from(v4) & (u32::MAX << 8))),
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) & (u128::MAX << 72))),
        })
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(v4) => v4.fmt(f),
            IpAddr::V6(v6) => write!(f, "{v6}/64"),
        }
    }
}

/// A client within an address. All clients of an address without a cookie are one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientKey {
    pub(crate) address: ClientAddress,
    pub(crate) id: Option<ClientId>,
}

impl ClientKey {
    #[cfg(test)]
    pub(crate) fn without_cookie(address: ClientAddress) -> Self {
        Self { address, id: None }
    }

    #[cfg(test)]
    pub(crate) fn with_new_cookie(address: ClientAddress) -> Self {
        let (id, _) = crate::cookie::CookieKey::default().identify(&HeaderMap::new());
        Self { address, id: Some(id) }
    }
}

/// The client of a request. The guards add it to the request; handlers extract it with
/// `axum::Extension`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    pub(super) address: IpAddr,
    pub(super) request_id: String,
    pub(super) id: ClientId,
    pub(super) has_cookie: bool,
    pub(super) is_https: bool,
}

impl Client {
    /// Returns the IP address; IPv4-mapped IPv6 addresses become IPv4 addresses.
    #[must_use]
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// Returns the id of the client: the one in its cookie, or a new one that this response sets.
    #[must_use]
    pub fn id(&self) -> ClientId {
        self.id
    }

    /// Returns the request id, as in the log and in problems.
    #[must_use]
    pub fn request_id(&self) -> &str {
        &self.request_id
    }

    /// Returns the name under which jobs of this client are counted: its address, followed by its
    /// id if it has a cookie.
    pub(crate) fn job_client_name(&self) -> String {
        let ClientKey { address, id } = self.key();
        id.map_or_else(|| address.to_string(), |id| format!("{address} {id}"))
    }

    /// Returns the client that is charged for the request.
    pub(crate) fn key(&self) -> ClientKey {
        let address = ClientAddress::of(self.address);
        ClientKey { address, id: self.has_cookie.then_some(self.id) }
    }
}

/// Returns whether one of the networks contains the address.
pub(crate) fn contains_address(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

/// Returns the client address, or `None` if a trusted proxy forwards for a client without a valid
/// address. Such a client does not get the privileges of the proxy.
pub(crate) fn client_address(config: &Config, peer: IpAddr, headers: &HeaderMap) -> Option<IpAddr> {
    let peer = peer.to_canonical();
    if !contains_address(&config.trusted_proxies, peer) {
        return Some(peer);
    }
    let name = match config.forwarded_header {
        ForwardedHeader::XForwardedFor => "x-forwarded-for",
        ForwardedHeader::Forwarded => "forwarded",
    };
    // The elements are parsed separately, as bytes: the client's part must not make the proxy's
    // part unreadable.
    let lines = headers.get_all(name).iter().map(http::HeaderValue::as_bytes);
    let hops: Vec<&[u8]> = lines.flat_map(|line| line.split(|&byte| byte == b',')).collect();
    let mut last = peer;
    for hop in hops.iter().rev() {
        let hop = str::from_utf8(hop).ok()?;
        let node = match config.forwarded_header {
            ForwardedHeader::XForwardedFor => hop.trim(),
            ForwardedHeader::Forwarded => for_parameter(hop)?,
        };
        // Hops to the left of an unknown or hidden hop are not trustworthy.
        last = parse_node_address(node)?;
        if !contains_address(&config.trusted_proxies, last) {
            break;
        }
    }
    Some(last)
}

/// Returns the value of `for=` in an element of `Forwarded`, if there is exactly one.
fn for_parameter(element: &str) -> Option<&str> {
    let mut values = element.split(';').filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then(|| value.trim())
    });
    let value = values.next().filter(|_| values.next().is_none())?;
    match value.strip_prefix('"') {
        Some(quoted) => quoted.strip_suffix('"'),
        None => Some(value),
    }
}

/// Parses an address with optional brackets and port.
fn parse_node_address(node: &str) -> Option<IpAddr> {
    let address = node.parse::<IpAddr>().ok();
    let address = address.or_else(|| node.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    let bare = || node.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    address.or_else(bare).map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_client(
        forwarded: ForwardedHeader,
        peer: &str,
        headers: &[(&str, &[u8])],
    ) -> Option<IpAddr> {
        let config = Config {
            forwarded_header: forwarded,
            trusted_proxies: vec!["127.0.0.1/32".parse().unwrap(), "10.0.0.0/8".parse().unwrap()],
            ..Config::default()
        };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name = http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            map.append(name, http::HeaderValue::from_bytes(value).unwrap());
        }
        client_address(&config, peer.parse().unwrap(), &map)
    }

    fn check(forwarded: ForwardedHeader, peer: &str, headers: &[(&str, &str)], expected: &str) {
        let bytes: Vec<_> = headers.iter().map(|&(name, value)| (name, value.as_bytes())).collect();
        let found = parse_client(forwarded, peer, &bytes);
        assert_eq!(found, Some(expected.parse().unwrap()), "{peer} {headers:?}");
    }

    #[test]
    fn client_address_is_the_last_untrusted_hop() {
        use ForwardedHeader::{Forwarded, XForwardedFor};
        let x = "x-forwarded-for";
        check(XForwardedFor, "192.0.2.1", &[], "192.0.2.1");
        check(XForwardedFor, "::ffff:192.0.2.1", &[], "192.0.2.1");
        // Forged by a client without a proxy.
        check(XForwardedFor, "192.0.2.1", &[(x, "198.51.100.7")], "192.0.2.1");
        check(XForwardedFor, "127.0.0.1", &[(x, "198.51.100.7")], "198.51.100.7");
        check(XForwardedFor, "::ffff:127.0.0.1", &[(x, "::ffff:198.51.100.7")], "198.51.100.7");
        // Forged by the client in front of a trusted proxy.
        check(XForwardedFor, "127.0.0.1", &[(x, "1.1.1.1, 198.51.100.7")], "198.51.100.7");
        check(XForwardedFor, "127.0.0.1", &[(x, "1.1.1.1"), (x, "2.2.2.2,10.3.4.5")], "2.2.2.2");
        check(XForwardedFor, "127.0.0.1", &[("forwarded", "for=1.1.1.1")], "127.0.0.1");
        check(Forwarded, "127.0.0.1", &[("forwarded", "for=1.1.1.1;proto=http")], "1.1.1.1");
        check(
            Forwarded,
            "127.0.0.1",
            &[("forwarded", "for=1.1.1.1, proto=https;For=\"[2001:db8::7]:4711\"")],
            "2001:db8::7",
        );
        check(Forwarded, "127.0.0.1", &[("forwarded", "for=\"[2001:db8::7]\"")], "2001:db8::7");
        check(Forwarded, "127.0.0.1", &[(x, "1.1.1.1")], "127.0.0.1");
        // The proxy itself is the client, or another proxy is.
        check(XForwardedFor, "127.0.0.1", &[], "127.0.0.1");
        check(XForwardedFor, "127.0.0.1", &[(x, "10.0.0.1")], "10.0.0.1");
    }

    #[test]
    fn unreadable_client_address_is_rejected() {
        use ForwardedHeader::{Forwarded, XForwardedFor};
        let [x, f] = ["x-forwarded-for", "forwarded"];
        let address = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        // The part to the left of the client does not matter.
        for line in
            [&b"\xff, 8.8.8.8"[..], b"unknown, 8.8.8.8", b", 8.8.8.8", b"\xff, 8.8.8.8, 10.0.0.1"]
        {
            assert_eq!(parse_client(XForwardedFor, "127.0.0.1", &[(x, line)]), address("8.8.8.8"));
        }
        let lines: [(&str, &[u8]); 2] = [(x, b"\xff"), (x, b"8.8.8.8")];
        assert_eq!(parse_client(XForwardedFor, "127.0.0.1", &lines), address("8.8.8.8"));
        let line = b"for=\"\xff, for=8.8.8.8";
        assert_eq!(parse_client(Forwarded, "127.0.0.1", &[(f, line)]), address("8.8.8.8"));
        for line in [
            &b""[..],
            b"\xff",
            b"8.8.8.8, \xff",
            b"8.8.8.8,",
            b"1.1.1.1, unknown",
            b"1.1.1.1, unknown, 10.0.0.1",
            b"\"8.8.8.8\"",
            b"08.8.8.8",
            b"fe80::1%eth0",
        ] {
            assert_eq!(parse_client(XForwardedFor, "127.0.0.1", &[(x, line)]), None, "{line:?}");
            // From an untrusted peer, the header is ignored.
            assert_eq!(
                parse_client(XForwardedFor, "192.0.2.1", &[(x, line)]),
                address("192.0.2.1")
            );
        }
        for line in ["", "for=_hidden", "proto=http", "for=1.1.1.1;for=2.2.2.2", "for=1.1.1.1\""] {
            assert_eq!(
                parse_client(Forwarded, "127.0.0.1", &[(f, line.as_bytes())]),
                None,
                "{line}"
            );
        }
    }

    #[test]
    fn client_addresses_are_canonical() {
        let shown = |text: &str| ClientAddress::of(text.parse().unwrap()).to_string();
        assert_eq!(shown("192.0.2.99"), "192.0.2.99");
        assert_eq!(shown("::ffff:192.0.2.99"), "192.0.2.99");
        assert_eq!(shown("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    }
}
