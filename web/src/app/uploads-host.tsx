// Takes files dropped on any screen, and shows the uploads above the routes. The code of both is fetched after the
// first screen, so that it is there when the network is not.
import { Suspense, useEffect } from 'react'
import { useAreUploadsElsewhere, useUploads } from '@/entities/uploads/uploads'
import { useTakeFiles } from '@/entities/uploads/use-take-files'
import { useFileDrop } from '@/features/uploads/use-file-drop'
import { SESSION } from '@/shared/config/limits'
import { lazy } from '@/shared/lib/lazy'

const loadTray = () => import('@/features/uploads/upload-tray')
const loadVeil = () => import('@/features/uploads/drop-veil')
const loadQueue = () => import('@/entities/uploads/take-files')
const UploadTray = lazy(async () => ({ default: (await loadTray()).UploadTray }))
const DropVeil = lazy(async () => ({ default: (await loadVeil()).DropVeil }))

export function UploadsHost() {
  const list = useUploads()
  const isElsewhere = useAreUploadsElsewhere()
  const isOver = useFileDrop(useTakeFiles())
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadTray, loadVeil, loadQueue]) load().catch(() => {})
    }, SESSION.lockPrefetchMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense>
      {list.length > 0 && !isElsewhere ? <UploadTray /> : null}
      {isOver ? <DropVeil /> : null}
    </Suspense>
  )
}
