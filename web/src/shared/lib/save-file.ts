// Saves a file with the browser's download.

/** How long the object URL is kept: some browsers read it a moment after the click. */
const KEEP_MS = 10_000

export function saveFile({ name, content }: { name: string; content: Blob }) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}
