//! Whether an offer can be sent, and freezing what its contracts are made of.

use domain::ids::UserId;
use domain::licenses::fields::Buyer;
use domain::offers::{Line, Offer};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::offers::lines as line_rows;
use storage::sales::has_exclusive_sale;

use super::{contracts, papers};
use crate::licenses::issuing::Paper;
use crate::{Error, Result};

/// Refuses an offer whose licenses cannot be issued. Returns the papers of its contracts, to be frozen.
pub(super) fn check_ready(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
    now: Timestamp,
) -> Result<Vec<Paper>> {
    let papers = papers::make(conn, owner, offer, lines)?;
    let filled = contracts::fill(conn, owner, papers.clone(), lines, &Buyer::default(), now)?;
    let mut missing = Vec::new();
    for field in filled.into_iter().flat_map(|contract| contract.missing) {
        if !missing.contains(&field) {
            missing.push(field);
        }
    }
    if !missing.is_empty() {
        return Err(Error::ContractGaps(missing));
    }
    for line in lines {
        if let Some(beat) = line.beat
            && has_exclusive_sale(conn, owner, beat)?
        {
            return Err(Error::Conflict(format!("“{}” was sold exclusively.", line.title)));
        }
    }
    Ok(papers)
}

/// Freezes the papers of the present revision of an offer; returns its lines with the names and terms of the papers.
pub(super) fn freeze(
    tx: &mut Tx,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
    papers: &[Paper],
) -> Result<Vec<Line>> {
    papers::freeze(tx, owner, offer.id, offer.revision, papers)?;
    let lines = papers.iter().zip(lines).map(|(paper, line)| paper.onto(line));
    let lines: Vec<Line> = lines.collect::<Result<_>>()?;
    line_rows::put(tx, owner, offer.id, &lines)?;
    Ok(lines)
}
