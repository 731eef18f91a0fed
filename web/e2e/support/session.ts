// Reads what the browser stores of a session: the token in local storage, the record of a lock in session storage.
import type { Page } from '@playwright/test'

export const keptToken = (page: Page) => page.evaluate(() => localStorage.getItem('ledgerline.token'))

export const keptLock = (page: Page) => page.evaluate(() => sessionStorage.getItem('ledgerline.locked'))
