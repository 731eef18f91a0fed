// What a line of the security review advises, so that a button can follow it.

const ADVICE = ['two_factor', 'login_alerts', 'session_timeout', 'sessions'] as const

export type Advice = (typeof ADVICE)[number]

/** Null for what a newer server advises: it gets no button. */
export function knownAdvice(sent: string | null): Advice | null {
  return ADVICE.find((one) => one === sent) ?? null
}
