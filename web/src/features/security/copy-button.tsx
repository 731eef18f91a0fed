// A button that copies a text and shows whether that worked.
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { TOASTS } from '@/shared/config/limits'
import { twoFactorSetup } from '@/shared/copy/identity/security'
import { Button } from '@/shared/ui/button'
import { toast } from '@/shared/ui/toast/toast'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast.error(twoFactorSetup.copyFailed, TOASTS.other)
    }
  }

  return (
    <Button onClick={copy} icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}>
      <span aria-live="polite">{copied ? twoFactorSetup.copied : label}</span>
    </Button>
  )
}
