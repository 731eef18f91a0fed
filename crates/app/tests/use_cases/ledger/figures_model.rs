//! A studio that makes random changes, and keeps each sale and beat in plain lists.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, DocumentId};
use domain::library::documents::{Analysis, Category, Document, Status as Offered};
use domain::money::{Currency, print};
use ledgerline_app::clients::{self, BeneficiaryForm};
use ledgerline_app::library::documents::{self, DocumentForm};
use ledgerline_app::library::files::DeleteConfirmation;
use ledgerline_app::sales::forms::SaleForm;
use ledgerline_app::{Actor, Error, crypto, sales};
use storage::db::Tx;
use storage::money::links;

use crate::support::{TestApp, parse_id};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The SplitMix64 generator: the same seed gives the same numbers.
struct Random(u64);

impl Random {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next_u64() % u64::try_from(end).unwrap()).unwrap()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

#[derive(Debug, Clone)]
pub struct Sold {
    pub id: String,
    pub status: &'static str,
    pub license: &'static str,
    pub currency: Currency,
    pub amount: i64,
    pub day: Day,
    /// The index of the client in the studio's list.
    pub client: Option<usize>,
    pub name: String,
    pub beat: Option<usize>,
    /// The genre of a deleted beat.
    pub kept_genre: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Beat {
    pub id: DocumentId,
    pub category: Category,
    pub status: Offered,
    pub genre: Option<String>,
    pub size: i64,
}

pub struct Studio<'a> {
    pub test: &'a TestApp,
    pub actor: Actor,
    random: Random,
    pub sales: Vec<Sold>,
    /// A deleted client leaves a `None`.
    pub clients: Vec<Option<(String, String)>>,
    pub beats: Vec<Option<Beat>>,
    /// The latest spelling of each genre, by its name in lower case.
    pub genres: BTreeMap<String, String>,
    /// The number of available beats at the end of each day with a change.
    pub stock: BTreeMap<Day, i64>,
}

impl<'a> Studio<'a> {
    pub async fn open(test: &'a TestApp, seed: u64) -> Self {
        Self {
            test,
            actor: test.join().await,
            random: Random(seed),
            sales: Vec::new(),
            clients: Vec::new(),
            beats: Vec::new(),
            genres: BTreeMap::new(),
            stock: BTreeMap::new(),
        }
    }

    pub fn today(&self) -> Day {
        Day::of(self.test.app.now())
    }

    pub async fn do_something(&mut self) {
        match self.random.below(100) {
            0..40 => self.sell(None).await,
            40..55 => self.edit_sale().await,
            55..61 => self.refund().await,
            61..66 => self.delete_sale().await,
            66..70 => drop(self.new_client("Zoë Lindqvist").await),
            70..73 => self.delete_client().await,
            73..75 => self.rename_client().await,
            75..83 => self.new_beat().await,
            83..88 => self.change_genre().await,
            88..91 => self.change_status().await,
            91..94 => self.delete_beat().await,
            _ => {
                let days = u32::try_from(self.random.below(40)).unwrap();
                self.test.advance_clock(DAY * days);
            }
        }
        // The clock is advanced so that new ids come after the old ones.
        self.test.advance_clock(Duration::from_millis(5));
        self.stock.insert(self.today(), self.count_offered());
    }

    pub fn count_offered(&self) -> i64 {
        let is_offered =
            |beat: &&Beat| beat.category == Category::Beat && beat.status == Offered::Available;
        i64::try_from(self.beats.iter().flatten().filter(is_offered).count()).unwrap()
    }

    fn pick_at<T>(&mut self, from: impl Fn(&Self) -> &Vec<Option<T>>) -> Option<usize> {
        let list = from(self);
        let there: Vec<usize> = (0..list.len()).filter(|at| list[*at].is_some()).collect();
        (!there.is_empty()).then(|| there[self.random.below(there.len())])
    }

