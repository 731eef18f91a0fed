//! A table for a terminal: what was measured, what it is compared with, and whether it is good
//! enough.

use crate::load::median;

pub struct Report {
    rows: Vec<[String; 5]>,
}

impl Report {
    pub fn new() -> Self {
        Self { rows: vec![["measured", "value", "beside", "ratio", "goal"].map(str::to_owned)] }
    }

    /// What was measured in turn with a counterpart; the goal is the least ratio. It is told round by round and then
    /// the middle one: the machine's own speed changes, but less from one second to the next.
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

    /// A value and a counterpart; the goal is the greatest ratio.
    pub fn at_most(&mut self, what: &str, value: f64, beside: f64, goal: f64, unit: &str) {
        let ratio = value / beside;
        let goal = verdict(ratio <= goal, &format!("≤ {goal}"));
        let number = |number: f64| format!("{number:.2} {unit}");
        self.row(what, number(value), number(beside), format!("{ratio:.2}"), goal);
    }

    /// A value and what it grew from; the goal is the greatest ratio, where there is one.
    pub fn grows(&mut self, what: &str, value: f64, from: f64, goal: Option<f64>, unit: &str) {
        let ratio = value / from;
        let goal = goal.map_or(String::new(), |goal| verdict(ratio <= goal, &format!("≤ {goal}")));
        let number = |number: f64| format!("{number:.3} {unit}");
        self.row(what, number(value), number(from), format!("{ratio:.2}"), goal);
    }

    /// A value with an upper bound of its own.
    pub fn below(&mut self, what: &str, value: f64, goal: f64, unit: &str) {
        let told = verdict(value <= goal, &format!("≤ {goal} {unit}"));
        self.row(what, format!("{value:.1} {unit}"), String::new(), String::new(), told);
    }

    /// A value with a lower bound of its own.
    pub fn above(&mut self, what: &str, value: f64, goal: f64, unit: &str) {
        let told = verdict(value >= goal, &format!("≥ {goal} {unit}"));
        self.row(what, format!("{value:.1} {unit}"), String::new(), String::new(), told);
    }

    /// A value that is only told: what it should be depends on the machine.
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
