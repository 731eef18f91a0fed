//! Voice tags: short sounds of the producer that are laid over previews.

use std::io::Cursor;
use std::time::Duration;

use bytes::Bytes;
use domain::ids::VoiceTagId;
use domain::library::documents::MediaFile;
use domain::library::previews::{MOST_VOICE_TAG_BYTES, MOST_VOICE_TAGS, VoiceTag, voice_tag_name};
use domain::licenses::Role;
use media::preview::{Clip, LONGEST_TAG, SHORTEST_TAG};
use media::{AnalysisError, Ffmpeg, Launcher, Limits, Sniffer};
use storage::library::{documents, media_files, voice_tags};

use crate::files::blob_keys::content_key;
use crate::files::decoders::Turn;
use crate::library::removal::{self, UncommittedBlob};
use crate::library::{contents, previews};
use crate::{Actor, App, Error, Result, crypto};

const TIME_LIMIT: Duration = Duration::from_secs(20);
const WRONG_LENGTH: &str = "A voice tag is between 0.3 and 15 seconds long.";

pub fn too_large() -> Error {
    Error::TooLarge("The voice tag is too large. Maximum size is 5MB.".to_owned())
}

pub async fn list(app: &App, actor: &Actor) -> Result<Vec<VoiceTag>> {
    let owner = actor.user;
    app.read(move |conn| Ok(voice_tags::list(conn, owner)?)).await
}

async fn find(app: &App, actor: &Actor, id: VoiceTagId) -> Result<VoiceTag> {
    let owner = actor.user;
    let found = app.read(move |conn| Ok(voice_tags::find(conn, owner, id)?)).await?;
    found.ok_or_else(|| Error::missing("voice tag"))
}

/// Finds a voice tag with what a download needs: type, name, size and hash.
pub async fn find_media(app: &App, actor: &Actor, id: VoiceTagId) -> Result<MediaFile> {
    find(app, actor, id).await.map(media_files::voice_tag_file)
}

fn full() -> Error {
    Error::Conflict(format!("There can be {MOST_VOICE_TAGS} voice tags at most."))
}

/// Adds a voice tag. The first one becomes the default. `_turn` is the account's turn at the decoders.
pub async fn add(
    app: &App,
    actor: &Actor,
    _turn: Turn,
    name: &str,
    bytes: Bytes,
) -> Result<VoiceTag> {
    let (owner, now) = (actor.user, app.now());
    let name = voice_tag_name(name)?;
    if bytes.is_empty() {
        return Err(Error::invalid("file", "The file is empty."));
    }
    if bytes.len() > MOST_VOICE_TAG_BYTES {
        return Err(too_large());
    }
    let count = app.read(move |conn| Ok(voice_tags::list(conn, owner)?.len())).await?;
    if count >= MOST_VOICE_TAGS {
        return Err(full());
    }
    let (launcher, sound) = (app.ffmpeg_launcher.clone(), bytes.clone());
    let (mime, length) = app.decoders.run(move || examine(sound, launcher)).await?;
    let id = VoiceTagId::new(now, crypto::random());
    let blob = UncommittedBlob::new(app, content_key(owner, id));
    let stored = app.blobs.put(blob.key(), bytes).await?;
    let tag = VoiceTag {
        id,
        name,
        mime,
        size: i64::try_from(stored.size).map_err(Error::unexpected)?,
        content_hash: stored.hash,
        duration_ms: i64::try_from(length.as_millis()).map_err(Error::unexpected)?,
        is_default: false,
        created_at: now,
    };
    let written = app.write(move |tx| {
        documents::lock(tx, owner)?;
        let others = voice_tags::list(tx, owner)?;
        if others.len() >= MOST_VOICE_TAGS {
            return Err(full());
        }
        let tag = VoiceTag { is_default: others.is_empty(), ..tag };
        voice_tags::insert(tx, owner, &tag)?;
        if tag.is_default {
            previews::queue_renewal(tx, owner, now)?;
        }
        Ok(tag)
    });
    let written = removal::commit_with(vec![blob], written, |_| true).await;
    app.wake_workers();
    written
}

/// The type and the length of a voice tag, by its content.
fn examine(bytes: Bytes, launcher: Option<Launcher>) -> Result<(String, Duration)> {
    let mut sniffer = Sniffer::new();
    sniffer.push(&bytes);
    let mime = sniffer.finish().map_or(domain::library::files::BYTES, media::Kind::mime);
    if !Role::Tagged.takes(mime) {
        return Err(contents::type_error(Role::Tagged, mime));
    }
    let mut source = Cursor::new(bytes);
    let limits = Limits { max_time: TIME_LIMIT, ..Limits::default() };
    let ffmpeg = Ffmpeg::find().map(|ffmpeg| ffmpeg.with_launcher(launcher));
    let clip = Clip::read(&mut source, &limits, ffmpeg.as_ref()).map_err(|error| match error {
        AnalysisError::TooLong(_) => Error::invalid("file", WRONG_LENGTH),
        error if error.is_passing() => Error::unexpected(error),
        error => Error::invalid("file", super::analysis::sentence(&error)),
    })?;
    let length = clip.duration();
    if !(SHORTEST_TAG..=LONGEST_TAG).contains(&length) {
        return Err(Error::invalid("file", WRONG_LENGTH));
    }
    Ok((mime.to_owned(), length))
}

/// Renames a voice tag, or makes it the one that previews use.
pub async fn update(
    app: &App,
    actor: &Actor,
    id: VoiceTagId,
    name: Option<&str>,
    is_default: Option<bool>,
) -> Result<VoiceTag> {
    let (owner, now) = (actor.user, app.now());
    let name = name.map(voice_tag_name).transpose()?;
    let changed = app.write(move |tx| {
        documents::lock(tx, owner)?;
        let missing = || Error::missing("voice tag");
        let tag = voice_tags::find(tx, owner, id)?.ok_or_else(missing)?;
        match is_default {
            Some(true) if !tag.is_default => {
                voice_tags::set_default(tx, owner, id)?;
                previews::queue_renewal(tx, owner, now)?;
            }
            Some(false) if tag.is_default => {
                let sentence = "Choose the voice tag to use instead.";
                return Err(Error::invalid("is_default", sentence));
            }
            _ => {}
        }
        if let Some(name) = &name {
            voice_tags::rename(tx, owner, id, name)?;
        }
        voice_tags::find(tx, owner, id)?.ok_or_else(missing)
    });
    let changed = changed.await?;
    app.wake_workers();
    Ok(changed)
}

/// Deletes a voice tag. If it was the default, the newest remaining one becomes the default. Previews with the deleted
/// tag can be played until new ones are made.
pub async fn remove(app: &App, actor: &Actor, id: VoiceTagId) -> Result<()> {
    let (owner, now) = (actor.user, app.now());
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let tag = voice_tags::find(tx, owner, id)?.ok_or_else(|| Error::missing("voice tag"))?;
        voice_tags::remove(tx, owner, id)?;
        if tag.is_default {
            if let Some(next) = voice_tags::list(tx, owner)?.last() {
                voice_tags::set_default(tx, owner, next.id)?;
            }
            previews::queue_renewal(tx, owner, now)?;
        }
        Ok(removal::queue(tx, owner, &[content_key(owner, id)], now)?)
    })
    .await?;
    app.wake_workers();
    Ok(())
}
