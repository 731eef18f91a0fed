// The app's entry point: applies the appearance, starts the session, renders the page.
import '@/shared/theme/app.css'
import '@/shared/theme/store'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from '@/entities/session/session'
import { watchNetwork } from '@/shared/api/connection'
import { STORAGE_KEYS } from '@/shared/config/limits'
import { Toaster } from '@/shared/ui/toast/toaster'
import { UiProvider } from '@/shared/ui/ui-provider'
import { CrashBoundary } from './crash-boundary'
import { Gate } from './gate'
import { prefetch } from './screens'
import { speakForSession } from './session-toasts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

speakForSession()
prefetch(localStorage.getItem(STORAGE_KEYS.token) === null ? 'auth' : 'app')
// The app's code is prefetched when a sign-in form is submitted, while the server checks it.
document.addEventListener('submit', () => prefetch('app'), { once: true, capture: true })
// A file dropped beside its place, or on a screen that takes none, must not replace the app.
for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, keepFileOut)
watchNetwork(window)
session.start()

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <CrashBoundary>
        <Gate />
      </CrashBoundary>
      <Toaster />
    </UiProvider>
  </StrictMode>,
)

function keepFileOut(event: DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
