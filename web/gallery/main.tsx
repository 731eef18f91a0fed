// Opens the gallery; `?view=shell&path=/settings` shows the app's frame at that path instead.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster } from '@/shared/ui/toast/toaster'
import { UiProvider } from '@/shared/ui/ui-provider'
import { ComponentsView } from './components-view'
import { ShellView } from './shell-view'
import './gallery.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

const wanted = new URLSearchParams(window.location.search)

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      {wanted.get('view') === 'shell' ? (
        <ShellView path={wanted.get('path') ?? '/dashboard'} />
      ) : (
        <ComponentsView />
      )}
      <Toaster />
    </UiProvider>
  </StrictMode>,
)
