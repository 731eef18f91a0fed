//! Computes a studio's figures row by row, and compares them with those of the use cases.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    calendar::Day,
    figures::{Bucket, Period, Window},
    library::documents::{Category, Status as Offered},
    money::Currency,
};
use ledgerline_app::figures::analytics::{self, Analytics};
use ledgerline_app::figures::dashboard;
use ledgerline_app::figures::periods::{Change, Rate, TopClient};

use crate::ledger::figures_model::{Sold, Studio};

const CURRENCIES: [Currency; 3] = Currency::WITH_ACCOUNTS;

impl Studio<'_> {
    pub async fn check(&self) {
        for currency in CURRENCIES {
            self.check_dashboard(currency).await;
            for period in Period::ALL {
                let sent = (Some(period.as_str().into()), Some(currency.as_str().into()));
                let told = analytics::load(&self.test.app, &self.actor, sent.0, sent.1).await;
                self.check_analytics(&told.unwrap(), *period, currency);
            }
        }
    }

    async fn check_dashboard(&self, currency: Currency) {
        let sent = Some(currency.as_str().to_owned());
        let told = dashboard::load(&self.test.app, &self.actor, sent).await.unwrap();
        let today = self.today();
        let months = |back: u16| today.months_before(back);
        let this = Window { from: today.first_of_month(), to: today };
        let last = Window { from: months(1).first_of_month(), to: months(1) };
        assert_eq!((told.currency, &told.currencies), (currency, &self.currencies(currency)));
        assert_eq!(told.beats_sold, change(self.count(this, None), self.count(last, None)));
        assert_eq!(
            told.revenue,
            change(self.revenue(this, currency), self.revenue(last, currency))
        );
        let before = self.stock.range(..=last.to).next_back().map_or(0, |(_, stock)| *stock);
        assert_eq!(told.available_beats, change(self.count_offered(), before), "{:?}", self.stock);

        assert_eq!(told.months.len(), 12);
        for (back, month) in (0..12).rev().zip(&told.months) {
            let from = today.first_of_month().months_before(back);
            let window = Window { from, to: from.last_of_month().min(today) };
            assert_eq!(month.month, from.month());
            assert_eq!(month.revenue, self.revenue(window, currency), "{}", month.month);
            assert_eq!(month.sales, self.count(window, Some(currency)), "{}", month.month);
        }
        assert_eq!(told.top_clients, self.top(|_| true, currency));
        self.check_library(&told.library);

        // Ordered by day and then by the time of recording, the newest first.
        let mut newest: Vec<(usize, &Sold)> = self.sales.iter().enumerate().collect();
        newest.sort_by_key(|(number, sold)| std::cmp::Reverse((sold.day, *number)));
        let newest: Vec<&str> = newest.iter().take(5).map(|(_, sold)| sold.id.as_str()).collect();
        let recent: Vec<String> =
            told.recent_sales.iter().map(|sold| sold.sale.id.to_string()).collect();
        assert_eq!(recent, newest);
    }

    fn check_library(&self, told: &dashboard::Library) {
        let beats: Vec<_> = self.beats.iter().flatten().collect();
        let count = |is_meant: &dyn Fn(Category, Offered) -> bool| {
            let found = beats.iter().filter(|beat| is_meant(beat.category, beat.status)).count();
            i64::try_from(found).unwrap()
        };
        assert_eq!(told.beats, count(&|category, _| category == Category::Beat));
        assert_eq!(told.videos, count(&|category, _| category == Category::Video));
        assert_eq!(told.available, count(&|_, status| status == Offered::Available));
        assert_eq!(told.sold, count(&|_, status| status == Offered::Sold));
        assert_eq!(told.bytes, beats.iter().map(|beat| beat.size).sum::<i64>());
        let mut genres = BTreeMap::<Option<String>, i64>::new();
        for beat in &beats {
            *genres.entry(self.spelled(&beat.genre)).or_default() += 1;
        }
        assert_eq!(told.genres.iter().cloned().collect::<BTreeMap<_, _>>(), genres);
        assert!(told.genres.is_sorted_by_key(|(_, count)| -count));
        let mut latest: Vec<_> = beats.iter().map(|beat| beat.id).collect();
        latest.reverse();
        latest.truncate(5);
        assert_eq!(told.latest.iter().map(|row| row.id).collect::<Vec<_>>(), latest);
    }

    fn check_analytics(&self, told: &Analytics, period: Period, currency: Currency) {
        let Analytics { window, previous, .. } = *told;
        let hint = format!("{period:?} {currency:?} {window:?}");
        assert_eq!((told.period, told.currency), (period, currency));
        assert_eq!(told.currencies, self.currencies(currency));
        if period == Period::All {
            assert!(self.sales.iter().all(|sold| window.holds(sold.day)) && previous.is_none());
        } else {
            assert_eq!(window.to, self.today());
        }
        let both =
            |of: &dyn Fn(Window) -> i64| Change { value: of(window), previous: previous.map(of) };
        assert_eq!(told.revenue, both(&|window| self.revenue(window, currency)), "{hint}");
        assert_eq!(told.beats_sold, both(&|window| self.count(window, Some(currency))), "{hint}");
        assert_eq!(told.active_clients, both(&|window| self.buyers(window, currency)), "{hint}");
        assert_eq!(told.conversion, self.conversion(window, currency), "{hint}");
        let converted = previous.and_then(|window| self.conversion(window, currency));
        assert_eq!(told.previous_conversion, converted, "{hint}");
        assert_eq!(told.top_clients, self.top(|day| window.holds(day), currency), "{hint}");
        self.check_performance(told);
        self.check_genres(told, &hint);
    }

    fn check_performance(&self, told: &Analytics) {
        let Analytics { window, previous, bucket, currency, .. } = *told;
        let starts: Vec<Day> = told.performance.iter().map(|point| point.start).collect();
        assert_eq!(starts[0], window.from);
        for (at, point) in told.performance.iter().enumerate() {
            let end = starts.get(at + 1).and_then(|next| next.previous());
            let part = Window { from: point.start, to: end.unwrap_or(window.to) };
            assert_eq!(point.revenue, self.revenue(part, currency), "{bucket:?} {part:?}");
            assert_eq!(point.sales, self.count(part, Some(currency)), "{bucket:?} {part:?}");
            let before = previous.map(|previous| {
                let back = u16::try_from(window.from.ordinal() - previous.from.ordinal()).unwrap();
                let part = match bucket {
                    Bucket::Month => {
                        let from = part.from.months_before(12);
                        Window { from, to: from.last_of_month().min(previous.to) }
                    }
                    _ => {
                        Window { from: part.from.days_before(back), to: part.to.days_before(back) }
                    }
                };
                self.revenue(part, currency)
            });
            assert_eq!(point.previous_revenue, before, "{bucket:?} {part:?}");
        }
    }

    fn check_genres(&self, told: &Analytics, hint: &str) {
        let mut genres = BTreeMap::<Option<String>, (i64, i64)>::new();
        let mut all = 0;
        for sold in self.completed(told.window, Some(told.currency)) {
            let genre = match sold.beat.and_then(|at| self.beats[at].as_ref()) {
                Some(beat) => &beat.genre,
                None => &sold.kept_genre,
            };
            let sum = genres.entry(self.spelled(genre)).or_default();
            (sum.0, sum.1, all) = (sum.0 + 1, sum.1 + sold.amount, all + 1);
        }
        let found: BTreeMap<_, _> =
            told.genres.iter().map(|row| (row.genre.clone(), (row.sales, row.revenue))).collect();
        assert_eq!(found, genres, "{hint}");
        assert!(told.genres.is_sorted_by_key(|row| (-row.sales, -row.revenue)), "{hint}");
        for row in &told.genres {
            let percent = row.sales as f64 * 100.0 / f64::from(all);
            assert!((row.share.percent() - percent).abs() <= 0.0501, "{percent} {hint}");
        }
    }

    fn completed(&self, window: Window, currency: Option<Currency>) -> impl Iterator<Item = &Sold> {
        self.sales.iter().filter(move |sold| {
            sold.status == "Completed"
                && window.holds(sold.day)
                && currency.is_none_or(|currency| sold.currency == currency)
        })
    }

    fn revenue(&self, window: Window, currency: Currency) -> i64 {
        self.completed(window, Some(currency)).map(|sold| sold.amount).sum()
    }

    fn count(&self, window: Window, currency: Option<Currency>) -> i64 {
        i64::try_from(self.completed(window, currency).count()).unwrap()
    }

    fn buyers(&self, window: Window, currency: Currency) -> i64 {
        let buyers: BTreeSet<_> = self.completed(window, Some(currency)).map(buyer).collect();
        i64::try_from(buyers.len()).unwrap()
    }

    fn conversion(&self, window: Window, currency: Currency) -> Option<Rate> {
        let is_meant = |sold: &&Sold| window.holds(sold.day) && sold.currency == currency;
        let recorded = self.sales.iter().filter(is_meant).count();
        Rate::of(self.count(window, Some(currency)), i64::try_from(recorded).unwrap())
    }

    fn top(&self, holds: impl Fn(Day) -> bool, currency: Currency) -> Vec<TopClient> {
        let mut sums = BTreeMap::<_, (i64, i64)>::new();
        for sold in &self.sales {
            let is_meant = sold.status == "Completed" && sold.currency == currency;
            if is_meant && holds(sold.day) {
                let sum = sums.entry(buyer(sold)).or_default();
                *sum = (sum.0 + 1, sum.1 + sold.amount);
            }
        }
        let mut top: Vec<_> = sums
            .into_iter()
            .map(|((client, name), (sales, revenue))| {
                let client = client.and_then(|at| self.clients[at].as_ref());
                let key = client.map_or(format!("~{name}"), |(id, _)| id.clone());
                let id = client.and_then(|(id, _)| domain::ids::BeneficiaryId::parse(id));
                let name = client.map_or(name, |(_, name)| name.clone());
                (key, TopClient { id, name, sales, revenue })
            })
            .collect();
        top.sort_by(|(a_key, a), (b_key, b)| {
            (b.revenue, b.sales, a_key).cmp(&(a.revenue, a.sales, b_key))
        });
        top.into_iter().take(5).map(|(_, client)| client).collect()
    }

    fn spelled(&self, genre: &Option<String>) -> Option<String> {
        genre.as_ref().map(|genre| self.genres[&genre.to_lowercase()].clone())
    }

    fn currencies(&self, chosen: Currency) -> Vec<Currency> {
        let used = |currency: &Currency| self.sales.iter().any(|sold| sold.currency == *currency);
        CURRENCIES.into_iter().filter(|currency| *currency == chosen || used(currency)).collect()
    }
}

/// The buyer of a sale: a client, or a name without a client.
fn buyer(sold: &Sold) -> (Option<usize>, String) {
    let name = if sold.client.is_some() { String::new() } else { sold.name.clone() };
    (sold.client, name)
}

fn change(value: i64, previous: i64) -> Change {
    Change { value, previous: Some(previous) }
}
