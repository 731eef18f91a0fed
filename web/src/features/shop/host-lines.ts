// The hosts that may embed the player, as lines of a text.

/** Parses one host per line; a pasted URL becomes its host. */
export function hostsOf(text: string): string[] {
  const hosts = text
    .split(/[\s,]+/)
    .map((line) =>
      line
        .trim()
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/[/?#].*$/, ''),
    )
    .filter((host) => host !== '')
  return [...new Set(hosts)]
}

/** The HTML code that embeds the player in a frame of another site. */
export function embedCode(url: string): string {
  const { origin, pathname } = new URL(url)
  return `<iframe src="${origin}/embed${pathname}" title="Beats" width="100%" height="420" loading="lazy" style="border:0"></iframe>`
}
