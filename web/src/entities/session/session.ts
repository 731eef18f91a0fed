// The one session of this page, wired to the browser.
import { sessionCalls } from './calls'
import { browserClock } from './clock'
import { createSession } from './effects'
import { browserTabs } from './tabs'

export const session = createSession({
  calls: sessionCalls,
  clock: browserClock,
  page: window,
  tabs: browserTabs(),
})