    /// A sale with random values.
    fn random_sale(&mut self) -> Sold {
        let client = self.pick_at(|s| &s.clients).filter(|_| self.random.below(3) > 0);
        let beat = self.pick_at(|s| &s.beats).filter(|_| self.random.below(4) > 0);
        let names = ["Walk-in", "~tilde", "Nia Reed"];
        let back = [0, 0, 1, 2, 6, 7, 13, 14, 29, 30, 59, 60, 89, 90, 179, 180, 364, 365, 800];
        let back = self.random.pick(&back) + u16::try_from(self.random.below(20)).unwrap();
        // Some sales have a date in the future.
        let ahead = self.random.below(12) == 0;
        let day = if ahead { self.today().next().unwrap() } else { self.today().days_before(back) };
        Sold {
            id: String::new(),
            status: self.random.pick(&["Completed", "Completed", "Completed", "Pending", "Failed"]),
            license: self.random.pick(&["basic", "premium", "unlimited", "exclusive"]),
            currency: self.random.pick(&[
                Currency::Usd,
                Currency::Usd,
                Currency::Eur,
                Currency::Gbp,
            ]),
            amount: self.random.pick(&[1, 1999, 1999, 5000, 12_345]),
            day,
            name: match client.and_then(|at| self.clients[at].as_ref()) {
                Some((_, name)) => name.clone(),
                None => self.random.pick(&names).to_owned(),
            },
            client,
            beat,
            kept_genre: None,
        }
    }

    fn form(&self, sold: &Sold) -> SaleForm {
        let client = sold.client.and_then(|at| self.clients[at].as_ref());
        let beat = sold.beat.and_then(|at| self.beats[at].as_ref());
        SaleForm {
            title: Some("Midnight Drive".into()),
            beat_id: Some(beat.map(|beat| beat.id.to_string()).unwrap_or_default()),
            client_id: Some(client.map(|(id, _)| id.clone()).unwrap_or_default()),
            client: Some(sold.name.clone()),
            amount: Some(print(sold.amount)),
            currency: Some(sold.currency.as_str().into()),
            license: Some(sold.license.into()),
            date: Some(sold.day.to_string()),
            confirm_date: true,
            status: Some(sold.status.into()),
            notes: None,
        }
    }

    async fn sell(&mut self, client: Option<usize>) {
        let mut sold = self.random_sale();
        if let Some(client) = client {
            sold.client = Some(client);
            sold.name = self.clients[client].as_ref().unwrap().1.clone();
        }
        sold.id = match self.test.sell(&self.actor, self.form(&sold)).await {
            // The beat is sold exclusively, so the sale is recorded without it.
            Err(Error::Conflict(_)) if sold.beat.is_some() => {
                sold.beat = None;
                self.test.sell(&self.actor, self.form(&sold)).await.unwrap()
            }
            made => made.unwrap(),
        };
        let given = exclusively_sold_beat(&sold);
        self.sales.push(sold);
        self.update_beat_status(None, given);
    }

    pub async fn sell_to(&mut self, client: usize) {
        self.sell(Some(client)).await;
    }

    /// Picks a random sale: one with the given status, or any one that is not refunded.
    fn pick_sale(&mut self, status: Option<&str>) -> Option<usize> {
        let is_meant = |sold: &Sold| status.map_or(sold.status != "Refunded", |s| sold.status == s);
        let there: Vec<usize> =
            (0..self.sales.len()).filter(|at| is_meant(&self.sales[*at])).collect();
        (!there.is_empty()).then(|| there[self.random.below(there.len())])
    }

