// Says that the server asks for patience, and for how long.
import { Banner } from '@/shared/ui/banner'

export function RetryNotice({ text }: { text: string | null }) {
  return text === null ? null : <Banner tone="warning">{text}</Banner>
}
