//! Reads a file's tags: title, artist, genre and cover. The texts are untrusted, so they are trimmed, shortened
//! and stripped of control characters.

use symphonia::core::formats::FormatReader;
use symphonia::core::meta::{MetadataContainer, StandardTag, StandardVisualKey};

use crate::Picture;

/// The longest text of a tag; more is cut off.
const MAX_CHARACTERS: usize = 200;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    pub title: Option<String>,
    pub artist: Option<String>,
    pub album: Option<String>,
    pub genre: Option<String>,
}

impl Tags {
    fn take(&mut self, tag: &StandardTag) {
        let (place, text) = match tag {
            StandardTag::TrackTitle(text) | StandardTag::MovieTitle(text) => {
                (&mut self.title, text)
            }
            StandardTag::Artist(text) => (&mut self.artist, text),
            StandardTag::Album(text) => (&mut self.album, text),
            StandardTag::Genre(text) => (&mut self.genre, text),
            _ => return,
        };
        if place.is_none() {
            *place = clean(text);
        }
    }
}

/// Reads the tags and the cover of an opened file: the front cover, or else the first one within the limit.
pub fn read(format: &mut dyn FormatReader, max_cover: usize) -> (Tags, Option<Picture>) {
    let mut tags = Tags::default();
    let mut cover: Option<(bool, Picture)> = None;
    let mut take = |container: &MetadataContainer| {
        container.tags.iter().filter_map(|tag| tag.std.as_ref()).for_each(|tag| tags.take(tag));
        for visual in &container.visuals {
            let front = visual.usage == Some(StandardVisualKey::FrontCover);
            let wanted = cover.as_ref().is_none_or(|(has_front, _)| front && !has_front);
            if wanted && visual.data.len() <= max_cover {
                let picture = Picture::from_bytes(visual.data.to_vec());
                cover = picture.map(|picture| (front, picture)).or(cover.take());
            }
        }
    };
    let mut metadata = format.metadata();
    loop {
        if let Some(revision) = metadata.current() {
            take(&revision.media);
            revision.per_track.iter().for_each(|track| take(&track.metadata));
        }
        if metadata.pop().is_none() {
            break;
        }
    }
    (tags, cover.map(|(_, picture)| picture))
}

fn clean(text: &str) -> Option<String> {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let short: String = plain.trim().chars().take(MAX_CHARACTERS).collect();
    let short = short.trim_end();
    (!short.is_empty()).then(|| short.to_owned())
}
