// Like React's lazy, but for a page that may lose its connection: while the server cannot be reached the component
// keeps loading, and it appears when the server is back. React's own lazy would stay failed until the page is reloaded.
import { lazy as reactLazy } from 'react'
import { connection } from '../api/connection'

export const lazy: typeof reactLazy = (load) => reactLazy(() => loadPatiently(load))

/**
 * Loads a code chunk; retries while the server cannot be reached. If the server is reachable, a failure is an error.
 */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      // The connection may have come back between the failure and the probe, so it tries once more.
      if (await connection.check()) return await load().catch(() => Promise.reject(error))
      await connection.whenBack()
    }
  }
}
