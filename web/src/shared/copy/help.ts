// Texts of the help dialog: short guides, the keys, and where to turn.

export const help = {
  title: 'Help',
  guides: 'Short guides',
  guideList: [
    {
      question: 'Put money in, take it out, pay a client',
      answer:
        'On Finances, Deposit and Withdraw record money that comes from or goes to a card or a client. Pay leads to your clients. Balance and history follow at once.',
    },
    {
      question: 'See the full number of a card',
      answer:
        'Press the card and enter your card PIN; the first time you set one. Details stay open for five minutes in that tab. Five wrong PINs lock them for 15 minutes, and each lock is twice as long as the one before; setting a new PIN with your password ends the lock.',
    },
    {
      question: 'Save for something',
      answer:
        'Set Goal takes a title, an amount and a day. Add progress whenever you put something by; a goal moves no money by itself.',
    },
    {
      question: 'Take your data with you',
      answer: 'Export Data, and Export on the histories, make a file of your rows: CSV, JSON, Excel or PDF.',
    },
    {
      question: 'Keep the account safe',
      answer:
        'Settings has two-factor authentication, the devices that are signed in, and how soon the screen locks when you are away.',
    },
  ],
  shortcuts: 'Keyboard',
  shortcutList: [
    { keys: ['/'], does: 'Search' },
    { keys: ['Ctrl', 'K'], does: 'Search, even in a field' },
    { keys: ['?'], does: 'This help' },
    { keys: [']'], does: 'Show or hide the side panel' },
    { keys: ['Esc'], does: 'Close, cancel, clear' },
    { keys: ['↑', '↓'], does: 'Move in menus and results' },
    { keys: ['←', '→'], does: 'Move between tabs' },
    { keys: ['Enter'], does: 'Open, choose, send' },
  ],
  about: 'About',
  version: 'Version',
  versionUnknown: 'Not known at the moment',
  api: 'API',
  apiLink: 'Read the API reference',
  newTab: '(opens in a new tab)',
  contact: 'Contact',
  contactAction: 'Contact support',
  mailSubject: 'Help with Ledgerline',
  comingSoon: 'Help and support coming soon!',
  close: 'Close',
} as const
