//! Content negotiation: `Accept-Encoding` and `Accept`.

use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

/// A content coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// Returns the name in `Content-Encoding`; `None` for the identity.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }

    /// Returns the codings that the client accepts, in order of preference (RFC 9110, section
    /// 12.5.3). The identity is always last, even if the client refuses it, because a response is
    /// better than none.
    pub(crate) fn accepted(headers: &HeaderMap) -> Vec<Self> {
        let weights = Weights::read(headers);
        let mut found: Vec<_> = [(Self::Brotli, weights.brotli), (Self::Gzip, weights.gzip)]
            .into_iter()
            .filter_map(|(encoding, weight)| {
                let weight = weight.or(weights.any).unwrap_or(0);
                (weight > 0 && weight >= weights.identity.unwrap_or(0))
                    .then_some((encoding, weight))
            })
            .collect();
        // The sort is stable: with equal weights, Brotli is first, because it is smaller.
        found.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        found.into_iter().map(|(encoding, _)| encoding).chain([Self::Identity]).collect()
    }

    /// Returns whether the client accepts this coding.
    pub(crate) fn is_accepted(self, headers: &HeaderMap) -> bool {
        Self::accepted(headers).contains(&self)
    }
}

/// Returns whether one of these `Accept` values contains `text/html`, as those of a browser that
/// shows the response.
pub(crate) fn accepts_html<'a>(values: impl IntoIterator<Item = &'a [u8]>) -> bool {
    values
        .into_iter()
        .flat_map(|value| value.split(|&byte| byte == b','))
        .any(|range| range.trim_ascii_start().starts_with(b"text/html"))
}

/// The weight of each coding in thousandths; `None` if it is not listed.
#[derive(Debug, Default)]
struct Weights {
    brotli: Option<u16>,
    gzip: Option<u16>,
    identity: Option<u16>,
    any: Option<u16>,
}

impl Weights {
    fn read(headers: &HeaderMap) -> Self {
        let mut weights = Self::default();
        let values =
            headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        for item in values.flat_map(|value| value.split(',')) {
            let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
            let place = match name.trim().to_ascii_lowercase().as_str() {
                "br" => &mut weights.brotli,
                "gzip" | "x-gzip" => &mut weights.gzip,
                "identity" => &mut weights.identity,
                "*" => &mut weights.any,
                _ => continue,
            };
            *place = Some(weight(parameters));
        }
        weights
    }
}

/// Parses a weight such as `q=0.5` into thousandths. A missing weight is 1, an invalid one is 0.
fn weight(parameters: &str) -> u16 {
    let text = parameters.trim();
    if text.is_empty() {
        return 1000;
    }
    let Some(number) = text.strip_prefix("q=").or_else(|| text.strip_prefix("Q=")) else {
        return 0;
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    match whole {
        "1" if digits => 1000,
        "0" if digits => format!("{part:0<3}").parse().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding::{Brotli, Gzip, Identity};
    use super::*;

    fn accepted(values: &[&'static str]) -> Vec<Encoding> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(ACCEPT_ENCODING, value.parse().unwrap());
        }
        Encoding::accepted(&headers)
    }

    #[test]
    fn accepted_codings_are_ordered_by_weight() {
        assert_eq!(accepted(&[]), [Identity]);
        assert_eq!(accepted(&[""]), [Identity]);
        assert_eq!(accepted(&["gzip, deflate, br, zstd"]), [Brotli, Gzip, Identity]);
        assert_eq!(accepted(&["gzip", "BR"]), [Brotli, Gzip, Identity]);
        assert_eq!(accepted(&["gzip;q=1.0, br;q=0.8"]), [Gzip, Brotli, Identity]);
        assert_eq!(accepted(&["deflate"]), [Identity]);
        assert_eq!(accepted(&["x-gzip"]), [Gzip, Identity]);
    }

    #[test]
    fn gzip_is_accepted_unless_refused() {
        let accepts = |line: &str| {
            Gzip.is_accepted(&HeaderMap::from_iter([(ACCEPT_ENCODING, line.parse().unwrap())]))
        };
        assert!(accepts("gzip") && accepts("br, GZIP;q=0.5") && accepts("*"));
        assert!(!accepts("") && !accepts("br") && !accepts("gzip;q=0") && !accepts("gzip; q=0.0"));
        assert!(!accepts("gzip;x"));
        assert!(!Gzip.is_accepted(&HeaderMap::new()));
    }

    #[test]
    fn browsers_accept_html() {
        assert!(accepts_html([&b"text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"[..]]));
        assert!(accepts_html([&b"image/png"[..], b" application/json, text/html;q=0.1"]));
        assert!(!accepts_html([&b"*/*"[..], b"application/json", b"text/plain"]));
    }

    #[test]
    fn refused_codings_are_not_accepted() {
        assert_eq!(accepted(&["gzip, br;q=0"]), [Gzip, Identity]);
        assert_eq!(accepted(&["br ; q=0.000 , *"]), [Gzip, Identity]);
        assert_eq!(accepted(&["*;q=0"]), [Identity]);
        assert_eq!(accepted(&["*;q=0, gzip"]), [Gzip, Identity]);
        assert_eq!(accepted(&["identity, gzip;q=0.5"]), [Identity]);
        assert_eq!(accepted(&["br;q=2, gzip;q=0.0001, *;q=x"]), [Identity]);
    }
}
