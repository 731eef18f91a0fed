// One toast, on the dark stage in every theme.
import { Toast as Base } from '@base-ui/react/toast'
import { Check, CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import { cx } from '@/shared/lib/cx'
import type { ToastData, ToastKind } from './toast'

const ICONS: Record<ToastKind, typeof Check> = {
  success: Check,
  error: CircleAlert,
  info: Info,
  warning: TriangleAlert,
}

/** What the kind is called for someone who cannot see its icon. */
const KIND_NAMES: Record<ToastKind, string> = {
  success: 'Success',
  error: 'Error',
  info: 'Information',
  warning: 'Warning',
}

export const stageActionClass =
  'h-7 px-2.5 rounded-control text-12 font-medium whitespace-nowrap bg-stage-ink text-on-stage hover:opacity-90'

export const stageQuietClass =
  'h-7 px-2.5 rounded-control text-12 font-medium whitespace-nowrap text-stage-ink-2 hover:text-stage-ink hover:bg-stage-2'

export function ToastCard({ item }: { item: Base.Root.ToastObject<ToastData> }) {
  const { close } = Base.useToastManager()
  const kind = (item.type ?? 'info') as ToastKind
  const Icon = ICONS[kind] ?? Info
  const render = item.data?.render
  const action = item.data?.action
  return (
    <Base.Root
      toast={item}
      // A group, not a dialog: a message must not be taken for something that wants an answer.
      role="group"
      aria-modal={undefined}
      swipeDirection="right"
      className={cx(
        'settle pointer-events-auto rounded-control bg-stage text-stage-ink border border-stage-line shadow-2 glass',
        'data-starting-style:opacity-0 data-starting-style:translate-x-4 data-ending-style:opacity-0 data-limited:hidden',
      )}
    >
      {render ? (
        render(() => close(item.id))
      ) : (
        <Base.Content className="flex items-start gap-2.5 min-h-11 py-2 pl-3 pr-2">
          <Icon role="img" aria-label={KIND_NAMES[kind]} className="mt-1 text-stage-mark" />
          <div className="grow min-w-0 py-1 break-words">
            <Base.Title render={<p />} />
            {item.description ? <Base.Description className="mt-0.5 text-12 text-stage-ink-2" /> : null}
            {action ? (
              <button
                type="button"
                className={cx(stageActionClass, 'mt-2')}
                onClick={() => {
                  action.onSelect()
                  close(item.id)
                }}
              >
                {action.label}
              </button>
            ) : null}
          </div>
          <Base.Close
            aria-label="Close"
            // The library hides it until the stack is hovered; ours lie side by side, always reachable.
            aria-hidden={undefined}
            className="grid place-items-center size-7 flex-none rounded-control text-stage-ink-2 hover:text-stage-ink hover:bg-stage-2"
          >
            <X aria-hidden className="size-4" />
          </Base.Close>
        </Base.Content>
      )}
    </Base.Root>
  )
}
