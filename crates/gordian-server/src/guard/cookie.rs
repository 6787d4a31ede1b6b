//! The signed cookie that tells apart the clients behind one address.
//!
//! A school or an office has one address and many people. Each browser gets a random id in a cookie
//! that this service signed; its turns, its quota and its jobs are its own. The cookie says nothing
//! about the person, is sent to this service only, and scripts cannot read it. A client without one
//! is served all the same: it shares its turns with the others of its address that have none.

use std::fmt;

use cookie::time::Duration;
use cookie::{Cookie, CookieJar, Key, SameSite};
use http::HeaderMap;
use http::header::COOKIE;
use uuid::Uuid;

/// The name of the cookie.
const NAME: &str = "gordian_client";

/// How long browsers keep the cookie.
const LIFETIME: Duration = Duration::days(365);

/// The random id of a client, as its cookie carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClientId(Uuid);

impl ClientId {
    fn new() -> Self {
        Self(Uuid::new_v4())
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.simple().fmt(f)
    }
}

/// The secret with which cookies are signed. All servers of one service share it, and keep it, so
/// that clients stay who they are after a restart.
#[derive(Clone)]
pub struct CookieKey(Key);

impl CookieKey {
    /// The length of the secret, in bytes.
    pub const LENGTH: usize = 64;

    /// Returns the key with this secret.
    #[must_use]
    pub fn new(secret: &[u8; Self::LENGTH]) -> Self {
        Self(Key::from(secret))
    }

    /// Returns a new secret from the random numbers of the operating system.
    #[must_use]
    pub fn random_secret() -> [u8; Self::LENGTH] {
        // Five times the 122 random bits of a UUID are more than the 512 bits that are derived.
        let mut hasher = blake3::Hasher::new();
        for _ in 0..5 {
            hasher.update(Uuid::new_v4().as_bytes());
        }
        let mut secret = [0; Self::LENGTH];
        hasher.finalize_xof().fill(&mut secret);
        secret
    }

    /// Returns the id in the request's cookie, if this key signed it, or else a new one, and whether
    /// the request carried it.
    pub(super) fn identify(&self, headers: &HeaderMap) -> (ClientId, bool) {
        let found = self.read(headers);
        (found.unwrap_or_else(ClientId::new), found.is_some())
    }

    fn read(&self, headers: &HeaderMap) -> Option<ClientId> {
        let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        // A foreign cookie of the same name may stand before ours, so each is tried.
        lines.flat_map(Cookie::split_parse).flatten().filter(|it| it.name() == NAME).find_map(
            |it| {
                let mut jar = CookieJar::new();
                jar.add_original(it.into_owned());
                let signed = jar.signed(&self.0).get(NAME)?;
                signed.value().parse().ok().map(ClientId)
            },
        )
    }

    /// Returns the `Set-Cookie` line that gives a client its id; with `is_https`, for HTTPS only.
    pub(super) fn issue(&self, id: ClientId, is_https: bool) -> String {
        // Links from other sites lead here with the cookie; what their pages load does not carry it.
        let cookie = Cookie::build((NAME, id.to_string()))
            .path("/")
            .max_age(LIFETIME)
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(is_https);
        let mut jar = CookieJar::new();
        jar.signed_mut(&self.0).add(cookie);
        jar.get(NAME).map(ToString::to_string).unwrap_or_default()
    }
}

impl Default for CookieKey {
    fn default() -> Self {
        Self::new(&Self::random_secret())
    }
}

impl fmt::Debug for CookieKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn headers(lines: &[String]) -> HeaderMap {
        let values = lines.iter().map(|line| (COOKIE, HeaderValue::from_str(line).unwrap()));
        values.collect()
    }

    /// The `name=value` of a `Set-Cookie` line.
    fn pair(line: &str) -> String {
        line.split(';').next().unwrap().to_owned()
    }

    #[test]
    fn a_client_stays_who_it_is() {
        let secret = CookieKey::random_secret();
        let key = CookieKey::new(&secret);
        let (id, known) = key.identify(&HeaderMap::new());
        assert!(!known);
        let line = key.issue(id, false);
        for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
            assert!(line.contains(attribute), "{line}");
        }
        assert!(!line.contains("Secure") && key.issue(id, true).contains("; Secure"));
        // Also after a restart, and among other cookies.
        let again = CookieKey::new(&secret);
        let among = format!("a=b; gordian_client=forged; {}; c", pair(&line));
        assert_eq!(again.identify(&headers(&[among])), (id, true));
        assert_eq!(again.identify(&headers(&["x=y".to_owned(), pair(&line)])), (id, true));
    }

    #[test]
    fn forged_cookies_are_ignored() {
        let key = CookieKey::default();
        let (id, _) = key.identify(&HeaderMap::new());
        let good = pair(&key.issue(id, false));
        let other = pair(&CookieKey::default().issue(id, false));
        let mut changed = good.clone();
        changed.pop();
        for line in [other, changed, format!("gordian_client={id}"), "gordian_client=".to_owned()] {
            let (found, known) = key.identify(&headers(&[line]));
            assert!(!known && found != id);
        }
        assert!(!format!("{key:?}").contains("Key(["));
    }
}
