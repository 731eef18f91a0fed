//! Finds the fields of a kind's contract text that have no value, so that no license of it can be issued.

use domain::calendar::Day;
use domain::licenses::contract::Text;
use domain::licenses::fields::{Beat, Buyer, Facts, Field};
use domain::licenses::kinds::Kind;
use domain::licenses::legal_profile::LegalProfile;
use domain::licenses::terms::Term;

/// The fields without a value, assuming that the buyer and the beat have all their values.
pub(crate) fn missing(kind: &Kind, text: &str, profile: &LegalProfile) -> Vec<Field> {
    // A stored text was checked when it was saved, so it can be parsed.
    let Ok(text) = Text::parse(text) else { return Vec::new() };
    let mut missing = text.fill(&kind.terms, &made_up(kind, profile, Day::FIRST)).missing;
    // The terms may have changed since the text was saved.
    let unfilled = |field: &Field| !field.is_fillable(&kind.terms) && !missing.contains(field);
    let more: Vec<_> = text.fields(&kind.terms).into_iter().filter(unfilled).collect();
    missing.extend(more);
    missing
}

/// Made-up values for a contract of the kind: a buyer, a beat and the producer's legal profile.
pub(crate) fn made_up(kind: &Kind, profile: &LegalProfile, today: Day) -> Facts {
    Facts {
        number: 1,
        kind: kind.name.clone(),
        issued: today,
        expires: match kind.terms.term {
            Term::Months(months) => Some(today.months_after(months)),
            Term::Forever => None,
        },
        producer: profile.producer(),
        buyer: Buyer {
            name: "Jordan Sample".to_owned(),
            alias: "J. Sample".to_owned(),
            address: "100 Example Street\nSpringfield, IL 62701".to_owned(),
            country: "United States".to_owned(),
            email: "jordan@example.com".to_owned(),
        },
        beat: Beat {
            title: "Example Beat".to_owned(),
            tempo: "140 BPM".to_owned(),
            key: "A minor".to_owned(),
            length: "3:07".to_owned(),
            samples: "The beat contains no third-party samples.".to_owned(),
        },
        fee: kind.price,
        currency: kind.currency,
        prior_licenses: vec![
            "LIC-0007, MP3 Lease, issued January 12, 2026, ends January 12, 2028".to_owned(),
            "LIC-0011, WAV Lease, issued May 30, 2026, ends May 30, 2029".to_owned(),
        ],
        is_offered: false,
    }
}
