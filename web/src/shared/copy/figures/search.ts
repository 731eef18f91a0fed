// Texts of the search in the top bar.

export const search = {
  label: 'Search',
  nothing: (query: string) => `No matches for “${query}”`,
  searching: 'Searching...',
  failed: "Search isn't responding. Try again in a moment.",
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  commands: {
    theme: 'Switch theme',
    'record-sale': 'Record sale',
    'add-client': 'Add client',
    upload: 'Upload beat',
  },
  kinds: {
    beat: 'Beats',
    client: 'Clients',
    sale: 'Sales',
    license: 'Licenses',
    transaction: 'Transactions',
  },
} as const
