//! Time zones by their names in the database of the IANA, such as `America/New_York`: the day and the time of day of a
//! moment there, and the moments at which a day begins and ends. The database comes with the program.

use std::fmt;
use std::time::Duration;

use jiff::tz::TimeZone;

use super::{Day, TimeOfDay};
use crate::error::Invalid;
use crate::time::Timestamp;

/// A time zone with a name.
#[derive(Clone)]
pub struct Zone(TimeZone);

impl Default for Zone {
    fn default() -> Self {
        Self::UTC
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Zone {}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zone({})", self.name())
    }
}

impl Zone {
    pub const UTC: Self = Self(TimeZone::UTC);

    /// Finds a zone by its name, in upper or lower case. Zones without a place in the world (`Factory`, `Etc/Unknown`)
    /// are not found.
    pub fn find(name: &str) -> Option<Self> {
        if ["factory", "etc/unknown"].contains(&name.to_ascii_lowercase().as_str()) {
            return None;
        }
        TimeZone::get(name).ok().filter(|zone| zone.iana_name().is_some()).map(Self)
    }

    pub fn parse(field: &'static str, name: &str) -> Result<Self, Invalid> {
        Self::find(name.trim())
            .ok_or_else(|| Invalid::new(field, "Choose a time zone, such as America/New_York"))
    }

    /// `America/New_York`, as the database of the IANA writes it.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// The zone in a sentence: `New York time`, `UTC`, `UTC-5`.
    pub fn in_words(&self) -> String {
        let name = self.name();
        // The sign of `Etc/GMT+5` is that of POSIX: it is five hours behind UTC.
        let fixed = name.strip_prefix("Etc/GMT").unwrap_or_default();
        match fixed.split_at_checked(1) {
            Some(("+", hours)) if hours != "0" => return format!("UTC-{hours}"),
            Some(("-", hours)) if hours != "0" => return format!("UTC+{hours}"),
            _ => {}
        }
        let last = name.rsplit('/').next().unwrap_or(name);
        let is_utc = name.starts_with("Etc/")
            || ["UTC", "UCT", "Universal", "Zulu", "GMT", "GMT0", "GMT+0", "GMT-0", "Greenwich"]
                .contains(&name);
        if is_utc {
            return "UTC".to_owned();
        }
        format!("{} time", last.replace('_', " "))
    }

    /// The day of a moment in this zone.
    pub fn day_of(&self, moment: Timestamp) -> Day {
        Day(self.civil(moment).date())
    }

    /// The time of day of a moment in this zone.
    pub fn time_of(&self, moment: Timestamp) -> TimeOfDay {
        TimeOfDay::of_civil(self.civil(moment))
    }

    /// The month of a moment in this zone: `YYYY-MM`.
    pub fn month_of(&self, moment: Timestamp) -> String {
        self.day_of(moment).month()
    }

    /// The moment of a day and a time in this zone. A time that the clock skips in spring is moved forward by what is
    /// skipped; of a time that comes twice in autumn, the first one counts.
    pub fn at(&self, day: Day, time: TimeOfDay) -> Timestamp {
        let clock = jiff::civil::time(time.hour.cast_signed(), time.minute.cast_signed(), 0, 0);
        let moment = self.0.to_timestamp(day.0.to_datetime(clock));
        // The conversion fails only at the ends of the calendar.
        moment.map_or_else(|_| day.at(time), |at| Timestamp::from_millis(at.as_millisecond()))
    }

    /// The first moment of a day: midnight, or the end of the skipped hour where the clock skips midnight.
    pub fn start_of(&self, day: Day) -> Timestamp {
        self.at(day, TimeOfDay::MIDNIGHT)
    }

    /// The end of a day, which is 24:00 and the first moment of the next one.
    pub fn end_of(&self, day: Day) -> Timestamp {
        match day.next() {
            Some(next) => self.start_of(next),
            None => self.start_of(day) + Duration::from_secs(24 * 60 * 60),
        }
    }

    /// The last day that ends not after a moment: the day whose 24:00 it is, else the day of the moment.
    pub fn last_day_until(&self, moment: Timestamp) -> Day {
        let day = self.day_of(moment);
        match day.previous() {
            Some(before) if self.start_of(day) == moment => before,
            _ => day,
        }
    }

    /// What follows the word `until`: `the end of Dec 10, 2026, New York time` for the end of a day, and `Dec 10, 2026,
    /// 2:32 PM New York time` for any other moment.
    pub fn until_in_words(&self, moment: Timestamp) -> String {
        let (day, zone) = (self.day_of(moment), self.in_words());
        let last = self.last_day_until(moment);
        if last == day {
            return self.moment_in_words(moment);
        }
        format!("the end of {}, {zone}", last.in_words())
    }

