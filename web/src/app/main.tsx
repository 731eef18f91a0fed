// Where the app begins: the appearance, the session, then the page.
import '@/shared/theme/app.css'
import '@/shared/theme/store'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from '@/entities/session/session'
import { STORAGE_KEYS } from '@/shared/config/limits'
import { Toaster } from '@/shared/ui/toast/toaster'
import { UiProvider } from '@/shared/ui/ui-provider'
import { Gate } from './gate'
import { queryClient } from './query-client'
import { prefetch } from './screens'
import { speakForSession } from './session-toasts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

speakForSession()
prefetch(localStorage.getItem(STORAGE_KEYS.token) === null ? 'auth' : 'app')
session.start()

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <Gate />
        <Toaster />
      </QueryClientProvider>
    </UiProvider>
  </StrictMode>,
)
