// The appearance inside React; changes are made with the functions of store.ts.
import { useSyncExternalStore } from 'react'
import type { Appearance } from './palette'
import { getAppearance, onAppearanceChange } from './store'

export function useAppearance(): Appearance {
  return useSyncExternalStore(onAppearanceChange, getAppearance)
}
