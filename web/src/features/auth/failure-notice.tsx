// The error message of a failed attempt, beside the form. Screen readers announce the toast with the same text instead.
import { CircleAlert } from 'lucide-react'

export function FailureNotice({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p className="flex items-start gap-2 px-3.5 py-2.5 rounded-control bg-neg-soft text-neg">
      <CircleAlert aria-hidden className="flex-none" />
      <span className="min-w-0">{text}</span>
    </p>
  )
}
