// The one session of this page, wired to the browser.
import { bearer } from '@/shared/api/token'
import { sessionCalls } from './calls'
import { browserClock } from './clock'
import { createSession } from './effects'
import { browserTabs } from './tabs'

export const session = createSession({
  calls: sessionCalls,
  bearer,
  clock: browserClock,
  page: window,
  tabs: browserTabs(),
})
