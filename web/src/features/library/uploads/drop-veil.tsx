// Covers the screen while files are dragged over it.
import { Upload } from 'lucide-react'
import { library as copy } from '@/shared/copy/media'

export function DropVeil() {
  return (
    <div className="fixed inset-0 z-50 grid place-items-center p-4 bg-overlay pointer-events-none">
      <p className="flex items-center gap-3 px-8 py-10 rounded-panel border-2 border-dashed border-accent bg-surface-solid text-ink text-16 font-medium shadow-3">
        <Upload aria-hidden className="text-accent-text" />
        {copy.drop}
      </p>
    </div>
  )
}
