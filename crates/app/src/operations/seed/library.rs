//! Generates a library: beats and videos with titles, genres, tempo and key, but without files. Each row says so in
//! its analysis error; downloading its file gives 404.

use domain::calendar::Day;
use domain::ids::{DocumentId, UserId};
use domain::library::documents::{
    Analysis, Bpm, Category, Document, MusicalKey, Status, genre, title,
};
use domain::time::Timestamp;
use storage::library::documents;

use super::dice::Dice;
use super::money::{Calendar, PRICES};
use super::plan::Plan;
use super::words::{BEAT_FIRST, BEAT_LAST, GENRES};
use crate::{App, Result, crypto};

const NO_FILE: &str = "This item was made up by `ledgerline seed`: there is no file behind it.";

/// A beat for sale.
#[derive(Debug, Clone)]
pub struct Beat {
    pub id: DocumentId,
    pub title: String,
}

pub async fn make(
    app: &App,
    owner: UserId,
    plan: &Plan,
    calendar: Calendar,
    mut dice: Dice,
) -> Result<Dice> {
    let count = plan.documents;
    let mut made = 0;
    while made < count {
        let until = (made + plan.batch.max(1)).min(count);
        let rows = (made..until).map(|number| {
            let moment = calendar.moment(number, count, &mut dice);
            item(number, moment, &mut dice)
        });
        let rows = rows.collect::<Result<Vec<_>>>()?;
        app.write(move |tx| {
            documents::lock(tx, owner)?;
            for row in &rows {
                documents::put(tx, owner, row)?;
            }
            Ok(())
        })
        .await?;
        made = until;
    }
    Ok(dice)
}

/// The newest beats, in an order that does not depend on their ids.
pub async fn on_offer(app: &App, owner: UserId, most: i64) -> Result<Vec<Beat>> {
    let rows = app.read(move |conn| Ok(documents::latest(conn, owner, most)?)).await?;
    let is_beat = |row: &Document| row.category == Category::Beat;
    let beat = |row: Document| Beat { id: row.id, title: row.title };
    let mut beats: Vec<Beat> = rows.into_iter().filter(is_beat).map(beat).collect();
    beats.sort_by(|a, b| (&a.title, a.id).cmp(&(&b.title, b.id)));
    Ok(beats)
}

fn item(number: i64, moment: Timestamp, dice: &mut Dice) -> Result<Document> {
    let is_beat = dice.chance(85);
    let (category, mime, ending) = if is_beat {
        (Category::Beat, "audio/wav", "wav")
    } else {
        (Category::Video, "video/mp4", "mp4")
    };
    let name = format!("{} {}", dice.pick(&BEAT_FIRST), dice.pick(&BEAT_LAST));
    let style = if dice.chance(93) { *dice.pick(&GENRES) } else { "" };
    let bpm = dice.between(60, 180);
    Ok(Document {
        id: DocumentId::new(moment, crypto::random()),
        title: title(&format!("{name} {number}"))?,
        file_name: format!("{}-{number}.{ending}", name.to_lowercase().replace(' ', "-")),
        mime: mime.to_owned(),
        size: dice.between(2_000_000, 45_000_000),
        category,
        // Unique, and different from the hash of any real file.
        content_hash: format!("seed-{}-{number}", Day::of(moment)),
        status: Status::Available,
        genre: genre(style)?,
        price: dice.chance(80).then(|| *dice.pick(&PRICES)),
        tags: Vec::new(),
        bpm: Bpm::from_hundredths(bpm * 100).filter(|_| is_beat),
        bpm_confidence: None,
        musical_key: is_beat.then(|| *dice.pick(MusicalKey::ALL)),
        key_confidence: None,
        relative_key: None,
        duration_ms: Some(dice.between(90, 260) * 1000),
        loudness: Some(-dice.between(700, 1600)),
        artist: None,
        outline: None,
        analysis: Analysis::Failed,
        analysis_error: Some(NO_FILE.to_owned()),
        thumbnail: None,
        uploaded_at: moment,
        updated_at: moment,
        file_roles: Vec::new(),
        is_tagged: None,
        is_public: false,
        notes: None,
    })
}
