// Goes one step back in the history, or to the dashboard if the screen was opened directly.
import { useRouter } from '@tanstack/react-router'
import { PATHS } from '@/shared/config/paths'

export function useBack() {
  const { history, navigate } = useRouter()
  return () => {
    if (history.canGoBack()) history.back()
    else navigate({ to: PATHS.home })
  }
}
