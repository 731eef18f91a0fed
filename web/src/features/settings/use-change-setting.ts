// Changes one setting, and shows a toast if the server refuses it.
import { type SettingChange, useUpdateSetting } from '@/entities/settings/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { settings as copy } from '@/shared/copy/settings/settings'
import { toast } from '@/shared/ui/toast/toast'

export function useChangeSetting() {
  const { mutateAsync } = useUpdateSetting()
  // Uses mutateAsync, because the callbacks of mutate() run only for the last of several quick changes.
  return async (change: SettingChange, done?: () => void) => {
    try {
      await mutateAsync(change)
      done?.()
    } catch (error) {
      toast.error(errorMessageOf(error, copy.updateFailed) ?? copy.updateFailed, TOASTS.other)
    }
  }
}
