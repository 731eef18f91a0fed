//! A contract as a buyer would see it, filled for a made-up buyer and beat.

use domain::ids::LicenseKindId;
use domain::licenses::contract::{Block, Fault, Text};
use domain::licenses::fields::Field;

use super::kinds::{self, LicenseKind};
use super::readiness;
use crate::{Actor, App, Result};

#[derive(Debug)]
pub struct Preview {
    /// Empty if the text cannot be read.
    pub blocks: Vec<Block>,
    pub faults: Vec<Fault>,
    pub missing: Vec<Field>,
}

/// The contract of a kind with its newest text, or with a text that is not saved yet.
pub async fn preview(
    app: &App,
    actor: &Actor,
    id: LicenseKindId,
    text: Option<String>,
) -> Result<Preview> {
    let (owner, today) = (actor.user, actor.day_of(app.now()));
    let (kind, profile) = app
        .read(move |conn| {
            conn.snapshot()?;
            Ok((kinds::read(conn, owner, id)?, kinds::profile(conn, owner)?))
        })
        .await?;
    let LicenseKind { kind, text: saved, .. } = kind;
    let parsed = match Text::parse(text.as_deref().unwrap_or(&saved.text)) {
        Ok(parsed) => parsed,
        Err(faults) => return Ok(Preview { blocks: Vec::new(), faults, missing: Vec::new() }),
    };
    let filled = parsed.fill(&kind.terms, &readiness::made_up(&kind, &profile, today));
    let faults = parsed.check(&kind.terms).err().unwrap_or_default();
    Ok(Preview { blocks: filled.blocks, faults, missing: filled.missing })
}