    /// `Dec 10, 2026, 2:32 PM New York time`.
    pub fn moment_in_words(&self, moment: Timestamp) -> String {
        let (day, time) = (self.day_of(moment).in_words(), self.time_of(moment).in_words());
        format!("{day}, {time} {}", self.in_words())
    }

    fn civil(&self, moment: Timestamp) -> jiff::civil::DateTime {
        let moment = jiff::Timestamp::from_millisecond(moment.as_millis()).unwrap_or_default();
        self.0.to_datetime(moment)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const AUCKLAND: &str = "Pacific/Auckland";
    const LOS_ANGELES: &str = "America/Los_Angeles";
    const NEW_YORK: &str = "America/New_York";
    const KIRITIMATI: &str = "Pacific/Kiritimati";

    fn zone(name: &str) -> Zone {
        Zone::find(name).unwrap()
    }

    fn day(text: &str) -> Day {
        Day::read(text).unwrap()
    }

    fn moment(text: &str) -> Timestamp {
        Timestamp::read(text).unwrap()
    }

    // FIRM-06
    #[test]
    fn firm_06_a_moment_is_another_day_in_another_place() {
        for (at, name, its_day, its_time) in [
            // Half an hour before and after midnight, in each place.
            ("2026-11-19T10:30:00Z", AUCKLAND, "2026-11-19", "23:30"),
            ("2026-11-19T11:30:00Z", AUCKLAND, "2026-11-20", "00:30"),
            ("2026-11-20T07:30:00Z", LOS_ANGELES, "2026-11-19", "23:30"),
            ("2026-11-20T08:30:00Z", LOS_ANGELES, "2026-11-20", "00:30"),
            ("2026-11-19T23:30:00Z", "UTC", "2026-11-19", "23:30"),
            ("2026-11-20T00:30:00Z", "UTC", "2026-11-20", "00:30"),
            ("2026-11-19T09:30:00Z", KIRITIMATI, "2026-11-19", "23:30"),
            ("2026-11-19T10:30:00Z", KIRITIMATI, "2026-11-20", "00:30"),
            // A leap day, the end of a month and the end of a year.
            ("2028-02-29T10:30:00Z", AUCKLAND, "2028-02-29", "23:30"),
            ("2028-02-29T11:30:00Z", AUCKLAND, "2028-03-01", "00:30"),
            ("2028-03-01T07:30:00Z", LOS_ANGELES, "2028-02-29", "23:30"),
            ("2027-03-01T07:30:00Z", LOS_ANGELES, "2027-02-28", "23:30"),
            ("2026-12-31T10:30:00Z", KIRITIMATI, "2027-01-01", "00:30"),
            // The hours beside both changes of the clock.
            ("2026-03-08T09:59:00Z", LOS_ANGELES, "2026-03-08", "01:59"),
            ("2026-03-08T10:00:00Z", LOS_ANGELES, "2026-03-08", "03:00"),
            ("2026-11-01T08:30:00Z", LOS_ANGELES, "2026-11-01", "01:30"),
            ("2026-11-01T09:30:00Z", LOS_ANGELES, "2026-11-01", "01:30"),
        ] {
            let (zone, at) = (zone(name), moment(at));
            assert_eq!(zone.day_of(at), day(its_day), "{at} in {name}");
            assert_eq!(zone.time_of(at).to_string(), its_time, "{at} in {name}");
            assert_eq!(zone.month_of(at), its_day[..7], "{at} in {name}");
        }
    }

    // FIRM-06
    #[test]
    fn firm_06_a_day_ends_at_24_00_of_its_place() {
        for (name, of, start, end) in [
            ("UTC", "2026-12-10", "2026-12-10T00:00:00Z", "2026-12-11T00:00:00Z"),
            (AUCKLAND, "2026-12-10", "2026-12-09T11:00:00Z", "2026-12-10T11:00:00Z"),
            (LOS_ANGELES, "2026-12-10", "2026-12-10T08:00:00Z", "2026-12-11T08:00:00Z"),
            (KIRITIMATI, "2026-12-10", "2026-12-09T10:00:00Z", "2026-12-10T10:00:00Z"),
            (NEW_YORK, "2028-02-29", "2028-02-29T05:00:00Z", "2028-03-01T05:00:00Z"),
            // Days of 23 and of 25 hours.
            (LOS_ANGELES, "2026-03-08", "2026-03-08T08:00:00Z", "2026-03-09T07:00:00Z"),
            (LOS_ANGELES, "2026-11-01", "2026-11-01T07:00:00Z", "2026-11-02T08:00:00Z"),
            (AUCKLAND, "2026-09-27", "2026-09-26T12:00:00Z", "2026-09-27T11:00:00Z"),
            (AUCKLAND, "2026-04-05", "2026-04-04T11:00:00Z", "2026-04-05T12:00:00Z"),
            // In Cairo the clock skips midnight in spring, in Havana 00:30 comes twice in autumn, and Samoa left out
            // December 30, 2011.
            ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"),
            ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
            ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"),
        ] {
            let zone = zone(name);
            assert_eq!(zone.start_of(day(of)), moment(start), "{of} in {name}");
            assert_eq!(zone.end_of(day(of)), moment(end), "{of} in {name}");
        }
        let last = Zone::UTC.end_of(day("9999-12-31"));
        assert_eq!(last.as_millis(), 253_402_300_800_000);
    }

    #[test]
    fn a_time_that_is_skipped_or_comes_twice_has_one_moment() {
        let at = |name, of, time| zone(name).at(day(of), TimeOfDay::read(time).unwrap());
        assert_eq!(at(LOS_ANGELES, "2026-03-08", "02:30"), moment("2026-03-08T10:30:00Z"));
        assert_eq!(at(LOS_ANGELES, "2026-11-01", "01:30"), moment("2026-11-01T08:30:00Z"));
        assert_eq!(at(AUCKLAND, "2026-11-20", "00:30"), moment("2026-11-19T11:30:00Z"));
    }

    // FIRM-06
    #[test]
    fn firm_06_the_last_day_before_a_moment_is_read_back_from_its_end() {
        for name in ["UTC", AUCKLAND, LOS_ANGELES, KIRITIMATI, "Africa/Cairo", "America/Havana"] {
            for of in ["2026-12-10", "2028-02-29", "2026-03-08", "2026-11-01", "2026-04-23"] {
                let (zone, of) = (zone(name), day(of));
                assert_eq!(zone.last_day_until(zone.end_of(of)), of, "{of} in {name}");
            }
        }
        let noon = moment("2026-12-10T12:00:00Z");
        assert_eq!(Zone::UTC.last_day_until(noon), day("2026-12-10"));
    }

    #[test]
    fn days_are_counted_between_days_and_not_by_hours() {
        assert_eq!(day("2026-03-07").days_until(day("2026-03-09")), 2);
        assert_eq!(day("2028-02-28").days_until(day("2028-03-01")), 2);
        assert_eq!(day("2026-12-10").days_until(day("2026-12-01")), -9);
    }

    #[test]
    fn the_end_of_a_day_and_its_zone_are_told_in_words() {
        let until = |name, at| zone(name).until_in_words(moment(at));
        assert_eq!(
            until(NEW_YORK, "2026-12-11T05:00:00Z"),
            "the end of Dec 10, 2026, New York time"
        );
        assert_eq!(until(NEW_YORK, "2026-12-10T19:32:00Z"), "Dec 10, 2026, 2:32 PM New York time");
        assert_eq!(until("UTC", "2026-12-11T00:00:00Z"), "the end of Dec 10, 2026, UTC");
        let words = |name| zone(name).in_words();
        assert_eq!(words("America/Argentina/Buenos_Aires"), "Buenos Aires time");
        assert_eq!(words("america/port-au-prince"), "Port-au-Prince time");
        assert_eq!([words("Etc/UTC"), words("GMT"), words("Etc/GMT")], ["UTC", "UTC", "UTC"]);
        assert_eq!([words("Etc/GMT+5"), words("Etc/GMT-14")], ["UTC-5", "UTC+14"]);
    }

    #[test]
    fn only_zones_of_the_database_are_zones() {
        for name in ["UTC", "Europe/Kyiv", "Europe/Kiev", "Asia/Calcutta", "US/Eastern"] {
            assert_eq!(zone(name).name(), name);
        }
        assert_eq!(Zone::parse("time_zone", " europe/paris ").unwrap().name(), "Europe/Paris");
        for name in ["", "Mars/Base", "Factory", "Etc/Unknown", "+02:00", "EST5EDT4", "../UTC"] {
            let refused = Zone::parse("time_zone", name).unwrap_err();
            assert_eq!(refused.field, "time_zone");
            let message = "Choose a time zone, such as America/New_York";
            assert_eq!(refused.message, message, "{name}");
        }
        assert_eq!((Zone::default(), Zone::UTC.name()), (zone("UTC"), "UTC"));
    }

    proptest! {
        // FIRM-06
        #[test]
        fn firm_06_every_moment_lies_in_its_day(
            millis in 0_i64..4_102_444_800_000,
            name in prop::sample::select(vec!["UTC", AUCKLAND, LOS_ANGELES, KIRITIMATI, "Africa/Cairo", "America/Havana"]),
        ) {
            let (zone, at) = (zone(name), Timestamp::from_millis(millis));
            let day = zone.day_of(at);
            prop_assert!(zone.start_of(day) <= at && at < zone.end_of(day));
            prop_assert_eq!(zone.end_of(day), zone.start_of(day.next().unwrap()));
        }
    }
}
