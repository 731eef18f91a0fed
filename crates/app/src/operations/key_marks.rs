//! Checks that the key is the one that the database's secrets are sealed with. With another key the secrets could not
//! be opened, and new secrets could not be opened with the right key. The database stores the key's fingerprint
//! (`Keys::mark`).

use storage::db::{Db, Tx};
use storage::operations::{copies, key_marks};

use crate::{Error, Result, crypto::Keys};

/// Whether this is the right key. Stores its fingerprint in a database that has none.
pub async fn verify_or_initialize(db: &Db, keys: &Keys) -> Result<bool> {
    let ours = keys.mark();
    let marked = db.read(|conn| Ok::<_, Error>(key_marks::find(conn)?)).await?;
    let marked = match marked {
        Some(marked) => Some(marked),
        // Another instance may store its fingerprint first, so it is read again.
        None => {
            db.write(move |tx| {
                key_marks::insert(tx, &ours)?;
                Ok::<_, Error>(key_marks::find(tx)?)
            })
            .await?
        }
    };
    Ok(marked.is_some_and(|marked| marked == ours))
}

/// Whether this is the right key, without storing a fingerprint. A database without one, as with older schemas,
/// accepts every key.
pub async fn matches(db: &Db, keys: &Keys) -> Result<bool> {
    let marked = db.read(|conn| Ok::<_, Error>(copies::key_mark(conn)?)).await?;
    Ok(marked.is_none_or(|marked| marked == keys.mark()))
}

/// Stores the fingerprint of the new key.
pub(crate) fn rotate(tx: &mut Tx, old: &Keys, new: &Keys) -> Result<()> {
    let known = key_marks::find(tx)?;
    if known.is_some_and(|mark| mark != old.mark() && mark != new.mark()) {
        let sentence =
            "this is not the key that the database's secrets are sealed with; nothing was changed";
        return Err(Error::Conflict(sentence.to_owned()));
    }
    Ok(key_marks::replace(tx, &new.mark())?)
}
