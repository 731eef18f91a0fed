// One row of a settings panel: name, one line of help, and the control at the end.
import { type ReactNode, useId } from 'react'
import { Select } from '../inputs/select'
import { Switch } from '../inputs/switch'

export function SettingList({ children }: { children: ReactNode }) {
  return <ul className="-mt-1.5 -mb-3">{children}</ul>
}

type RowIds = { labelId: string; helpId: string }

export function SettingRow({
  label,
  help,
  children,
}: {
  label: string
  help: string
  children: ReactNode | ((ids: RowIds) => ReactNode)
}) {
  const id = useId()
  const ids = { labelId: `${id}-label`, helpId: `${id}-help` }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 min-h-14 py-2 border-t border-line first:border-t-0">
      <div className="grow basis-32 min-w-0">
        <p id={ids.labelId} className="font-medium">
          {label}
        </p>
        <p id={ids.helpId} className="mt-0.5 text-12 text-ink-3 break-words">
          {help}
        </p>
      </div>
      {typeof children === 'function' ? children(ids) : children}
    </li>
  )
}

type SwitchRowProps = { label: string; help: string; checked: boolean; onChange: (checked: boolean) => void }

export function SwitchRow({ label, help, checked, onChange }: SwitchRowProps) {
  return (
    <SettingRow label={label} help={help}>
      {({ labelId, helpId }) => (
        <Switch
          checked={checked}
          onCheckedChange={onChange}
          aria-labelledby={labelId}
          aria-describedby={helpId}
        />
      )}
    </SettingRow>
  )
}

type SelectRowProps<Value extends string> = {
  label: string
  help: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

export function SelectRow<Value extends string>({
  label,
  help,
  value,
  options,
  onChange,
}: SelectRowProps<Value>) {
  return (
    <SettingRow label={label} help={help}>
      {({ labelId, helpId }) => (
        <div className="w-40 sm:w-42">
          <Select
            value={value}
            options={options}
            onValueChange={onChange}
            aria-labelledby={labelId}
            aria-describedby={helpId}
          />
        </div>
      )}
    </SettingRow>
  )
}
