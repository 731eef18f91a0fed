//! The files of the sample beats beside the ones that play. A job stores them with the beats' own.

use bytes::Bytes;
use domain::ids::{DocumentId, FileId, UserId};
use domain::library::files::{File, MIDI, ZIP};
use domain::time::Timestamp;
use media::Kind;
use paper::archive::Archive;
use storage::library::{documents, files};
use storage::operations::jobs::Job;
use tokio::task::spawn_blocking;

use super::beats::{self, BARS, RATE};
use super::covers;
use super::script::{BEATS, BeatPlan, Content, FILES, FilePlan, moment};
use crate::files::blob_keys::content_key;
use crate::library::removal::{self, UncommittedBlob};
use crate::{App, Error, Result, crypto, jobs};

/// Stores the files that are not there yet.
pub(super) async fn place(
    app: &App,
    owner: UserId,
    beats: &[DocumentId],
    since: Timestamp,
    job: &Job,
) -> Result<()> {
    for plan in &FILES {
        jobs::extend(app, job).await?;
        let Some(beat) = beats.get(plan.beat).copied() else { continue };
        let has_it = app.read(move |conn| {
            let known = files::list(conn, owner, beat)?;
            let is_gone = documents::title_of(conn, owner, beat)?.is_none();
            Ok(is_gone || known.iter().any(|file| file.name == plan.name))
        });
        if !has_it.await? {
            store(app, owner, beat, plan, moment(since, plan.days_ago, 700)).await?;
        }
    }
    Ok(())
}

async fn store(
    app: &App,
    owner: UserId,
    document: DocumentId,
    plan: &'static FilePlan,
    at: Timestamp,
) -> Result<()> {
    let beat = &BEATS[plan.beat];
    let made = spawn_blocking(move || make(beat, plan.content, at)).await;
    let (mime, bytes) = made.map_err(Error::unexpected)??;
    let id = FileId::new(at, crypto::random());
    let blob = UncommittedBlob::new(app, content_key(owner, id));
    let stored = app.blobs.put(blob.key(), bytes).await?;
    let length = (BARS * 4) as f64 * 60_000.0 / beat.bpm;
    let new = File {
        id,
        document,
        role: plan.role,
        version: 1,
        is_current: true,
        name: plan.name.to_owned(),
        mime: mime.to_owned(),
        size: i64::try_from(stored.size).map_err(Error::unexpected)?,
        content_hash: stored.hash,
        duration_ms: plan.role.is_audio().then_some(length as i64),
        created_at: at,
    };
    let written = app.write(move |tx| {
        documents::lock(tx, owner)?;
        // The sample data may have been cleared meanwhile.
        if documents::title_of(tx, owner, document)?.is_none() {
            return Ok(false);
        }
        files::insert(tx, owner, new)?;
        Ok(true)
    });
    removal::commit_with(vec![blob], written, |is_written| *is_written).await.map(drop)
}

/// The MIME type and the bytes of a file.
pub fn make(plan: &BeatPlan, content: Content, at: Timestamp) -> Result<(&'static str, Bytes)> {
    let beat = beats::sound(plan).map_err(Error::unexpected)?;
    Ok(match content {
        Content::Mp3(bytes) => (Kind::Mp3.mime(), Bytes::from_static(bytes)),
        Content::Wav(level) => (Kind::Wav.mime(), beat.shaped_wav(&[level; 8]).into()),
        Content::Stems => {
            let mut zip = Vec::new();
            let mut archive = Archive::begin(at, &mut zip);
            for (name, wav) in (media::beats::Beat { rate: RATE / 2, ..beat }).stems() {
                let name = format!("{} - {name}.wav", plan.title);
                archive.text(&name, &wav).map_err(Error::unexpected)?;
            }
            archive.finish().map_err(Error::unexpected)?;
            (ZIP, zip.into())
        }
        Content::Midi => (MIDI, midi(plan.bpm).into()),
        Content::Artwork => ("image/png", covers::draw(plan)?.into()),
    })
}

/// A drum on every quarter of the beat, as a MIDI file of one track.
fn midi(bpm: f64) -> Vec<u8> {
    const QUARTER: u8 = 96;
    let tempo = (60_000_000.0 / bpm) as u32;
    let mut track = vec![0, 0xFF, 0x51, 3];
    track.extend_from_slice(&tempo.to_be_bytes()[1..]);
    for _ in 0..BARS * 4 {
        track.extend([0, 0x99, 36, 100, QUARTER, 0x89, 36, 0]);
    }
    track.extend([0, 0xFF, 0x2F, 0]);
    let mut file = b"MThd\0\0\0\x06\0\0\0\x01\0".to_vec();
    file.push(QUARTER);
    file.extend(b"MTrk");
    file.extend(u32::try_from(track.len()).unwrap_or_default().to_be_bytes());
    file.extend(track);
    file
}
