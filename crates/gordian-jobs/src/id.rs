//! Ids of jobs.

use std::fmt;

/// A job id that is safe in a URL.
///
/// A new id is a random UUID written as 32 hexadecimal digits, with 122 bits from the system's
/// secure random source, so it cannot be guessed. Jobs of version 0.1.0 have a decimal number
/// instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(IdRepr);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum IdRepr {
    /// An id of version 0.1.0.
    Legacy(u64),
    Random(u128),
}

/// The number of digits of a random id.
const ID_DIGITS: usize = 32;

impl JobId {
    /// Returns a new random id.
    pub(crate) fn random() -> Self {
        Self(IdRepr::Random(uuid::Uuid::new_v4().as_u128()))
    }

    /// Parses 32 lower-case hexadecimal digits, or a decimal number without sign or leading zero.
    /// Each id has exactly one text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.len() == ID_DIGITS {
            let digits = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            let bits = u128::from_str_radix(text, 16).ok().filter(|_| digits);
            return bits.map(|bits| Self(IdRepr::Random(bits)));
        }
        let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let number = text.parse().ok().filter(|_| digits);
        number.map(|number| Self(IdRepr::Legacy(number)))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IdRepr::Legacy(number) => write!(f, "{number}"),
            IdRepr::Random(bits) => write!(f, "{bits:0width$x}", width = ID_DIGITS),
        }
    }
}

/// Identifies a job within a transaction: its row number, and its id for notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JobKey {
    pub(crate) row: i64,
    pub(crate) id: JobId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_id_has_one_text() {
        assert_eq!("17".parse::<JobId>().unwrap(), JobId(IdRepr::Legacy(17)));
        assert_eq!(JobId(IdRepr::Legacy(17)).to_string(), "17");
        let random = "00ff000000000000000000000000000a";
        assert_eq!(random.parse::<JobId>().unwrap().to_string(), random);
        let long = "1".repeat(33);
        for text in ["", "0", "017", "+17", "-17", "1 7", "18446744073709551616", "x", &long] {
            assert_eq!(text.parse::<JobId>().unwrap_err().code(), "jobs.id", "{text}");
        }
        for text in [&random.to_uppercase(), &random.replace("00ff", "+0ff"), &random[1..]] {
            assert_eq!(text.parse::<JobId>().unwrap_err().code(), "jobs.id", "{text}");
        }
    }

    #[test]
    fn ids_cannot_be_guessed() {
        let ids: Vec<JobId> = (0..1000).map(|_| JobId::random()).collect();
        for (i, id) in ids.iter().enumerate() {
            assert_eq!(id.to_string().len(), ID_DIGITS);
            assert_eq!(id.to_string().parse::<JobId>().unwrap(), *id);
            assert!(ids[..i].iter().all(|other| other != id));
        }
        // Each of 122 bits is set in about half of the ids: the chance of 400 or fewer is below
        // 1e-9.
        let bits = |id: &JobId| match id.0 {
            IdRepr::Random(bits) => bits,
            IdRepr::Legacy(_) => 0,
        };
        let even = (0..128).filter(|bit| {
            let set = ids.iter().filter(|id| bits(id) >> bit & 1 == 1).count();
            (400..=600).contains(&set)
        });
        assert_eq!(even.count(), 122);
    }
}
