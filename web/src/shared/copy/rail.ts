// Texts of the side rail.

export const rail = {
  name: 'Studio',
  show: 'Show side panel',
  hide: 'Hide side panel',
  attention: 'Needs attention',
  recent: 'Just happened',
  loading: 'Loading what needs attention',
  failed: 'This could not be loaded.',
  retry: 'Try again',
  more: (count: number) => `and ${count.toLocaleString('en-US')} more`,
  empty: {
    title: 'All caught up',
    text: 'Payments that are due, your queue and your uploads will show up here.',
  },
} as const
