//! The guards: checks and limits that each request passes before its handler.
//!
//! [`with_guards`] adds the guards to a router; [`Guards`] is their shared state. A request passes
//! them in this order: limits of connections, client identity ([`Client`]), host and origin, and
//! quotas. Around all of them are the request id, the log line, metrics, headers, and the error
//! format. Handlers parse bodies with [`Json`], which limits their length and time, compute with
//! [`Guards::compute`], and protect writes with [`require_token`].
//!
//! To add a guard: add its error code to [`code`](crate::code), and call it from `run_guards` in
//! `middleware`, before all more expensive steps.

mod body;
mod budget;
mod client;
mod compute;
mod guards;
mod json;
mod middleware;
mod probes;
mod quota;
mod request_checks;
mod scheduler;
mod security_headers;
mod token;

pub use crate::cookie::{ClientId, CookieKey};
pub use crate::token::Token;
pub use client::{Client, ClientAddress};
pub use compute::Answer;
pub use guards::Guards;
pub use json::{Json, JsonText};
pub use middleware::with_guards;
pub use token::require_token;

pub(crate) use budget::{Reservation, owning};
pub(crate) use client::Peer;
pub(crate) use probes::{Health, Readiness};
pub(crate) use token::has_token;
