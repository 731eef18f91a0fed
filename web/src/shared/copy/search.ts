// Texts of the search in the top bar.

export const search = {
  label: 'Search',
  nothing: (query: string) => `Nothing found for “${query}”`,
  searching: 'Searching...',
  failed: 'The search does not answer. Try again in a moment.',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  kinds: { beat: 'Beats', client: 'Clients', sale: 'Sales', transaction: 'Transactions' },
} as const
