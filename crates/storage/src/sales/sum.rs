//! A count of sales and the sum of their amounts.

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum {
    pub count: i64,
    pub amount: i64,
}

impl std::ops::Neg for Sum {
    type Output = Self;
    fn neg(self) -> Self {
        Self { count: -self.count, amount: -self.amount }
    }
}
