// How much storage is used and left.
import { useQuery } from '@tanstack/react-query'
import { storageQuery } from '@/entities/user/storage'
import { settings } from '@/shared/copy/settings/settings'
import { fileSize } from '@/shared/lib/file-size'
import { SettingRow } from '@/shared/ui/lists/setting-row'
import { ProgressBar } from '@/shared/ui/progress-bar'

const copy = settings.storage

export function StorageRow() {
  const { data, isError } = useQuery(storageQuery)
  if (data === undefined) {
    return (
      <SettingRow label={copy.label} help={isError ? copy.failed : copy.loading}>
        {null}
      </SettingRow>
    )
  }
  const { used, allowed } = data
  if (allowed === null) {
    return (
      <SettingRow label={copy.label} help={copy.unlimited(fileSize(used))}>
        {null}
      </SettingRow>
    )
  }
  const told = copy.used(fileSize(used), fileSize(allowed), fileSize(Math.max(0, allowed - used)))
  return (
    <SettingRow label={copy.label} help={told}>
      <ProgressBar className="w-40 sm:w-42" label={copy.meter} value={used / allowed} valueText={told} />
    </SettingRow>
  )
}
