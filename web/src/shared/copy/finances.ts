// Texts of the Finances screen: quick actions, wallet, cards and recent transactions.

export const finances = {
  title: 'Finances',
  addCard: 'Add Card',
  setGoal: 'Set Goal',
  exportData: 'Export Data',
  notifications: 'Notifications',
  settings: 'Settings',
  help: 'Help',
  helpComingSoon: 'Help and support coming soon!',
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  pay: 'Pay',
  recentTransactions: 'Recent Transactions',
  viewAll: 'View All',
  paymentCards: 'Payment Cards',
  viewAllCards: (count: number) => `View All Cards (${count})`,
  loadFailed: 'Failed to load account data',
  wrongPin: 'Incorrect PIN!',
  cardRevealed: 'Card details revealed!',
} as const
