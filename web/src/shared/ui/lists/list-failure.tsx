// Shown in place of a list whose first page could not be loaded, with a button that retries.
import { Banner } from '../banner'
import { Button } from '../button'

type ListFailureProps = { text: string; retryLabel: string; onRetry: () => void; className?: string }

export function ListFailure({ text, retryLabel, onRetry, className }: ListFailureProps) {
  return (
    <Banner tone="error" className={className} action={<Button onClick={onRetry}>{retryLabel}</Button>}>
      {text}
    </Banner>
  )
}
