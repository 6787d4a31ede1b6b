//! The bearer token for requests that write.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::AUTHORIZATION;
use http::{HeaderMap, Method};

use super::Guards;
use crate::token::Token;
use crate::{Problem, code};

/// Requires the token for methods that write, if one is configured.
///
/// # Example
///
/// ```
/// use std::sync::Arc;
///
/// use axum::{Router, middleware, routing};
/// use gordian_server::{Guards, guard};
///
/// fn jobs(guards: Arc<Guards>) -> Router {
///     Router::new()
///         .route("/api/v1/jobs", routing::post(async || "made"))
///         .route_layer(middleware::from_fn_with_state(guards, guard::require_token))
/// }
/// ```
pub async fn require_token(
    State(guards): State<Arc<Guards>>,
    request: Request,
    next: Next,
) -> Response {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    if !reads && let Some(token) = &guards.config().token {
        let given = request.headers().get(AUTHORIZATION);
        let given = given.map(|value| value.to_str().unwrap_or_default());
        if let Err(problem) = check_authorization(token, given) {
            return problem.into_response();
        }
    }
    next.run(request).await
}

/// Returns whether the request has the token; `false` if none is configured.
///
/// # Errors
///
/// The request has a wrong token.
pub(crate) fn has_token(guards: &Guards, headers: &HeaderMap) -> Result<bool, Problem> {
    let given = headers.get(AUTHORIZATION).map(|value| value.to_str().unwrap_or_default());
    match (&guards.config().token, given) {
        (Some(token), Some(given)) => check_authorization(token, Some(given)).map(|()| true),
        _ => Ok(false),
    }
}

fn check_authorization(token: &Token, given: Option<&str>) -> Result<(), Problem> {
    let Some(given) = given else {
        return Err(Problem::from_code(code::TOKEN_MISSING, "a token is required"));
    };
    let guess = given
        .split_once(' ')
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, guess)| guess.trim());
    match guess {
        Some(guess) if token.matches(guess) => Ok(()),
        _ => Err(Problem::from_code(code::TOKEN_WRONG, "the token is wrong")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_token_is_accepted() {
        let token = Token::new("secret");
        let code =
            |given| check_authorization(&token, given).map_err(|problem| problem.code().to_owned());
        assert_eq!(code(Some("Bearer secret")), Ok(()));
        assert_eq!(code(Some("bearer  secret ")), Ok(()));
        assert_eq!(code(None), Err("token.missing".to_owned()));
        for given in ["secret", "Basic secret", "Bearer", "Bearer secre", "Bearer secrets", ""] {
            assert_eq!(code(Some(given)), Err("token.wrong".to_owned()), "{given}");
        }
        assert!(!format!("{token:?}").contains("secret"));
    }
}
