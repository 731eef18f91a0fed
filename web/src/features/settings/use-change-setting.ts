// Changes one setting and says so if the account refuses.
import { type SettingChange, useUpdateSetting } from '@/entities/settings/mutations'
import { answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { settings as copy } from '@/shared/copy/settings'
import { toast } from '@/shared/ui/toast/toast'

export function useChangeSetting() {
  const { mutate } = useUpdateSetting()
  return (change: SettingChange, done?: () => void) =>
    mutate(change, {
      onSuccess: done,
      onError: (error) =>
        toast.error(answeredText(error, copy.updateFailed) ?? copy.updateFailed, TOASTS.other),
    })
}
