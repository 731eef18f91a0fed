// Accepts files dropped on any screen, and shows the uploads above the routes. The code of both is fetched after the
// first screen, so that it is available when the network is not.
import { Suspense, useEffect } from 'react'
import { useUser } from '@/entities/session/use-session'
import { useFileQuestion } from '@/entities/uploads/file-question'
import { useAreUploadsElsewhere, useUploads } from '@/entities/uploads/uploads'
import { useTakeDropped } from '@/entities/uploads/use-take-files'
import { useFileDrop } from '@/features/uploads/use-file-drop'
import { SESSION, STORAGE_KEYS } from '@/shared/config/limits'
import { lazy } from '@/shared/lib/lazy'

const loadTray = () => import('@/features/uploads/upload-tray')
const loadVeil = () => import('@/features/uploads/drop-veil')
const loadQueue = () => import('@/entities/uploads/take-files')
const UploadTray = lazy(async () => ({ default: (await loadTray()).UploadTray }))
const GroupDialog = lazy(async () => ({
  default: (await import('@/features/uploads/group-dialog')).GroupDialog,
}))
const DropVeil = lazy(async () => ({ default: (await loadVeil()).DropVeil }))

export function UploadsHost() {
  const list = useUploads()
  const question = useFileQuestion()
  const isElsewhere = useAreUploadsElsewhere()
  const userId = useUser()?.id
  const isOver = useFileDrop(useTakeDropped())
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadTray, loadVeil, loadQueue]) load().catch(() => {})
    }, SESSION.lockPrefetchMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    // Unfinished uploads of an earlier visit are shown at once.
    if (userId !== undefined && localStorage.getItem(`${STORAGE_KEYS.uploads}.${userId}`) !== null)
      loadQueue().catch(() => {})
  }, [userId])
  return (
    <Suspense>
      {list.length > 0 && !isElsewhere ? <UploadTray /> : null}
      {isOver ? <DropVeil /> : null}
      {question ? <GroupDialog key={question.serial} question={question} /> : null}
    </Suspense>
  )
}
