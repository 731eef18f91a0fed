// The time zone: a text box that searches all zones. Only a chosen one is saved; leaving the box brings the saved one
// back.
import { useState } from 'react'
import type { Settings } from '@/entities/settings/queries'
import { settings as copy } from '@/shared/copy/settings/settings'
import { allZones, browserZone, findZones, zoneText } from '@/shared/lib/time/zones'
import { SuggestInput } from '@/shared/ui/inputs/suggest-input'
import { SettingRow } from '@/shared/ui/lists/setting-row'
import { useChangeSetting } from './use-change-setting'

const MOST = 8

export function TimeZoneRow({ settings: { time_zone } }: { settings: Settings }) {
  const change = useChangeSetting()
  const [typed, setTyped] = useState<string | null>(null)
  // Without a search, the browser's zone and the chosen one are offered.
  const near = [browserZone(), time_zone].filter((zone): zone is string => zone !== undefined)
  const found = typed?.trim() ? findZones(typed, allZones(), MOST) : [...new Set(near)]
  return (
    <SettingRow {...copy.timeZone}>
      {({ labelId, helpId }) => (
        // Leaving the box by Tab or a click elsewhere shows the saved zone again.
        // biome-ignore lint/a11y/noStaticElementInteractions: listens to the box inside
        <div className="w-40 sm:w-56" onBlur={() => setTyped(null)}>
          <SuggestInput
            aria-labelledby={labelId}
            aria-describedby={helpId}
            value={typed ?? zoneText(time_zone)}
            onValueChange={setTyped}
            items={found.map((zone) => ({ id: zone, label: zoneText(zone) }))}
            onChoose={({ id }) => {
              setTyped(null)
              if (id !== time_zone) change({ key: 'time_zone', value: id })
            }}
            listLabel={copy.timeZone.list}
          />
        </div>
      )}
    </SettingRow>
  )
}
