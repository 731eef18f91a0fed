//! The JSON of a beat or video in answers.

use app::library::tickets;
use app::{Actor, App};
use domain::library::documents::Document;
use domain::licenses::Role;
use media::Kind;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::money::Amount;

#[derive(Serialize, ToSchema)]
#[schema(as = Document)]
pub struct DocumentBody {
    id: String,
    title: String,
    file_name: String,
    /// Same as `file_name`.
    filename: String,
    /// Media type detected from the content.
    #[schema(example = "audio/mpeg")]
    file_type: String,
    /// Whether browsers can play it. AVI and MPEG files are for download only.
    playable: bool,
    /// Size in bytes.
    file_size: i64,
    /// One of beat, video.
    category: &'static str,
    /// Temporary link to the picture, valid for at least 15 minutes.
    #[schema(required)]
    thumbnail: Option<String>,
    uploaded_at: String,
    /// Same as `uploaded_at`.
    created_at: String,
    updated_at: String,
    #[schema(required)]
    genre: Option<String>,
    #[schema(required)]
    bpm: Option<f64>,
    /// Confidence of the detected tempo, from 0 to 1; null if the tempo was set by a person.
    #[schema(required)]
    bpm_confidence: Option<f64>,
    #[schema(required, example = "A minor")]
    musical_key: Option<&'static str>,
    /// Confidence of the detected key, from 0 to 1; null if the key was set by a person.
    #[schema(required)]
    key_confidence: Option<f64>,
    /// The relative key, if it fits nearly as well as the detected one.
    #[schema(required, example = "C major")]
    relative_key: Option<&'static str>,
    /// Duration in seconds.
    #[schema(required)]
    duration: Option<f64>,
    /// Integrated loudness in LUFS.
    #[schema(required)]
    loudness: Option<f64>,
    #[schema(required)]
    artist: Option<String>,
    /// Waveform in 96 parts, one letter each: from A (silence) to Z, a to z, 0 to 9, - and _ (the loudest); null if
    /// not analyzed.
    #[schema(required)]
    outline: Option<String>,
    /// Price in US dollars.
    #[schema(required)]
    price: Option<Amount>,
    /// One of Available, Sold.
    status: &'static str,
    tags: Vec<String>,
    /// What the beat has files for: some of mp3, wav, tagged, stems, project, midi, artwork, other.
    #[schema(example = json!(["wav", "stems"]))]
    roles: Vec<&'static str>,
    /// Whether a voice tag is in the file that plays; null if unknown.
    #[schema(required)]
    is_tagged: Option<bool>,
    /// Whether the beat is on the public page.
    is_public: bool,
    /// BLAKE3 hash of the file, in hexadecimal.
    content_hash: String,
    /// One of pending, done, failed.
    analysis: &'static str,
    /// The reason why the analysis failed.
    #[schema(required)]
    analysis_error: Option<String>,
}

impl DocumentBody {
    pub fn new(app: &App, actor: &Actor, row: Document) -> Self {
        let thumbnail = tickets::for_thumbnail(app, actor, &row);
        let thousandths = |value: Option<i64>| value.map(|value| value as f64 / 1000.0);
        Self {
            id: row.id.to_string(),
            roles: row.roles().into_iter().map(Role::as_str).collect(),
            is_tagged: row.is_tagged,
            is_public: row.is_public,
            title: row.title,
            filename: row.file_name.clone(),
            file_name: row.file_name,
            playable: Kind::from_mime(&row.mime).is_none_or(Kind::is_playable),
            file_type: row.mime,
            file_size: row.size,
            category: row.category.as_str(),
            thumbnail: thumbnail.map(|ticket| ticket_url(&ticket.text)),
            uploaded_at: row.uploaded_at.to_string(),
            created_at: row.uploaded_at.to_string(),
            updated_at: row.updated_at.to_string(),
            genre: row.genre,
            bpm: row.bpm.map(|bpm| bpm.beats()),
            bpm_confidence: thousandths(row.bpm_confidence),
            musical_key: row.musical_key.map(|key| key.as_str()),
            key_confidence: thousandths(row.key_confidence),
            relative_key: row.relative_key.map(|key| key.as_str()),
            duration: thousandths(row.duration_ms),
            loudness: row.loudness.map(|hundredths| hundredths as f64 / 100.0),
            artist: row.artist,
            outline: row.outline.map(|outline| outline.to_string()),
            price: row.price.map(Amount::of_minor),
            status: row.status.as_str(),
            tags: row.tags,
            content_hash: row.content_hash,
            analysis: row.analysis.as_str(),
            analysis_error: row.analysis_error,
        }
    }
}

pub fn ticket_url(ticket: &str) -> String {
    format!("/api/media/{ticket}")
}
