//! The signed cookie that distinguishes the clients behind one address.
//!
//! A school or an office has one address and many users. Each browser gets a random id in a signed
//! cookie, so it has its own turns, quota and jobs. The cookie contains no personal data, is sent
//! only to this service, and is not readable by scripts. Clients without a cookie are served too,
//! and share turns and quota with the other clients of their address that have none.

use std::fmt;

use cookie::time::Duration;
use cookie::{Cookie, CookieJar, Key, SameSite};
use http::HeaderMap;
use http::header::COOKIE;
use uuid::Uuid;

/// The name of the cookie.
const COOKIE_NAME: &str = "gordian_client";

/// The maximum number of cookies with this name that are verified.
const MAX_VERIFIED_COOKIES: usize = 4;

/// How long browsers keep the cookie.
const COOKIE_LIFETIME: Duration = Duration::days(365);

/// The random id of a client, stored in its cookie.
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

/// The key that signs cookies. It is persistent and shared by all servers of a service, so that
/// cookies stay valid after a restart.
#[derive(Clone)]
pub struct CookieKey(Key);

impl CookieKey {
    /// The length of the secret in bytes.
    pub const LENGTH: usize = 64;

    /// Creates the key with this secret.
    #[must_use]
    pub fn new(secret: &[u8; Self::LENGTH]) -> Self {
        Self(Key::from(secret))
    }

    /// Returns a new secret from the system's random source.
    #[must_use]
    pub fn random_secret() -> [u8; Self::LENGTH] {
        // Five UUIDs contain 5 × 122 random bits, more than the 512 bits that are derived.
        let mut hasher = blake3::Hasher::new();
        for _ in 0..5 {
            hasher.update(Uuid::new_v4().as_bytes());
        }
        let mut secret = [0; Self::LENGTH];
        hasher.finalize_xof().fill(&mut secret);
        secret
    }

    /// Returns the id in the request's cookie if its signature is valid, or else a new id; the flag
    /// is whether the cookie was valid.
    pub(crate) fn identify(&self, headers: &HeaderMap) -> (ClientId, bool) {
        let found = self.verified_id(headers);
        (found.unwrap_or_else(ClientId::new), found.is_some())
    }

    fn verified_id(&self, headers: &HeaderMap) -> Option<ClientId> {
        // Other programs on this host may have set cookies with arbitrary bytes, or with the same
        // name.
        let lines =
            headers.get_all(COOKIE).iter().flat_map(|line| line.as_bytes().split(|&b| b == b';'));
        let pairs = lines.filter_map(|pair| str::from_utf8(pair).ok()?.trim().split_once('='));
        let values = pairs.filter(|(name, _)| *name == COOKIE_NAME).map(|(_, value)| value);
        values.take(MAX_VERIFIED_COOKIES).find_map(|value| {
            let mut jar = CookieJar::new();
            jar.add_original(Cookie::new(COOKIE_NAME, with_base64(value)));
            let signed = jar.signed(&self.0).get(COOKIE_NAME)?;
            signed.value().parse().ok().map(ClientId)
        })
    }

    /// Returns the `Set-Cookie` value for a client id; with `is_https`, for HTTPS only.
    pub(crate) fn set_cookie_value(&self, id: ClientId, is_https: bool) -> String {
        // With `SameSite=Lax`, links from other sites send the cookie; subresources of their pages
        // do not.
        let cookie = Cookie::build((COOKIE_NAME, id.to_string()))
            .path("/")
            .max_age(COOKIE_LIFETIME)
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(is_https);
        let mut jar = CookieJar::new();
        jar.signed_mut(&self.0).add(cookie);
        let Some(cookie) = jar.get(COOKIE_NAME) else { return String::new() };
        let mut cookie = cookie.clone();
        let value = without_quoting(cookie.value());
        cookie.set_value(value);
        cookie.to_string()
    }
}

/// The length of a signature in base64, without the final `=`.
const SIGNATURE_LENGTH: usize = 43;

/// Returns a signed value with characters that no shell and no client quotes: the signature in the
/// base64 of URLs, without `=`.
fn without_quoting(value: &str) -> String {
    let (signature, rest) = value.split_at_checked(SIGNATURE_LENGTH).unwrap_or((value, ""));
    let signature = signature.replace('+', "-").replace('/', "_");
    signature + rest.strip_prefix('=').unwrap_or(rest)
}

/// Returns the value that was signed; values with the signature in ordinary base64, as earlier
/// versions sent, stay as they are.
fn with_base64(value: &str) -> String {
    match value.split_at_checked(SIGNATURE_LENGTH) {
        Some((signature, id)) if !id.starts_with('=') => {
            format!("{}={id}", signature.replace('-', "+").replace('_', "/"))
        }
        _ => value.to_owned(),
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

    /// Returns the `name=value` of a `Set-Cookie` value.
    fn pair(line: &str) -> String {
        line.split(';').next().unwrap().to_owned()
    }

    #[test]
    fn client_keeps_its_id() {
        let secret = CookieKey::random_secret();
        let key = CookieKey::new(&secret);
        let (id, known) = key.identify(&HeaderMap::new());
        assert!(!known);
        let line = key.set_cookie_value(id, false);
        for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
            assert!(line.contains(attribute), "{line}");
        }
        assert!(!line.contains("Secure") && key.set_cookie_value(id, true).contains("; Secure"));
        let value = pair(&line).split_once('=').unwrap().1.to_owned();
        assert!(
            value.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it)),
            "{value}"
        );
        // As earlier versions wrote it.
        let earlier = format!("gordian_client={}", with_base64(&value));
        assert_eq!(earlier.len(), pair(&line).len() + 1);
        assert_eq!(key.identify(&headers(&[earlier])), (id, true));
        // Also after a restart, and among other cookies.
        let again = CookieKey::new(&secret);
        let among = format!("a=b; gordian_client=forged; {}; c", pair(&line));
        assert_eq!(again.identify(&headers(&[among])), (id, true));
        assert_eq!(again.identify(&headers(&["x=y".to_owned(), pair(&line)])), (id, true));
        let bytes = [b"a=\xff; ", pair(&line).as_bytes()].concat();
        let odd = HeaderMap::from_iter([(COOKIE, HeaderValue::from_bytes(&bytes).unwrap())]);
        assert_eq!(again.identify(&odd), (id, true));
    }

    #[test]
    fn forged_cookies_are_ignored() {
        let key = CookieKey::default();
        let (id, _) = key.identify(&HeaderMap::new());
        let good = pair(&key.set_cookie_value(id, false));
        let other = pair(&CookieKey::default().set_cookie_value(id, false));
        let mut changed = good.clone();
        changed.pop();
        for line in [other, changed, format!("gordian_client={id}"), "gordian_client=".to_owned()] {
            let (found, known) = key.identify(&headers(&[line]));
            assert!(!known && found != id);
        }
        assert!(!format!("{key:?}").contains("Key(["));
    }
}
