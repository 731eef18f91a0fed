//! Security headers: they forbid a browser to run foreign or inline code, to show the app in a frame, to guess media
//! types and to send a referrer. They are on every response, errors included. A route may set a stricter value of its
//! own, which is not overwritten.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; \
     object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
             magnetometer=(), microphone=(), midi=(), payment=(), \
             publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()",
        ),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Two years, as browsers' preload lists require. Only over https: a plain http installation that
/// sent this header would become unreachable for its users.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=63072000; includeSubDomains");

#[derive(Debug, Clone, Copy)]
pub struct SecurityHeaders {
    is_https: bool,
}

impl SecurityHeaders {
    pub fn new(is_https: bool) -> Self {
        Self { is_https }
    }

    pub fn put_on(self, headers: &mut HeaderMap) {
        headers.reserve(ALWAYS.len() + 2);
        for (name, value) in ALWAYS {
            headers.entry(name).or_insert(value);
        }
        if self.is_https {
            headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(HSTS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_alone_announces_hsts() {
        for is_https in [false, true] {
            let mut headers = HeaderMap::new();
            SecurityHeaders::new(is_https).put_on(&mut headers);
            assert_eq!(headers.contains_key(header::STRICT_TRANSPORT_SECURITY), is_https);
        }
    }

    #[test]
    fn a_stricter_policy_of_a_route_is_kept() {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox"));
        SecurityHeaders::new(false).put_on(&mut headers);
        assert_eq!(headers[header::CONTENT_SECURITY_POLICY], "sandbox");
    }
}
