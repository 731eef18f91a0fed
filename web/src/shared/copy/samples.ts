// Texts about the sample data of a new account.

export const samples = {
  title: 'This is sample data.',
  text: 'It shows what a working studio looks like; what you add yourself stays.',
  clear: 'Clear sample data',
  clearing: 'Clearing...',
  question: 'Clear the sample data?',
  meaning:
    'Its beats, clients, sales, transactions, goals, applications and notifications are removed for good. What you added stays, and balances are then made of it alone.',
  cleared: 'Sample data cleared. The books are yours.',
  failed: 'Failed to clear the sample data',
} as const
