// What a screen says while the account holds nothing to show on it: a title, one sentence, one action.

export const empty = {
  finances: {
    title: 'No transactions yet',
    text: 'What you earn and spend is listed here. Put money into your wallet to begin.',
    action: 'Make a deposit',
  },
  sales: {
    title: 'No sales yet',
    text: 'Every beat you sell is listed here with its client, amount and status.',
    action: 'Record Sale',
  },
  transactions: {
    title: 'No transactions yet',
    text: 'Deposits, withdrawals and payments are listed here, newest first.',
    action: 'Add transaction',
  },
  cards: {
    title: 'No cards yet',
    text: 'Add the cards you pay and get paid with. Their numbers are encrypted and shown only for your PIN.',
    action: 'Add Card',
  },
  notifications: {
    title: 'No notifications yet',
    text: 'Sales, messages and payments are announced here, as far as your settings allow.',
    action: 'Notification Settings',
  },
  clients: {
    title: 'No clients yet',
    text: 'The people and companies you work with are kept here, ready to be paid or sold to.',
    action: 'Add Client',
  },
  analytics: {
    title: 'No figures yet',
    text: 'Revenue, sales and genres are counted from your own sales.',
    action: 'Sales History',
  },
} as const
