//! What every request passes before a handler sees it, and what handlers compute through.
//!
//! [`guarded`] puts a router behind the guards; [`Guards`] is what they share. In the order in which
//! a request meets them: who asks ([`Client`]), bans, the target and the name asked for, quotas, the
//! body's kind, length and pace. Around them all: an id, a log line, figures, headers, and one form
//! for every error. Handlers read questions with [`Json`], compute with [`Guards::work`] and protect
//! what writes with [`require_token`].
//!
//! To add a guard: give its refusal a line in [`code`](crate::code), say there whether it counts
//! towards a ban, and call it from `answer` in `observe`, before whatever costs more than it.

mod ban;
mod body;
mod client;
mod cookie;
mod guards;
mod headers;
mod json;
mod kept;
mod observe;
mod pool;
mod probes;
mod quota;
mod request;
mod schedule;
mod token;
mod work;

pub use client::{Client, ClientAddress};
pub use cookie::{ClientId, CookieKey};
pub use guards::Guards;
pub use json::{Json, JsonText};
pub use observe::guarded;
pub use token::{Token, require_token};

pub(crate) use client::Peer;
pub(crate) use kept::Kept;
pub(crate) use pool::panic_text;
pub(crate) use token::has_token;
