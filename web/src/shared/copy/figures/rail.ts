// Texts of the side rail.

export const rail = {
  name: 'Studio',
  show: 'Show side panel',
  hide: 'Hide side panel',
  attention: 'Needs attention',
  recent: 'Just happened',
  loading: 'Loading what needs attention',
  failed: "Couldn't load this.",
  retry: 'Try again',
  more: (count: number) => `and ${count.toLocaleString('en-US')} more`,
  uploadFailed: 'Upload failed',
  files: (count: number) => `${count.toLocaleString('en-US')} files`,
  owes: (who: string, amount: string) => `${who} owes ${amount}`,
  since: (days: number) =>
    days <= 0 ? 'pending' : days === 1 ? 'pending 1 day' : `pending ${days.toLocaleString('en-US')} days`,
  goalOver: (title: string) => `${title} is past its date`,
  goalEnds: (title: string, days: number) =>
    days <= 0 ? `${title} ends today` : `${title} ends in ${days === 1 ? '1 day' : `${days} days`}`,
  toGo: (amount: string) => `Goal · ${amount} to go`,
  added: 'added',
  uploaded: 'uploaded',
  waiting: (count: number) =>
    count === 1 ? '1 thing needs attention' : `${count.toLocaleString('en-US')} things need attention`,
  empty: {
    title: 'All caught up',
    text: 'Payments that are due, your queue and your uploads will show up here.',
  },
} as const
