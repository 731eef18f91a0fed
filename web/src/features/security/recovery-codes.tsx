// Step 3 of the wizard: the recovery codes, which are shown only once.
import { CircleCheck, Download } from 'lucide-react'
import { twoFactorSetup } from '@/shared/copy/identity/security'
import { saveFile } from '@/shared/lib/save-file'
import { Button } from '@/shared/ui/button'
import { CopyButton } from './copy-button'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')

  const download = () =>
    saveFile({
      name: twoFactorSetup.recoveryFile,
      content: new Blob([`${text}\n`], { type: 'text/plain' }),
    })

  return (
    <div className="grid gap-4">
      <p role="status" className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden className="text-pos" />
        {twoFactorSetup.complete}
      </p>
      <p className="text-ink-2">{twoFactorSetup.recoveryIntro}</p>
      <ul
        aria-label={twoFactorSetup.recoveryCodes}
        className="code grid grid-cols-2 gap-x-4 gap-y-2 p-4 rounded-control bg-surface-3"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={twoFactorSetup.copyCodes} />
        <Button onClick={download} icon={<Download aria-hidden />}>
          {twoFactorSetup.downloadCodes}
        </Button>
      </div>
    </div>
  )
}
