// Like React's lazy, but for a page that may lose its connection: while the server is away the part keeps loading, and
// appears when the server is back. React's own would fail for as long as the page is open.
import { lazy as reactLazy } from 'react'
import { connection } from '../api/connection'

export const lazy: typeof reactLazy = (load) => reactLazy(() => loadPatiently(load))

/** Loads code; tries again while the server is away. Code that a server in reach does not have is an error. */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      // The connection may have come back between the failure and the check, so one more try.
      if (await connection.check()) return await load().catch(() => Promise.reject(error))
      await connection.whenBack()
    }
  }
}
