//! The limits of a page of a list.

use ledgerline::internal::Paging;
use utoipa::IntoParams;
use utoipa::openapi::path::ParameterIn;

#[test]
fn the_document_tells_the_limits_that_are_checked() {
    let parameters = Paging::into_params(|| Some(ParameterIn::Query));
    let limit = serde_json::to_value(&parameters[0]).expect("JSON");
    assert_eq!(limit["name"], "limit");
    assert_eq!(limit["schema"]["default"], Paging::DEFAULT_LIMIT);
    assert_eq!(limit["schema"]["maximum"], Paging::MAX_LIMIT);
    let bounds = |limit, offset| Paging { limit, offset }.bounds().ok();
    assert_eq!(bounds(None, None), Some((Paging::DEFAULT_LIMIT, 0)));
    assert_eq!(bounds(Some(Paging::MAX_LIMIT), Some(1)), Some((Paging::MAX_LIMIT, 1)));
    assert_eq!(bounds(Some(Paging::MAX_LIMIT + 1), None), None);
    assert_eq!(bounds(Some(0), None), None);
    assert_eq!(bounds(None, Some(-1)), None);
}
