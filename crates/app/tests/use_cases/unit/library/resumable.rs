//! The metadata of resumable uploads.

use ledgerline_app::library::resumable::Metadata;

// FILE-05
#[test]
fn metadata_is_read_as_the_protocol_has_it() {
    let text = "filename TmlnaHQgRHJpdmUud2F2,role d2F2, document MQ==,is_confidential";
    let read = Metadata::parse(text).unwrap();
    assert_eq!(read.name, "Night Drive.wav");
    assert_eq!((read.role.as_deref(), read.document.as_deref()), (Some("wav"), Some("1")));
    assert_eq!(Metadata::parse("").unwrap().name, "untitled");
    for malformed in ["filename %%%", "filename gICA", "filename AA==", &"x".repeat(5000)] {
        assert!(Metadata::parse(malformed).is_err(), "{malformed}");
    }
}
