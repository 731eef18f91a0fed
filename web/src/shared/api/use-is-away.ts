import { useSyncExternalStore } from 'react'
import { connection } from './connection'

/** True while the server cannot be reached. */
export function useIsAway(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isAway)
}
