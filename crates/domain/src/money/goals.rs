//! Savings goals: the target amount, the target day and the status.

use crate::ids::GoalId;
use crate::time::Timestamp;
use crate::{calendar::Day, error::Invalid, money::Minor, text::words::words};

words! {
    Category: "category" {
        General = "general",
        Emergency = "emergency",
        Vacation = "vacation",
        House = "house",
        Car = "car",
        Education = "education",
        Retirement = "retirement",
        Health = "health",
        Business = "business",
    }
}

words! {
    Status: "status" {
        Active = "active",
        Completed = "completed",
        Overdue = "overdue",
    }
}

impl Status {
    /// A reached goal stays reached; another one is overdue after the end of its day.
    pub fn of(current: Minor, target: Minor, date: Day, today: Day) -> Self {
        if current >= target {
            Self::Completed
        } else if date < today {
            Self::Overdue
        } else {
            Self::Active
        }
    }
}

pub fn title(text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    let refused = |message: &str| Err(Invalid::new("title", message));
    if text.is_empty() {
        return refused("Title is required");
    }
    if text.chars().count() > 200 {
        return refused("Title must be at most 200 characters");
    }
    if text.chars().any(char::is_control) {
        return refused("Title must not contain control characters");
    }
    Ok(text.to_owned())
}

/// Parses the text of a JSON number.
pub fn target_amount(text: &str) -> Result<Minor, Invalid> {
    let amount = Minor::parse("target_amount", text)?;
    if amount.is_positive() {
        Ok(amount)
    } else {
        Err(Invalid::new("target_amount", "Target amount must be at least 0.01"))
    }
}

/// Parses the text of a JSON number: what is saved, which may be nothing.
pub fn current_amount(text: &str) -> Result<Minor, Invalid> {
    let amount = Minor::parse("current_amount", text)?;
    if amount.is_negative() {
        return Err(Invalid::new("current_amount", "The saved amount must not be less than zero"));
    }
    Ok(amount)
}

/// The day must be today or later.
pub fn check_date(date: Day, today: Day) -> Result<Day, Invalid> {
    if date < today {
        let message = "Target date must not be earlier than today";
        return Err(Invalid::new("target_date", message));
    }
    Ok(date)
}

#[derive(Debug, Clone)]
pub struct Goal {
    pub id: GoalId,
    pub title: String,
    pub description: Option<String>,
    pub target_amount: Minor,
    pub current_amount: Minor,
    pub target_date: Day,
    pub category: Category,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Goal {
    pub fn status(&self, today: Day) -> Status {
        Status::of(self.current_amount, self.target_amount, self.target_date, today)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::read(text).unwrap()
    }

    #[test]
    fn a_goal_is_active_until_it_is_reached_or_its_day_is_over() {
        let amount = |minor| Minor::new(minor).unwrap();
        let status =
            |current, date| Status::of(amount(current), amount(100), day(date), day("2026-03-01"));
        assert_eq!(status(99, "2026-03-01"), Status::Active);
        assert_eq!(status(99, "2026-02-28"), Status::Overdue);
        assert_eq!(status(100, "2026-02-28"), Status::Completed);
        assert_eq!(status(101, "2026-03-02"), Status::Completed);
    }

    #[test]
    fn there_are_nine_categories_goal_02() {
        assert_eq!(Category::ALL.len(), 9);
        assert_eq!(Category::ALL[0], Category::General);
        assert!(Category::parse("boat").is_err());
    }

    #[test]
    fn a_goal_has_a_title_an_amount_and_a_day_to_come_goal_02() {
        assert_eq!(title(" House ").unwrap(), "House");
        assert_eq!(title(" ").unwrap_err().message, "Title is required");
        assert!(title(&"x".repeat(201)).is_err() && title("a\tb").is_err());
        assert_eq!(target_amount("0.01").unwrap().get(), 1);
        for text in ["0", "-1", "0.001", "1e13", "\"5\"", "NaN"] {
            assert_eq!(target_amount(text).unwrap_err().field, "target_amount", "{text}");
        }
        let today = day("2026-03-01");
        assert!(check_date(today, today).is_ok() && check_date(day("2026-03-02"), today).is_ok());
        assert!(check_date(day("2026-02-28"), today).is_err());
    }
}
