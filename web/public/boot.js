// Puts the chosen theme, accent, font and density on <html> before anything is painted. It is a plain
// blocking file because the content policy forbids inline scripts; a test keeps its lists equal to the app's.
;(() => {
  const choices = {
    theme: ['light', 'dark', 'glassmorphism'],
    accent: ['default', 'blue', 'green', 'orange', 'teal', 'rose', 'amber'],
    font: ['inter', 'roboto', 'openSans', 'sourceSans', 'nunito', 'comfortaa', 'quicksand', 'fredoka'],
    compact: ['false', 'true'],
  }
  for (const [name, values] of Object.entries(choices)) {
    let stored = null
    try {
      stored = localStorage.getItem(`ledgerline.${name}`)
    } catch {
      // Storage may be forbidden; the first value of each list is the default.
    }
    document.documentElement.setAttribute(`data-${name}`, values.includes(stored) ? stored : values[0])
  }
})()
