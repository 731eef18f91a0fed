// The overlay that covers the screen while files are dragged over it.
import { Upload } from 'lucide-react'
import { useDropTarget } from '@/entities/uploads/file-question'
import { library as copy } from '@/shared/copy/library/library'

export function DropVeil() {
  const beat = useDropTarget()
  return (
    <div className="fixed inset-0 z-50 grid place-items-center p-4 bg-overlay pointer-events-none">
      <div className="grid justify-items-center gap-1 px-10 py-10 rounded-panel border-2 border-dashed border-accent bg-surface-solid text-center shadow-3">
        <Upload aria-hidden className="mb-2 text-accent-text" />
        <p className="text-ink text-16 font-medium">
          {beat === null ? copy.drop : copy.dropInto(beat.title)}
        </p>
        <p className="text-ink-2">{beat === null ? copy.dropHint : copy.dropIntoHint}</p>
      </div>
    </div>
  )
}
