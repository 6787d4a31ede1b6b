//! Who is asking.
//!
//! The address that counts is the peer's, unless the peer is a proxy the operator trusts: then it
//! is the last hop that no trusted proxy stands for. Hops are read from the right, because each
//! proxy appends the address it saw, and everything further left is what the client claims.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use http::HeaderMap;
use ipnet::IpNet;

use super::cookie::ClientId;
use crate::config::{Config, ForwardedHeader};

/// The other end of a connection, put into every request by the listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The address of a client as limits see it: an IPv4 address, or the /64 network of an IPv6
/// address, which is what one customer gets and within which addresses are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClientAddress(IpAddr);

impl ClientAddress {
    /// Returns the client address of an address; IPv4 addresses within IPv6 are IPv4 addresses.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(v4) => IpAddr::V4(v4),
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) & (u128::MAX << 64))),
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

/// One client among those of an address. All clients of an address without a cookie are one.
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
        let (id, _) = super::cookie::CookieKey::default().identify(&HeaderMap::new());
        Self { address, id: Some(id) }
    }
}

/// The client of a request, put into the request by the guards; handlers extract it with
/// `axum::Extension`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    pub(super) address: IpAddr,
    pub(super) request_id: String,
    pub(super) is_proxy: bool,
    pub(super) id: ClientId,
    pub(super) has_cookie: bool,
    pub(super) is_https: bool,
}

impl Client {
    /// Returns the address; IPv4 addresses within IPv6 are IPv4 addresses.
    #[must_use]
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// Returns the id of the client: that of its cookie, or a new one, which the response to this
    /// request gives it.
    #[must_use]
    pub fn id(&self) -> ClientId {
        self.id
    }

    /// Returns the id of the request, as in the log and in problems.
    #[must_use]
    pub fn request_id(&self) -> &str {
        &self.request_id
    }

    /// Returns the text under which jobs of this client are counted: its address, and its id if it keeps
    /// its cookie.
    pub(crate) fn name(&self) -> String {
        let ClientKey { address, id } = self.key();
        id.map_or_else(|| address.to_string(), |id| format!("{address} {id}"))
    }

    /// Returns the client that is charged for the request.
    pub(crate) fn key(&self) -> ClientKey {
        let address = ClientAddress::of(self.address);
        ClientKey { address, id: self.has_cookie.then_some(self.id) }
    }

    /// Returns whether the address is a proxy's own, which is never banned.
    pub(crate) fn is_proxy(&self) -> bool {
        self.is_proxy
    }
}

/// Returns whether one of `networks` holds `address`.
pub(crate) fn within(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

/// Returns the address that counts, or `None` if a trusted proxy speaks for somebody whose address
/// cannot be read: that is not the proxy, and has none of its privileges.
pub(crate) fn address(config: &Config, peer: IpAddr, headers: &HeaderMap) -> Option<IpAddr> {
    let peer = peer.to_canonical();
    if !within(&config.proxies, peer) {
        return Some(peer);
    }
    let name = match config.forwarded {
        ForwardedHeader::XForwardedFor => "x-forwarded-for",
        ForwardedHeader::Forwarded => "forwarded",
    };
    // As bytes, and each element for itself: what the client wrote must not make the proxy's word
    // unreadable.
    let lines = headers.get_all(name).iter().map(http::HeaderValue::as_bytes);
    let hops: Vec<&[u8]> = lines.flat_map(|line| line.split(|&byte| byte == b',')).collect();
    let mut last = peer;
    for hop in hops.iter().rev() {
        let hop = str::from_utf8(hop).ok()?;
        let node = match config.forwarded {
            ForwardedHeader::XForwardedFor => hop.trim(),
            ForwardedHeader::Forwarded => parameter_for(hop)?,
        };
        // What stands left of an unknown or hidden hop nobody vouches for.
        last = node_address(node)?;
        if !within(&config.proxies, last) {
            break;
        }
    }
    Some(last)
}

/// Returns the value of `for=` in one element of `Forwarded`, if there is exactly one.
fn parameter_for(element: &str) -> Option<&str> {
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

    fn found(forwarded: ForwardedHeader, peer: &str, headers: &[(&str, &[u8])]) -> Option<IpAddr> {
        let config = Config {
            forwarded,
            proxies: vec!["127.0.0.1/32".parse().unwrap(), "10.0.0.0/8".parse().unwrap()],
            ..Config::default()
        };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name = http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            map.append(name, http::HeaderValue::from_bytes(value).unwrap());
        }
        address(&config, peer.parse().unwrap(), &map)
    }

    fn check(forwarded: ForwardedHeader, peer: &str, headers: &[(&str, &str)], expected: &str) {
        let bytes: Vec<_> = headers.iter().map(|&(name, value)| (name, value.as_bytes())).collect();
        let found = found(forwarded, peer, &bytes);
        assert_eq!(found, Some(expected.parse().unwrap()), "{peer} {headers:?}");
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
        // The proxy asks for itself, or for another one.
        check(XForwardedFor, "127.0.0.1", &[], "127.0.0.1");
        check(XForwardedFor, "127.0.0.1", &[(x, "10.0.0.1")], "10.0.0.1");
    }

    #[test]
    fn clients_whose_address_cannot_be_read_are_not_their_proxy() {
        use ForwardedHeader::{Forwarded, XForwardedFor};
        let [x, f] = ["x-forwarded-for", "forwarded"];
        let address = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        // What is left of the client does not matter, be it as it may.
        for line in
            [&b"\xff, 8.8.8.8"[..], b"unknown, 8.8.8.8", b", 8.8.8.8", b"\xff, 8.8.8.8, 10.0.0.1"]
        {
            assert_eq!(found(XForwardedFor, "127.0.0.1", &[(x, line)]), address("8.8.8.8"));
        }
        let lines: [(&str, &[u8]); 2] = [(x, b"\xff"), (x, b"8.8.8.8")];
        assert_eq!(found(XForwardedFor, "127.0.0.1", &lines), address("8.8.8.8"));
        let line = b"for=\"\xff, for=8.8.8.8";
        assert_eq!(found(Forwarded, "127.0.0.1", &[(f, line)]), address("8.8.8.8"));
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
            assert_eq!(found(XForwardedFor, "127.0.0.1", &[(x, line)]), None, "{line:?}");
            // From a stranger it is only noise.
            assert_eq!(found(XForwardedFor, "192.0.2.1", &[(x, line)]), address("192.0.2.1"));
        }
        for line in ["", "for=_hidden", "proto=http", "for=1.1.1.1;for=2.2.2.2", "for=1.1.1.1\""] {
            assert_eq!(found(Forwarded, "127.0.0.1", &[(f, line.as_bytes())]), None, "{line}");
        }
    }

    #[test]
    fn addresses_of_clients() {
        let shown = |text: &str| ClientAddress::of(text.parse().unwrap()).to_string();
        assert_eq!(shown("192.0.2.99"), "192.0.2.99");
        assert_eq!(shown("::ffff:192.0.2.99"), "192.0.2.99");
        assert_eq!(shown("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    }
}
