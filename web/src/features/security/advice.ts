// What a line of the security review advises, so that a button can follow it. The server sends sentences; a sentence
// that this version does not know gets no button.

export type Advice = 'twoFactor' | 'loginAlerts' | 'timeout' | 'sessions'

const WORDS: readonly (readonly [RegExp, Advice])[] = [
  [/two-factor/i, 'twoFactor'],
  [/login alerts/i, 'loginAlerts'],
  [/timeout/i, 'timeout'],
  [/devices/i, 'sessions'],
]

export function adviceIn(text: string): Advice | null {
  return WORDS.find(([words]) => words.test(text))?.[1] ?? null
}
