// Switches, checkboxes, sets of checkboxes, segments and tabs.
import { useState } from 'react'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Switch } from '@/shared/ui/inputs/switch'
import { TickSet } from '@/shared/ui/inputs/tick-set'
import { Panel } from '@/shared/ui/panel'
import { TabPanel, Tabs } from '@/shared/ui/tabs'

type Tab = 'all' | 'unread' | 'sales'
type Period = '30d' | '12m' | 'all'
type Kind = 'sale' | 'refund' | 'payment' | 'other'

const KINDS = ['sale', 'refund', 'payment', 'other'] as const
const KIND_NAMES = { sale: 'Sale', refund: 'Refund', payment: 'Payment', other: 'Other' }

export function ChoicesSection() {
  const [on, setOn] = useState(true)
  const [ticked, setTicked] = useState(true)
  const [tab, setTab] = useState<Tab>('all')
  const [kinds, setKinds] = useState<readonly Kind[]>(['sale', 'refund'])
  const [period, setPeriod] = useState<Period>('12m')
  return (
    <Panel title="Choices" solid>
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-5">
          <Switch aria-label="On and off" checked={on} onCheckedChange={setOn} />
          <Switch aria-label="Off" checked={false} onCheckedChange={() => {}} />
          <Switch aria-label="Cannot be changed" checked disabled onCheckedChange={() => {}} />
          <Checkbox label="Completed" checked={ticked} onCheckedChange={setTicked} />
          <Checkbox label="Some of them" checked={false} indeterminate onCheckedChange={() => {}} />
          <Checkbox label="Not chosen" checked={false} onCheckedChange={() => {}} />
          <Checkbox label="Disabled" checked disabled onCheckedChange={() => {}} />
        </div>
        <div className="grid grid-cols-2 gap-5 max-w-[480px]">
          <TickSet legend="A set" all={KINDS} names={KIND_NAMES} chosen={kinds} onChange={setKinds} />
          <TickSet
            wide
            legend="A wide set"
            all={KINDS}
            names={KIND_NAMES}
            chosen={kinds}
            onChange={setKinds}
          />
        </div>
        <Segmented
          label="Period"
          options={[
            { value: '30d', label: '30 days' },
            { value: '12m', label: '12 months' },
            { value: 'all', label: 'All' },
          ]}
          value={period}
          onValueChange={setPeriod}
        />
        <Tabs
          label="Notifications"
          items={[
            { value: 'all', label: 'All' },
            { value: 'unread', label: 'Unread', count: 3 },
            { value: 'sales', label: 'Sales' },
          ]}
          value={tab}
          onValueChange={setTab}
        >
          <TabPanel value="all" className="pt-3">
            All of them
          </TabPanel>
          <TabPanel value="unread" className="pt-3">
            Three unread
          </TabPanel>
          <TabPanel value="sales" className="pt-3">
            Sales only
          </TabPanel>
        </Tabs>
      </div>
    </Panel>
  )
}
