// A name for a control that shows only an icon, on hover and on keyboard focus. It repeats what the
// control already tells a screen reader, so it is not announced a second time.
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="settle rounded-small bg-stage text-stage-ink px-2 py-1 text-12 shadow-2 data-starting-style:opacity-0 data-ending-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
