// The settings how the voice tag is mixed over a beat. Each choice is saved at once.
import {
  type PreviewSettings,
  type PreviewSettingsBody,
  useSavePreviewSettings,
} from '@/entities/previews/previews'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { previewSettings } from '@/shared/copy/library/previews'
import { SelectRow, SettingList } from '@/shared/ui/lists/setting-row'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'
import { DUCK, EVERY, FIRST, LEVEL, lengthOptions, lengthValue, optionsOf, readLength } from './mix-options'

const { mix: copy } = previewSettings

type MixPanelProps = { settings: PreviewSettings; className?: string }

export function MixPanel({ settings, className }: MixPanelProps) {
  const { mutate } = useSavePreviewSettings()
  const save = (body: PreviewSettingsBody) =>
    mutate(body, {
      onSuccess: () => toast.success(copy.saved, { ...TOASTS.success, id: 'preview-settings' }),
      onError: (error) => toast.error(errorMessageOf(error, copy.failed) ?? calls.offline, TOASTS.other),
    })
  const { first_after, every, tag_level, duck, length } = settings
  return (
    <Panel solid id="mix" title={copy.title} className={className}>
      <SettingList>
        <SelectRow
          label={copy.first}
          help={copy.firstHelp}
          value={String(first_after)}
          options={optionsOf(FIRST, first_after, copy.seconds)}
          onChange={(value) => save({ first_after: Number(value) })}
        />
        <SelectRow
          label={copy.every}
          help={copy.everyHelp}
          value={String(every)}
          options={optionsOf(EVERY, every, copy.seconds)}
          onChange={(value) => save({ every: Number(value) })}
        />
        <SelectRow
          label={copy.level}
          help={copy.levelHelp}
          value={String(tag_level)}
          options={optionsOf(LEVEL, tag_level, copy.decibels)}
          onChange={(value) => save({ tag_level: Number(value) })}
        />
        <SelectRow
          label={copy.duck}
          help={copy.duckHelp}
          value={String(duck)}
          options={optionsOf(DUCK, duck, (value) => (value === 0 ? copy.notLowered : `${value} dB`))}
          onChange={(value) => save({ duck: Number(value) })}
        />
        <SelectRow
          label={copy.length}
          help={copy.lengthHelp}
          value={lengthValue(length)}
          options={lengthOptions(length)}
          onChange={(value) => save({ length: readLength(value) })}
        />
      </SettingList>
    </Panel>
  )
}
