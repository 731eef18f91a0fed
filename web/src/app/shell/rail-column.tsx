// The column of the side rail: the button that folds and opens it, its key, and the content, which comes in as a prop.
import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { type RailView, rail } from '@/entities/rail/rail'
import { rail as copy } from '@/shared/copy/figures/rail'
import { cx } from '@/shared/lib/cx'
import { iconButtonClass } from '@/shared/ui/icon-button-class'
import { isFreeKey } from './keys'

type RailColumnProps = { view: Exclude<RailView, 'none'>; children: ReactNode }

export function RailColumn({ view, children }: RailColumnProps) {
  const column = useRef<HTMLElement>(null)
  const contentId = useId()
  const isFolded = view === 'folded'
  const label = isFolded ? copy.show : copy.hide
  const Icon = isFolded ? PanelRightOpen : PanelRightClose

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ']' || !isFreeKey(event)) return
      event.preventDefault()
      rail.toggle()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useCloseOver(view === 'over', column)

  return (
    <aside ref={column} aria-label={copy.name} className="rail-column">
      <div className="rail-sheet">
        {/* One button in both states, so that the keyboard focus stays on it. */}
        <button
          type="button"
          aria-label={label}
          aria-expanded={!isFolded}
          aria-controls={contentId}
          aria-keyshortcuts="]"
          title={`${label}  ]`}
          onClick={rail.toggle}
          className={cx(
            iconButtonClass('sm'),
            'absolute z-1 top-3 size-7! aria-expanded:bg-transparent aria-expanded:hover:bg-surface-3 [&>.lucide]:size-[18px]',
            isFolded ? 'left-1.5' : 'right-4',
          )}
        >
          <Icon aria-hidden />
        </button>
        <div id={contentId} className="h-full">
          {children}
        </div>
      </div>
    </aside>
  )
}

/** A rail that lies over the page closes on Escape and on a click beside it. */
function useCloseOver(isOver: boolean, column: { current: HTMLElement | null }) {
  useEffect(() => {
    if (!isOver) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isFreeKey(event)) rail.closeOver()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !column.current?.contains(target)) rail.closeOver()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [isOver, column])
}
