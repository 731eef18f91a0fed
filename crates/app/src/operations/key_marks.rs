//! Whether a key is the one that the database's secrets are sealed with. With another nothing in there would open, and
//! what came in meanwhile would be closed to the right one.

use storage::db::{Db, Tx};
use storage::operations::{copies, key_marks};

use crate::{Error, Result, crypto::Keys};

/// Whether this is the key. A database without a mark is given this one's.
pub async fn verify_or_initialize(db: &Db, keys: &Keys) -> Result<bool> {
    let ours = keys.mark();
    let marked = db.read(|conn| Ok::<_, Error>(key_marks::find(conn)?)).await?;
    let marked = match marked {
        Some(marked) => Some(marked),
        // Another instance may be first.
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

/// Whether this is the key, without giving a mark to a database that has none; older schemas have none.
pub async fn matches(db: &Db, keys: &Keys) -> Result<bool> {
    let marked = db.read(|conn| Ok::<_, Error>(copies::key_mark(conn)?)).await?;
    Ok(marked.is_none_or(|marked| marked == keys.mark()))
}

/// From here on the new key is the one, if it is not already.
pub(crate) fn rotate(tx: &mut Tx, old: &Keys, new: &Keys) -> Result<()> {
    let known = key_marks::find(tx)?;
    if known.is_some_and(|mark| mark != old.mark() && mark != new.mark()) {
        let sentence =
            "this is not the key that the database's secrets are sealed with; nothing was changed";
        return Err(Error::Conflict(sentence.to_owned()));
    }
    Ok(key_marks::replace(tx, &new.mark())?)
}
