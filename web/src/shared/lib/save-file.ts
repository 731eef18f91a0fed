// Hands a file to the browser to be saved, as if a link to it had been followed.

export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it over by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
// Hands a file to the browser, which saves it where the person keeps downloads.

/** Some browsers read the address a moment after the click. */
const KEEP_MS = 10_000

export function saveFile({ name, content }: { name: string; content: Blob }) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}
