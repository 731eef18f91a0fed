// Applies the account's settings: the session timeout to the idle watch, the appearance to the page. An appearance
// stored in this browser wins; the account's is used only where this browser has none. Changes made here are sent to
// the account, and undone if the server refuses them.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session } from '@/entities/session/session'
import { type SettingChange, useUpdateSetting } from '@/entities/settings/mutations'
import { type Settings, settingsQuery } from '@/entities/settings/queries'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { updateFailed } from '@/shared/copy/settings/setting-sections'
import type { Appearance } from '@/shared/theme/palette'
import { APPEARANCE_KEYS, applyAccountAppearance, onAppearanceChange } from '@/shared/theme/store'
import { toast } from '@/shared/ui/toast/toast'

export function SettingsSync() {
  const { data: settings } = useQuery(settingsQuery)
  const { mutateAsync } = useUpdateSetting()
  const timeout = settings?.session_timeout

  useEffect(() => {
    if (timeout !== undefined) session.setTimeoutMinutes(timeout)
  }, [timeout])

  useEffect(() => {
    if (settings !== undefined && !chosenHere()) applyAccountAppearance(accountAppearance(settings))
  }, [settings])

  useEffect(
    () =>
      onAppearanceChange((next, previous, source) => {
        if (source !== 'person') return
        for (const change of changes(next, previous)) {
          mutateAsync(change).catch((error: unknown) => {
            applyAccountAppearance(previous)
            toast.error(errorMessageOf(error, updateFailed) ?? updateFailed, TOASTS.other)
          })
        }
      }),
    [mutateAsync],
  )

  return null
}

function chosenHere(): boolean {
  return localStorage.getItem(APPEARANCE_KEYS.theme) !== null
}

function accountAppearance({ theme, accent_color, font, compact_mode }: Settings) {
  return { theme, accent: accent_color, font, compact: compact_mode }
}

function changes(next: Appearance, previous: Appearance): SettingChange[] {
  const all: (SettingChange & { changed: boolean })[] = [
    { key: 'theme', value: next.theme, changed: next.theme !== previous.theme },
    { key: 'accent_color', value: next.accent, changed: next.accent !== previous.accent },
    { key: 'font', value: next.font, changed: next.font !== previous.font },
    { key: 'compact_mode', value: next.compact, changed: next.compact !== previous.compact },
  ]
  return all.filter(({ changed }) => changed).map(({ changed: _, ...change }) => change as SettingChange)
}
