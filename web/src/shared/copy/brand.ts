// The product's name and the sentences that carry it.

export const brand = {
  name: 'Ledgerline',
  tagline: 'Music Studio Management Platform',
  line: 'Ledgerline · Music Studio Management Platform',
  loading: 'Loading Ledgerline...',
  /** The browser tab of one screen. */
  title: (screen: string) => `${screen} · Ledgerline`,
} as const
