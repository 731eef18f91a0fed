// Passes a file to the browser's download.

/** Some browsers read the object URL a moment after the click, so it is revoked later. */
const KEEP_MS = 10_000

export function saveFile({ name, content }: { name: string; content: Blob }) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}
