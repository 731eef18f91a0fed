//! The reasons why an authenticator's response is refused.

/// Why a response of a browser was refused. The sentences are for the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the client data is not valid")]
    ClientData,
    #[error("the client data is of another ceremony")]
    Ceremony,
    #[error("the response was made on another origin")]
    Origin,
    #[error("the response was made inside a frame of another origin")]
    CrossOrigin,
    #[error("the authenticator data is not valid")]
    AuthenticatorData,
    #[error("the attestation object is not valid")]
    AttestationObject,
    #[error("the credential belongs to another relying party id")]
    RelyingPartyId,
    #[error("the user was not present")]
    NotPresent,
    #[error("the user was not verified by the device")]
    NotVerified,
    #[error("the public key is not valid or of an unsupported algorithm")]
    PublicKey,
    #[error("the signature does not match")]
    Signature,
}
