// Changing one setting: shown at once, sent as one key, taken back alone if the server refuses.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { figuresChanged } from '../figures/figures-changed'
import { type Settings, settingsQuery } from './queries'

export type SettingChange = { [Key in keyof Settings]: { key: Key; value: Settings[Key] } }[keyof Settings]

export function useUpdateSetting() {
  const client = useQueryClient()
  const { queryKey } = settingsQuery

  const put = (key: keyof Settings, value: Settings[keyof Settings] | undefined) =>
    client.setQueryData(queryKey, (settings) => settings && { ...settings, [key]: value ?? settings[key] })

  return useMutation({
    mutationKey: queryKey,
    // One after another: two quick changes of the same switch must arrive in the order they were made.
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
      // Figures are told in the account's own currency.
      if (key === 'default_currency') figuresChanged(client)
    },
    onError: (_error, { key }, context) => put(key, context?.previous),
    // What several quick changes made of each other's guesses, the server's answer to the last one settles.
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.invalidateQueries({ queryKey })
    },
  })
}
