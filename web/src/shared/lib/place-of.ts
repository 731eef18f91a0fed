// Parses an address of this app, such as '/payment-history?sale=7', into the parameters of the router.
export function placeOf(link: string): { to: string; search: Record<string, string>; hash?: string } {
  const { pathname, searchParams, hash } = new URL(link, window.location.origin)
  const search = Object.fromEntries(searchParams)
  return hash === '' ? { to: pathname, search } : { to: pathname, search, hash: hash.slice(1) }
}
