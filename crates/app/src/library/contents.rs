//! Detects the content type of a file of a beat, which decides the roles that the file may have. Nothing is unpacked.

use blobs::{Key, StoredBlob};
use domain::ids::UserId;
use domain::library::files::{BYTES, MIDI, ZIP};
use domain::licenses::Role;
use image::imageops::FilterType;
use media::zip::{self, End, Walk};
use media::{HEAD_BYTES, Sniffer};

use crate::files::pictures::{self, Picture};
use crate::{App, Error, Result};

/// The longest side of artwork, in pixels.
const LONGEST_SIDE: u32 = 3000;

/// Checks the first bytes of a file while it is uploaded: a beginning that no file of the role has is refused at once.
pub(crate) struct Beginning {
    role: Role,
    first: Vec<u8>,
    sniffer: Sniffer,
    is_done: bool,
}

impl Beginning {
    pub fn of(role: Role) -> Self {
        Self { role, first: Vec::new(), sniffer: Sniffer::new(), is_done: role == Role::Other }
    }

    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        if self.is_done {
            return Ok(());
        }
        if self.role.is_audio() {
            self.sniffer.push(bytes);
            if let Some(verdict) = self.sniffer.verdict() {
                self.is_done = true;
                let mime = verdict.map_or(BYTES, media::Kind::mime);
                return if self.role.takes(mime) {
                    Ok(())
                } else {
                    Err(type_error(self.role, mime))
                };
            }
            return Ok(());
        }
        self.first.extend_from_slice(&bytes[..bytes.len().min(512)]);
        if self.first.len() >= 512 {
            self.is_done = true;
            check_beginning(self.role, &self.first)?;
        }
        Ok(())
    }
}

fn check_beginning(role: Role, head: &[u8]) -> Result<()> {
    let begins_well = match role {
        Role::Stems | Role::Project => {
            if let Some(name) = zip::other_archive(head) {
                let sentence = format!("This is a {name} archive. Please send it as a ZIP file.");
                return Err(Error::Unsupported(sentence));
            }
            zip::begins_well(head)
        }
        Role::Midi => head.starts_with(b"MThd"),
        Role::Artwork => {
            head.starts_with(b"\x89PNG")
                || head.starts_with(b"\xff\xd8\xff")
                || (head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP"))
        }
        Role::Mp3 | Role::Wav | Role::Tagged | Role::Other => true,
    };
    if begins_well { Ok(()) } else { Err(type_error(role, BYTES)) }
}

pub(crate) fn type_error(role: Role, mime: &str) -> Error {
    Error::Unsupported(role.refusal(mime))
}

/// A stored file whose content is allowed for its role.
pub(crate) struct CheckedFile {
    pub mime: String,
    pub stored: StoredBlob,
}

/// Checks a stored file by its content and returns its type. Artwork is drawn anew in its place, without metadata.
pub(crate) async fn examine(
    app: &App,
    owner: UserId,
    key: &Key,
    stored: StoredBlob,
    role: Role,
) -> Result<CheckedFile> {
    if role == Role::Artwork {
        return draw_artwork(app, owner, key, stored.size).await;
    }
    let head = read(app, key, 0, stored.size.min(HEAD_BYTES as u64)).await?;
    check_beginning(role, &head)?;
    let mime = find_type(app, key, stored.size, &head).await?;
    if !role.takes(&mime) {
        return Err(type_error(role, &mime));
    }
    Ok(CheckedFile { mime, stored })
}

async fn find_type(app: &App, key: &Key, size: u64, head: &[u8]) -> Result<String> {
    if head.starts_with(b"MThd") {
        return Ok(MIDI.to_owned());
    }
    if zip::begins_well(head) {
        let is_readable = has_readable_directory(app, key, size).await?;
        return Ok(if is_readable { ZIP } else { BYTES }.to_owned());
    }
    let mut sniffer = Sniffer::new();
    let mut reader = app.blobs.read(key, 0..size);
    while sniffer.verdict().is_none() {
        let Some(piece) = reader.next().await? else { break };
        sniffer.push(&piece);
    }
    Ok(sniffer.finish().map_or(BYTES, media::Kind::mime).to_owned())
}

/// Whether all entries of a zip file can be listed.
async fn has_readable_directory(app: &App, key: &Key, size: u64) -> Result<bool> {
    let length = size.min(zip::TAIL_BYTES);
    let tail = read(app, key, size - length, length).await?;
    let directory = match zip::find_end(&tail, size) {
        Some(End::Directory(directory)) => directory,
        Some(End::Zip64(at)) if at.saturating_add(zip::ZIP64_BYTES) <= size => {
            let record = read(app, key, at, zip::ZIP64_BYTES).await?;
            match zip::read_zip64(&record, at, size) {
                Some(directory) => directory,
                None => return Ok(false),
            }
        }
        _ => return Ok(false),
    };
    let mut walk = Walk::new(directory);
    let mut reader = app.blobs.read(key, directory.at..directory.at + directory.size);
    while let Some(piece) = reader.next().await? {
        walk.push(&piece);
    }
    Ok(walk.is_whole())
}

/// Reads a short part of a stored file.
async fn read(app: &App, key: &Key, at: u64, length: u64) -> Result<Vec<u8>> {
    let mut reader = app.blobs.read(key, at..at + length);
    let mut bytes = Vec::new();
    while let Some(piece) = reader.next().await? {
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

async fn draw_artwork(app: &App, owner: UserId, key: &Key, size: u64) -> Result<CheckedFile> {
    let limits = app.upload_limits.files;
    if size > limits.bytes(Role::Artwork) {
        return Err(Error::TooLarge(limits.too_large(Role::Artwork)));
    }
    let _turn = app.decoders.turn(owner).await?;
    let bytes = app.blobs.get(key).await?;
    check_beginning(Role::Artwork, &bytes)?;
    let picture = app.decoders.run(move || scale_down(&bytes)).await?;
    let mime = picture.content_type.to_owned();
    let stored = app.blobs.put(key, picture.bytes.into()).await?;
    Ok(CheckedFile { mime, stored })
}

fn scale_down(bytes: &[u8]) -> Result<Picture> {
    pictures::redraw(bytes, |picture| {
        if picture.width().max(picture.height()) <= LONGEST_SIDE {
            return picture;
        }
        picture.resize(LONGEST_SIDE, LONGEST_SIDE, FilterType::Triangle)
    })
}
