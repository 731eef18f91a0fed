// Texts of empty screens: a title, one sentence, one action.

export const empty = {
  finances: {
    title: 'No transactions yet',
    text: 'What you earn and spend will show up here. Record a deposit to get started.',
    action: 'Make a deposit',
  },
  sales: {
    title: 'No sales yet',
    text: 'Every beat you sell will show up here with its client, amount and status.',
    action: 'Record Sale',
  },
  transactions: {
    title: 'No transactions yet',
    text: 'Your deposits, withdrawals and payments will show up here.',
    action: 'Add transaction',
  },
  cards: {
    title: 'No cards yet',
    text: 'Add the cards you use. Their numbers are encrypted and only shown with your PIN.',
    action: 'Add Card',
  },
  notifications: {
    title: 'No notifications yet',
    text: "You'll see sales, messages and payments here.",
    action: 'Notification Settings',
  },
  clients: {
    title: 'No clients yet',
    text: 'Add the people and companies you sell to and pay.',
    action: 'Add Client',
  },
  analytics: {
    title: 'No data yet',
    text: 'Record a sale to see your revenue, sales and genres.',
    action: 'Sales History',
  },
} as const
