// The notice how long to wait before the next attempt.
import { Banner } from '@/shared/ui/banner'

export function RetryNotice({ text }: { text: string | null }) {
  return text === null ? null : <Banner tone="warning">{text}</Banner>
}
