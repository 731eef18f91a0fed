// Hands a file to the browser to be saved, as if a link to it had been followed.

export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it over by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
