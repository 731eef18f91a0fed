// A remaining time as m:ss, rounded up, so that it shows 0:01 until the end and never stays at 0:00.
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
