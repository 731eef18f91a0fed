// Messages for requests whose response has no message.

export const calls = {
  httpError: (status: number) => `HTTP error! status: ${status}`,
  offline: "Can't reach Ledgerline. Check your connection and try again.",
  /** Appended to the server's message if it says how long to wait. */
  retryAfter: (wait: string) => `Try again in ${wait}.`,
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
} as const
