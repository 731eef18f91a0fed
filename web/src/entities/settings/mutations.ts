// Changing one setting: shown at once, sent as one key, and undone alone if the server refuses it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { invalidateFigures } from '../figures/figures-changed'
import { type Settings, settingsQuery } from './queries'

export type SettingChange = { [Key in keyof Settings]: { key: Key; value: Settings[Key] } }[keyof Settings]

export function useUpdateSetting() {
  const client = useQueryClient()
  const { queryKey } = settingsQuery

  const put = (key: keyof Settings, value: Settings[keyof Settings] | undefined) =>
    client.setQueryData(queryKey, (settings) => settings && { ...settings, [key]: value ?? settings[key] })

  return useMutation({
    mutationKey: queryKey,
    // Requests run one after another, so that two quick changes of one switch reach the server in order.
    scope: { id: 'settings' },
    mutationFn: async ({ key, value }: SettingChange) =>
      (await unwrap(api.PUT('/api/users/settings', { body: { [key]: value } }))).settings,
    onMutate: async ({ key, value }) => {
      await client.cancelQueries({ queryKey })
      const previous = client.getQueryData(queryKey)?.[key]
      put(key, value)
      return { previous }
    },
    onSuccess: (settings, { key }) => {
      put(key, settings[key])
      // The figures use the account's default currency and the days of its time zone.
      if (key === 'default_currency' || key === 'time_zone') invalidateFigures(client)
    },
    onError: (_error, { key }, context) => put(key, context?.previous),
    // Refetches the settings after the last of several quick changes, because each one rolls back only its own key.
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.invalidateQueries({ queryKey })
    },
  })
}
