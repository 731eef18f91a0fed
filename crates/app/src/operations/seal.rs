//! The installation's seal: the private key and certificate that sign contracts, if the operator wants signatures. It
//! is created once for all instances; its private key is stored sealed with the installation's key.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::ids::UserId;
use paper::Contract;
use seal::{Seal, StoredSeal};
use storage::db::Tx;
use storage::operations::facts;
use zeroize::Zeroizing;

use crate::crypto::{self, Keys};
use crate::{App, Error, Result};

const PURPOSE: &str = "seal";

/// Opens the stored seal, or creates it if there is none.
pub async fn prepare(app: &App) -> Result<Seal> {
    let (keys, now) = (app.keys.clone(), app.now());
    app.write(move |tx| {
        let stored = match facts::get(tx, facts::SEAL)? {
            Some(stored) => stored,
            None => {
                let made = Seal::generate(crypto::random(), now).map_err(Error::unexpected)?;
                facts::get_or_insert(tx, facts::SEAL, &to_stored(&keys, &made))?
            }
        };
        Seal::open(from_stored(&keys, &stored)?).map_err(Error::unexpected)
    })
    .await
}

/// The PDF of a contract, signed where the installation has a seal, and how many pages it has.
pub(crate) fn write(seal: Option<&Seal>, contract: &Contract<'_>) -> Result<(Vec<u8>, usize)> {
    let Some(seal) = seal else {
        return contract.write(Vec::new()).map_err(Error::unexpected);
    };
    let (unsigned, pages) = contract.to_unsigned().map_err(Error::unexpected)?;
    let signature = seal.sign(&unsigned.parts()).map_err(Error::unexpected)?;
    Ok((unsigned.with_signature(&signature).map_err(Error::unexpected)?, pages))
}

/// Seals the seal's private key with the installation's new key.
pub(super) fn rotate(tx: &mut Tx, old: &Keys, new: &Keys) -> Result<u64> {
    let Some(stored) = facts::get(tx, facts::SEAL)? else { return Ok(0) };
    if from_stored(new, &stored).is_ok() {
        return Ok(0);
    }
    facts::put(tx, facts::SEAL, &to_stored(new, &from_stored(old, &stored)?))?;
    Ok(1)
}

/// The stored form of a seal: the sealed private key and the certificate, separated by a dot.
pub fn to_stored(keys: &Keys, kept: &StoredSeal) -> String {
    let key = keys.seal(PURPOSE, UserId::NOBODY, &kept.key);
    format!("{}.{}", URL_SAFE_NO_PAD.encode(key), URL_SAFE_NO_PAD.encode(&kept.certificate))
}

/// Opens the stored form of a seal.
pub fn from_stored(keys: &Keys, stored: &str) -> Result<StoredSeal> {
    let (key, certificate) = stored
        .split_once('.')
        .ok_or_else(|| Error::unexpected("the seal of the installation is damaged"))?;
    let key = URL_SAFE_NO_PAD.decode(key).map_err(Error::unexpected)?;
    let key: Zeroizing<Vec<u8>> =
        keys.open(PURPOSE, UserId::NOBODY, &key).map_err(Error::unexpected)?;
    let certificate = URL_SAFE_NO_PAD.decode(certificate).map_err(Error::unexpected)?;
    Ok(StoredSeal { key, certificate })
}
