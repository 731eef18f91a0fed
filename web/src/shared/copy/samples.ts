// Texts about the sample data of a new account.

export const samples = {
  title: "You're looking at sample data.",
  text: 'Anything you add is kept.',
  clear: 'Clear sample data',
  clearing: 'Clearing...',
  question: 'Clear the sample data?',
  meaning:
    'This permanently deletes the sample beats, clients, sales, transactions, goals, applications and notifications. Anything you added stays, and balances are recalculated from it.',
  cleared: "Sample data cleared. It's all yours now.",
  failed: 'Failed to clear sample data',
} as const
