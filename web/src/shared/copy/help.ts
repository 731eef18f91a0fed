// Texts of the help dialog: short guides, the keys, and where to turn.

export const help = {
  title: 'Help',
  guides: 'Short guides',
  guideList: [
    {
      question: 'Record deposits, withdrawals and payments',
      answer:
        "On Finances, Deposit and Withdraw record money you received or sent, from or to a card or a client. Pay takes you to your clients. Your balance and history update right away. Ledgerline keeps the books; it doesn't move money.",
    },
    {
      question: 'Upload beats and fix their details',
      answer:
        'In Beat Library, select Upload Media or drop files anywhere. Tempo, key and length are detected automatically. Edit a track to correct them, or to set its genre, price and tags.',
    },
    {
      question: 'Record a sale',
      answer:
        'In Sales History, select Record Sale and choose the beat, the client and the license. A completed sale is added to your wallet. A pending one waits in the side panel until you mark it completed.',
    },
    {
      question: 'Keep track of clients',
      answer:
        'In Clients, select Add Client. Open a client to see what they bought, what you paid them, and their contact and bank details.',
    },
    {
      question: 'See a full card number',
      answer:
        "Select the card and enter your card PIN. The first time, you'll set one. Details stay visible for five minutes in that tab. Five wrong PINs lock them for 15 minutes, and each lock after that lasts twice as long. Setting a new PIN with your password ends the lock.",
    },
    {
      question: 'Save for something',
      answer:
        "Give your goal a title, an amount and a date. Add progress whenever you save something. Goals don't move money.",
    },
    {
      question: 'Take your data with you',
      answer:
        'Use Export Data, or Export on Sales History and Transaction History, to download your data as CSV, JSON, Excel or PDF.',
    },
    {
      question: 'Keep your account safe',
      answer:
        "In Settings you can turn on two-factor authentication, see which devices are signed in, and choose how soon the screen locks when you're away.",
    },
  ],
  shortcuts: 'Keyboard',
  shortcutList: [
    { keys: ['/'], does: 'Search' },
    { keys: ['Ctrl', 'K'], does: 'Search from anywhere' },
    { keys: ['?'], does: 'This help' },
    { keys: [']'], does: 'Show or hide the side panel' },
    { keys: ['Esc'], does: 'Close, cancel or clear' },
    { keys: ['↑', '↓'], does: 'Move through menus and results' },
    { keys: ['←', '→'], does: 'Move between tabs' },
    { keys: ['Enter'], does: 'Open or select' },
    { keys: ['Space'], does: 'Play or pause' },
    { keys: ['Shift', '→'], does: 'Next track, in the player' },
    { keys: ['M'], does: 'Mute, in the player' },
    { keys: ['Q'], does: 'Queue, in the player' },
  ],
  playerShortcuts: 'Player',
  playerShortcutList: [
    { keys: ['Space'], does: 'Play or pause, from anywhere' },
    { keys: ['←', '→'], does: 'Back or forward 10 seconds' },
    { keys: ['Shift', '←'], does: 'Previous track' },
    { keys: ['Shift', '→'], does: 'Next track' },
    { keys: ['↑', '↓'], does: 'Volume' },
    { keys: ['M'], does: 'Mute' },
    { keys: ['F'], does: 'Fullscreen or maximize' },
    { keys: ['Q'], does: 'Show or hide the queue' },
    { keys: ['Esc'], does: 'Leave fullscreen, then minimize' },
  ],
  libraryShortcuts: 'Beat Library',
  libraryShortcutList: [
    { keys: ['Shift'], does: 'Click to select a range' },
    { keys: ['Ctrl'], does: 'Click to add to the selection' },
    { keys: ['Ctrl', 'A'], does: 'Select all' },
    { keys: ['Esc'], does: 'Clear the selection' },
  ],
  about: 'About',
  version: 'Version',
  versionUnknown: 'Unknown',
  api: 'API',
  apiLink: 'Read the API reference',
  newTab: '(opens in a new tab)',
  contact: 'Contact',
  contactAction: 'Contact support',
  mailSubject: 'Help with Ledgerline',
  comingSoon: 'Help and support coming soon!',
  close: 'Close',
} as const