    async fn edit_sale(&mut self) {
        let Some(at) = self.pick_sale(None) else { return };
        let old = self.sales[at].clone();
        let mut new = Sold { id: old.id.clone(), ..self.random_sale() };
        if self.random.below(3) == 0 {
            // Only the price changes.
            new = Sold { amount: new.amount, ..old.clone() };
        }
        let mut form = self.form(&new);
        // A deleted beat cannot be named in the form; without the field the sale keeps its beat.
        if new.beat == old.beat {
            form.beat_id = None;
        }
        if new.client == old.client && old.client.is_some() {
            (form.client_id, form.client) = (None, None);
            new.name.clone_from(&old.name);
        }
        // A sale of a deleted beat keeps the genre until it gets another beat.
        if old.beat.is_none() && new.beat.is_none() {
            new.kept_genre.clone_from(&old.kept_genre);
        }
        match sales::update(&self.test.app, &self.actor, parse_id(&old.id), form).await {
            // The beat is sold exclusively, so the sale stays unchanged.
            Err(Error::Conflict(_)) if new.beat.is_some() => return,
            changed => drop(changed.unwrap()),
        }
        let (was, is) = (exclusively_sold_beat(&old), exclusively_sold_beat(&new));
        self.sales[at] = new;
        self.update_beat_status(was, is);
    }

    async fn refund(&mut self) {
        let Some(at) = self.pick_sale(Some("Completed")) else { return };
        self.test.refund(&self.actor, &self.sales[at].id).await.unwrap();
        let was = exclusively_sold_beat(&self.sales[at]);
        self.sales[at].status = "Refunded";
        self.update_beat_status(was, None);
    }

    async fn delete_sale(&mut self) {
        if self.sales.is_empty() {
            return;
        }
        let gone = self.sales.remove(self.random.below(self.sales.len()));
        sales::delete(&self.test.app, &self.actor, parse_id(&gone.id)).await.unwrap();
        self.update_beat_status(exclusively_sold_beat(&gone), None);
    }

    /// Updates the status of beats after an exclusive sale was added, changed or removed.
    fn update_beat_status(&mut self, was: Option<usize>, is: Option<usize>) {
        if was == is {
            return;
        }
        if let Some(beat) = is.and_then(|at| self.beats[at].as_mut()) {
            beat.status = Offered::Sold;
        }
        if let Some(at) = was
            && !self.sales.iter().any(|sold| exclusively_sold_beat(sold) == Some(at))
            && let Some(beat) = self.beats[at].as_mut()
        {
            beat.status = Offered::Available;
        }
    }

    pub async fn new_client(&mut self, name: &str) -> usize {
        let id = self.test.client(&self.actor, name).await;
        self.clients.push(Some((id, name.to_owned())));
        self.clients.len() - 1
    }

    async fn delete_client(&mut self) {
        let Some(at) = self.pick_at(|s| &s.clients) else { return };
        let (id, _) = self.clients[at].take().unwrap();
        clients::remove(&self.test.app, &self.actor, parse_id(&id)).await.unwrap();
        self.forget_client(at);
    }

    fn forget_client(&mut self, at: usize) {
        for sold in self.sales.iter_mut().filter(|sold| sold.client == Some(at)) {
            sold.client = None;
        }
    }

    /// Removes the references to a client two rows at a time, as its deletion does, and checks the figures after each
    /// write.
    pub async fn delete_client_by_twos(&mut self, at: usize) {
        let (id, _) = self.clients[at].clone().unwrap();
        let (owner, client) = (self.actor.user, BeneficiaryId::parse(&id).unwrap());
        let step = move |tx: &mut Tx| links::forget_client(tx, owner, client, 2);
        loop {
            let is_free = self.test.app.db.write(step).await.unwrap();
            // Sales lose their reference to the client in the order of their days.
            let mut named: Vec<usize> =
                (0..self.sales.len()).filter(|n| self.sales[*n].client == Some(at)).collect();
            named.sort_by_key(|n| self.sales[*n].day);
            for n in named.into_iter().take(2) {
                self.sales[n].client = None;
            }
            self.check().await;
            if is_free {
                return;
            }
        }
    }

    async fn rename_client(&mut self) {
        let Some(at) = self.pick_at(|s| &s.clients) else { return };
        let (id, _) = self.clients[at].clone().unwrap();
        let name = self.random.pick(&["Low Tide Records", "Nia Reed"]);
        let form = BeneficiaryForm { name: Some(name.into()), ..BeneficiaryForm::default() };
        clients::update(&self.test.app, &self.actor, parse_id(&id), form).await.unwrap();
        self.clients[at] = Some((id, name.to_owned()));
    }

