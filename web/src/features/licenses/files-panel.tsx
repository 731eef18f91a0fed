// The files that a license delivers, as they were when it was issued, and who bought it.
import { AudioLines, Download, FileArchive, FileText, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WholeLicense } from '@/entities/licenses/license'
import type { FileRole } from '@/entities/licenses/terms'
import { licenseView as copy, fileRoles } from '@/shared/copy/licenses/licenses'
import { fileSize } from '@/shared/lib/file-size'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Panel } from '@/shared/ui/panel'
import { useDownloadFiles } from './use-download-files'

const ICONS: Partial<Record<FileRole, LucideIcon>> = {
  mp3: AudioLines,
  wav: AudioLines,
  tagged: AudioLines,
  stems: FileArchive,
  project: FileArchive,
}

type FilesPanelProps = {
  license: WholeLicense
  /** The offer of the next higher license, at the foot of the panel. */
  next?: ReactNode
  className?: string
}

export function FilesPanel({ license, next, className }: FilesPanelProps) {
  const { files, buyer, document_id, is_recorded_by_producer } = license
  const { one, all, isPending } = useDownloadFiles(license)
  const facts = [
    [copy.buyer, buyer.name],
    [copy.alias, buyer.alias],
    [copy.email, buyer.email],
    [copy.address, [buyer.address, buyer.country].filter(Boolean).join(', ')],
    [copy.acceptance, is_recorded_by_producer ? copy.recorded : ''],
  ].filter(([, value]) => value !== '')
  return (
    <Panel
      solid
      padded={false}
      title={copy.files}
      aside={<span className="text-12 text-ink-3">{copy.frozen}</span>}
      className={`flex flex-col ${className ?? ''}`}
    >
      {files.length === 0 ? (
        <p className="px-(--pad) pb-4 text-ink-2">{copy.noFilesNow}</p>
      ) : (
        <ul className="border-t border-line">
          {files.map((file) => {
            const { id, role, name, size } = file
            const Icon = ICONS[role] ?? FileText
            return (
              <li
                key={id}
                className="flex items-center gap-3 min-h-14 px-(--pad) py-2 border-t border-line first:border-t-0"
              >
                <span className="grid place-items-center flex-none size-8 rounded-control bg-surface-3 text-ink-2">
                  <Icon aria-hidden className="size-[18px]" />
                </span>
                <span className="grow min-w-0">
                  <span className="block truncate font-medium">{name}</span>
                  <span className="num block text-12 text-ink-3">{`${fileRoles[role]} · ${fileSize(size)}`}</span>
                </span>
                {document_id === null ? null : (
                  <IconButton
                    size="sm"
                    tooltip={false}
                    label={copy.downloadOf(name)}
                    icon={<Download aria-hidden className="size-[18px]" />}
                    disabled={isPending}
                    onClick={() => one(file)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {files.length > 0 ? (
        <div className="px-(--pad) py-4 border-t border-line">
          {document_id === null ? (
            <p className="text-12 text-ink-2">{copy.beatGone}</p>
          ) : (
            <Button block icon={<Download aria-hidden />} pending={isPending} onClick={all}>
              {copy.downloadAll(files.length)}
            </Button>
          )}
        </div>
      ) : null}
      <dl className="num grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-(--pad) py-4 border-t border-line">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-12 leading-5 text-ink-3">{name}</dt>
            <dd className="break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      {next}
    </Panel>
  )
}
