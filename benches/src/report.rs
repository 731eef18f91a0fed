//! Prints a table of the measured values, the values they are compared with, and whether they meet their goals.

use crate::load::median;

pub struct Report {
    rows: Vec<[String; 5]>,
}

impl Report {
    pub fn new() -> Self {
        Self { rows: vec![["measured", "value", "beside", "ratio", "goal"].map(str::to_owned)] }
    }

    /// Adds values that were measured in turns with a comparison; the goal is the lowest ratio. The ratio is the median
    /// of the ratios of each round, because the machine's speed changes less within a round.
    pub fn at_least(
        &mut self,
        what: &str,
        rounds: &[f64],
        beside: &[f64],
        goal: Option<f64>,
        unit: &str,
    ) {
        let ratio =
            median(rounds.iter().zip(beside).map(|(value, beside)| value / beside).collect());
        let (value, beside) = (median(rounds.to_vec()), median(beside.to_vec()));
        let goal = goal.map_or(String::new(), |goal| verdict(ratio >= goal, &format!("≥ {goal}")));
        let number = |number: f64| format!("{number:.0} {unit}");
        self.row(what, number(value), number(beside), format!("{ratio:.2}"), goal);
    }

    /// Adds a value and a comparison; the goal is the highest ratio.
    pub fn at_most(&mut self, what: &str, value: f64, beside: f64, goal: f64, unit: &str) {
        let ratio = value / beside;
        let goal = verdict(ratio <= goal, &format!("≤ {goal}"));
        let number = |number: f64| format!("{number:.2} {unit}");
        self.row(what, number(value), number(beside), format!("{ratio:.2}"), goal);
    }

    /// Adds a value for a large account and one for a small account; the optional goal is the highest ratio.
    pub fn grows(&mut self, what: &str, value: f64, from: f64, goal: Option<f64>, unit: &str) {
        let ratio = value / from;
        let goal = goal.map_or(String::new(), |goal| verdict(ratio <= goal, &format!("≤ {goal}")));
        let number = |number: f64| format!("{number:.3} {unit}");
        self.row(what, number(value), number(from), format!("{ratio:.2}"), goal);
    }

    /// Adds a value with an upper limit.
    pub fn below(&mut self, what: &str, value: f64, goal: f64, unit: &str) {
        let told = verdict(value <= goal, &format!("≤ {goal} {unit}"));
        self.row(what, format!("{value:.1} {unit}"), String::new(), String::new(), told);
    }

    /// Adds a value with a lower limit.
    pub fn above(&mut self, what: &str, value: f64, goal: f64, unit: &str) {
        let told = verdict(value >= goal, &format!("≥ {goal} {unit}"));
        self.row(what, format!("{value:.1} {unit}"), String::new(), String::new(), told);
    }

    /// Adds a value without a goal, because a good value depends on the machine.
    pub fn value(&mut self, what: &str, value: f64, unit: &str) {
        self.row(what, format!("{value:.1} {unit}"), String::new(), String::new(), String::new());
    }

    fn row(&mut self, what: &str, value: String, beside: String, ratio: String, goal: String) {
        self.rows.push([what.to_owned(), value, beside, ratio, goal]);
    }

    pub fn print(&self) {
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..5).map(width).collect();
        for row in &self.rows {
            let [what, value, beside, ratio, goal] = row;
            let (a, b, c, d) = (widths[0], widths[1], widths[2], widths[3]);
            println!("{what:a$}  {value:>b$}  {beside:>c$}  {ratio:>d$}  {goal}");
        }
    }
}

fn verdict(met: bool, goal: &str) -> String {
    format!("{goal} {}", if met { "met" } else { "MISSED" })
}
