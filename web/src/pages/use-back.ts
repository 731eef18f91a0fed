// Back is one step in history; whoever came straight to the screen goes home instead of nowhere.
import { useRouter } from '@tanstack/react-router'
import { PATHS } from '@/shared/config/paths'

export function useBack() {
  const { history, navigate } = useRouter()
  return () => {
    if (history.canGoBack()) history.back()
    else navigate({ to: PATHS.home })
  }
}
