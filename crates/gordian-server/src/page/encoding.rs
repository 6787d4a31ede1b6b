//! Which form of a file a client takes: compressed by Brotli or gzip, or as it is.

use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

/// A content coding in which files of the page are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// Returns the name in `Content-Encoding`; `None` where there is no such header.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }

    /// Returns the codings that a client accepts, the one to be sent first (RFC 9110, section 12.5.3).
    /// The file as it is comes last even where a client refuses it: an answer is better than none.
    pub(super) fn accepted(headers: &HeaderMap) -> Vec<Self> {
        let weights = Weights::read(headers);
        let mut found: Vec<_> = [(Self::Brotli, weights.brotli), (Self::Gzip, weights.gzip)]
            .into_iter()
            .filter_map(|(encoding, weight)| {
                let weight = weight.or(weights.any).unwrap_or(0);
                (weight > 0 && weight >= weights.identity.unwrap_or(0))
                    .then_some((encoding, weight))
            })
            .collect();
        // The sort is stable: of equal weights Brotli is first, which is smaller.
        found.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        found.into_iter().map(|(encoding, _)| encoding).chain([Self::Identity]).collect()
    }
}

/// What a client says of each coding, in thousandths; `None` where it says nothing.
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

/// Reads `q=0.5`, in thousandths. No weight is 1; what is no weight is 0, so that it is not sent.
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
    fn the_best_coding_that_a_client_takes_is_first() {
        assert_eq!(accepted(&[]), [Identity]);
        assert_eq!(accepted(&[""]), [Identity]);
        assert_eq!(accepted(&["gzip, deflate, br, zstd"]), [Brotli, Gzip, Identity]);
        assert_eq!(accepted(&["gzip", "BR"]), [Brotli, Gzip, Identity]);
        assert_eq!(accepted(&["gzip;q=1.0, br;q=0.8"]), [Gzip, Brotli, Identity]);
        assert_eq!(accepted(&["deflate"]), [Identity]);
        assert_eq!(accepted(&["x-gzip"]), [Gzip, Identity]);
    }

    #[test]
    fn what_a_client_refuses_is_not_sent() {
        assert_eq!(accepted(&["gzip, br;q=0"]), [Gzip, Identity]);
        assert_eq!(accepted(&["br ; q=0.000 , *"]), [Gzip, Identity]);
        assert_eq!(accepted(&["*;q=0"]), [Identity]);
        assert_eq!(accepted(&["*;q=0, gzip"]), [Gzip, Identity]);
        assert_eq!(accepted(&["identity, gzip;q=0.5"]), [Identity]);
        assert_eq!(accepted(&["br;q=2, gzip;q=0.0001, *;q=x"]), [Identity]);
    }
}
