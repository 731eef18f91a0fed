// Texts of the transaction history and of a transaction's kinds and states.

export const transactions = {
  title: 'Transaction History',
  returning: 'Returning to Finances...',
  filters: 'Filters',
  export: 'Export',
  columns: ['Type', 'Transaction', 'Date', 'Time', 'Amount', 'Status', 'Actions'],
  types: { deposit: 'Deposit', withdrawal: 'Withdrawal', payment: 'Payment', other: 'Other' },
  statuses: { completed: 'Completed', pending: 'Pending', failed: 'Failed' },
} as const
