// Switches, ticks, segments and tabs.
import { useState } from 'react'
import { Checkbox } from '@/shared/ui/checkbox'
import { Panel } from '@/shared/ui/panel'
import { Segmented } from '@/shared/ui/segmented'
import { Switch } from '@/shared/ui/switch'
import { TabPanel, Tabs } from '@/shared/ui/tabs'

type Tab = 'all' | 'unread' | 'sales'
type Period = '30d' | '12m' | 'all'

export function ChoicesSection() {
  const [on, setOn] = useState(true)
  const [ticked, setTicked] = useState(true)
  const [tab, setTab] = useState<Tab>('all')
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
