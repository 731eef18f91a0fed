//! The terms of a license as the JSON text that is stored with a kind, and frozen with a license.

use std::collections::{BTreeMap, BTreeSet};

use domain::licenses::Role;
use domain::licenses::terms::{BuyBack, Cap, Caps, Term, Terms, Use};
use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// Shares are in basis points. A cap is a number, or one of the two words.
#[derive(Serialize, Deserialize)]
struct StoredTerms {
    is_exclusive: bool,
    delivers: Vec<String>,
    term_months: Option<u16>,
    caps: BTreeMap<String, StoredCap>,
    broadcast: bool,
    sync: bool,
    content_id: bool,
    publishing_share: u16,
    writer_share: u16,
    credit_line: String,
    credit_required: bool,
    governing_law: Option<String>,
    buy_back: Option<StoredBuyBack>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredCap {
    Limit(u64),
    Word(String),
}

#[derive(Serialize, Deserialize)]
struct StoredBuyBack {
    years: u16,
    percent: u16,
}

const UNLIMITED: &str = "unlimited";
const NOT_ALLOWED: &str = "not allowed";

pub fn write(terms: &Terms) -> Result<String> {
    let cap = |of: &Use| {
        let cap = match terms.caps.of(*of) {
            Cap::Limit(number) => StoredCap::Limit(number),
            Cap::Unlimited => StoredCap::Word(UNLIMITED.to_owned()),
            Cap::NotAllowed => StoredCap::Word(NOT_ALLOWED.to_owned()),
        };
        (of.as_str().to_owned(), cap)
    };
    let stored = StoredTerms {
        is_exclusive: terms.is_exclusive,
        delivers: terms.delivers.iter().map(|role| role.as_str().to_owned()).collect(),
        term_months: match terms.term {
            Term::Months(months) => Some(months),
            Term::Forever => None,
        },
        caps: Use::ALL.iter().map(cap).collect(),
        broadcast: terms.allows_broadcast,
        sync: terms.allows_sync,
        content_id: terms.allows_content_id,
        publishing_share: terms.publishing_share,
        writer_share: terms.writer_share,
        credit_line: terms.credit_line.clone(),
        credit_required: terms.is_credit_required,
        governing_law: terms.governing_law.clone(),
        buy_back: terms.buy_back.map(|BuyBack { years, percent }| StoredBuyBack { years, percent }),
    };
    serde_json::to_string(&stored).map_err(Error::unexpected)
}

pub fn read(text: &str) -> Result<Terms> {
    let stored: StoredTerms = serde_json::from_str(text).map_err(Error::unexpected)?;
    let unknown = |word: &str| Error::unexpected(format!("stored license terms say {word}"));
    let mut caps = Caps::UNLIMITED;
    for (name, cap) in &stored.caps {
        let of = Use::find(name).ok_or_else(|| unknown(name))?;
        caps = caps.with(
            of,
            match cap {
                StoredCap::Limit(number) => Cap::Limit(*number),
                StoredCap::Word(word) if word == UNLIMITED => Cap::Unlimited,
                StoredCap::Word(word) if word == NOT_ALLOWED => Cap::NotAllowed,
                StoredCap::Word(word) => return Err(unknown(word)),
            },
        );
    }
    let roles = stored.delivers.iter().map(|word| Role::find(word).ok_or_else(|| unknown(word)));
    Ok(Terms {
        is_exclusive: stored.is_exclusive,
        delivers: roles.collect::<Result<BTreeSet<_>>>()?,
        term: stored.term_months.map_or(Term::Forever, Term::Months),
        caps,
        allows_broadcast: stored.broadcast,
        allows_sync: stored.sync,
        allows_content_id: stored.content_id,
        publishing_share: stored.publishing_share,
        writer_share: stored.writer_share,
        credit_line: stored.credit_line,
        is_credit_required: stored.credit_required,
        governing_law: stored.governing_law,
        buy_back: stored
            .buy_back
            .map(|StoredBuyBack { years, percent }| BuyBack { years, percent }),
    })
}
