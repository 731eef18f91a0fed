//! The signature of a payment hook.

use ledgerline_app::shop::hooks::hmac_sha256;

#[test]
fn shop_07_the_signature_is_hmac_sha_256() {
    let hex = |bytes: [u8; 32]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    // RFC 4231, test cases 2 and 6.
    assert_eq!(
        hex(hmac_sha256(b"Jefe", b"what do ya want for nothing?")),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    );
    let text = b"Test Using Larger Than Block-Size Key - Hash Key First";
    assert_eq!(
        hex(hmac_sha256(&[0xaa; 131], text)),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    );
}