    async fn new_beat(&mut self) {
        let now = self.test.app.now();
        let beat = Beat {
            id: DocumentId::new(now, crypto::random()),
            category: self.random.pick(&[Category::Beat, Category::Beat, Category::Video]),
            status: Offered::Available,
            genre: self.genre(),
            size: 1000 + i64::try_from(self.random.below(5000)).unwrap(),
        };
        let (owner, row) = (self.actor.user, row(&beat, now));
        self.test
            .app
            .db
            .write(move |tx| {
                storage::library::documents::lock(tx, owner)?;
                storage::library::documents::put(tx, owner, &row)
            })
            .await
            .unwrap();
        self.name_genre(&beat.genre);
        self.beats.push(Some(beat));
    }

    fn genre(&mut self) -> Option<String> {
        let genre = self.random.pick(&["", "Trap", "trap", "Drill", "R&B", "ÉLECTRO", "électro"]);
        Some(genre.to_owned()).filter(|genre| !genre.is_empty())
    }

    fn name_genre(&mut self, genre: &Option<String>) {
        if let Some(genre) = genre {
            self.genres.insert(genre.to_lowercase(), genre.clone());
        }
    }

    async fn change(&mut self, at: usize, form: DocumentForm) {
        let id = self.beats[at].as_ref().unwrap().id.to_string();
        documents::update(&self.test.app, &self.actor, parse_id(&id), form).await.unwrap();
        let genre = self.beats[at].as_ref().unwrap().genre.clone();
        self.name_genre(&genre);
    }

    async fn change_genre(&mut self) {
        let Some(at) = self.pick_at(|s| &s.beats) else { return };
        let genre = self.genre();
        self.beats[at].as_mut().unwrap().genre.clone_from(&genre);
        let form = DocumentForm { genre: Some(genre.unwrap_or_default()), ..Default::default() };
        self.change(at, form).await;
    }

    async fn change_status(&mut self) {
        let Some(at) = self.pick_at(|s| &s.beats) else { return };
        let status = self.random.pick(&[Offered::Sold, Offered::Available]);
        self.beats[at].as_mut().unwrap().status = status;
        let form = DocumentForm { status: Some(status.as_str().into()), ..Default::default() };
        self.change(at, form).await;
    }

    async fn delete_beat(&mut self) {
        let Some(at) = self.pick_at(|s| &s.beats) else { return };
        let gone = self.beats[at].take().unwrap();
        let id = gone.id.to_string();
        documents::remove(
            &self.test.app,
            &self.actor,
            parse_id(&id),
            DeleteConfirmation::default(),
        )
        .await
        .unwrap();
        for sold in self.sales.iter_mut().filter(|sold| sold.beat == Some(at)) {
            sold.beat = None;
            sold.kept_genre.clone_from(&gone.genre);
        }
    }
}

fn exclusively_sold_beat(sold: &Sold) -> Option<usize> {
    sold.beat.filter(|_| sold.license == "exclusive" && sold.status == "Completed")
}

fn row(beat: &Beat, now: domain::time::Timestamp) -> Document {
    Document {
        id: beat.id,
        title: "Midnight Drive".into(),
        file_name: "midnight.wav".into(),
        mime: "audio/wav".into(),
        size: beat.size,
        category: beat.category,
        content_hash: "00".into(),
        status: beat.status,
        genre: beat.genre.clone(),
        price: None,
        tags: Vec::new(),
        bpm: None,
        bpm_confidence: None,
        musical_key: None,
        key_confidence: None,
        relative_key: None,
        duration_ms: None,
        loudness: None,
        artist: None,
        outline: None,
        analysis: Analysis::Done,
        analysis_error: None,
        thumbnail: None,
        uploaded_at: now,
        updated_at: now,
        file_roles: Vec::new(),
        is_tagged: None,
        is_public: false,
        notes: None,
    }
}
