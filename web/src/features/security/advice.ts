// The advice of a line in the security review; a button applies it.

const ADVICE = ['two_factor', 'login_alerts', 'session_timeout', 'sessions'] as const

export type Advice = (typeof ADVICE)[number]

/** Returns the advice, or null for one of a newer server, which gets no button. */
export function knownAdvice(sent: string | null): Advice | null {
  return ADVICE.find((one) => one === sent) ?? null
}
