// The contract of one license kind: its text with errors by line, its versions, and a preview filled for a made-up
// buyer. The preview follows the typed text after a pause.
import { useQuery } from '@tanstack/react-query'
import { Check, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  LONGEST_CONTRACT,
  previewQuery,
  type TextFault,
  type TextVersion,
  textQuery,
  textVersionsQuery,
  useSaveText,
} from '@/entities/licenses/contract'
import type { Kind } from '@/entities/licenses/kind'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { contractText as copy } from '@/shared/copy/licenses/license-kinds'
import { contract } from '@/shared/copy/licenses/licenses'
import { confirmDiscard } from '@/shared/forms/confirm-discard'
import { unsaved } from '@/shared/forms/unsaved'
import { dayText, today } from '@/shared/lib/time/calendar'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Badge } from '@/shared/ui/badge'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { type ContractBlock, ContractSheet } from '@/shared/ui/contract-sheet'
import { Select } from '@/shared/ui/inputs/select'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { toast } from '@/shared/ui/toast/toast'
import { FieldPicker } from './field-picker'
import { TextEditor } from './text-editor'
import { fieldCount, lineStart } from './text-lines'

const PREVIEW_DELAY_MS = 350

type ContractPanelProps = {
  kinds: readonly Kind[]
  kind: Kind
  onKind: (id: string) => void
}

export function ContractPanel({ kinds, kind, onKind }: ContractPanelProps) {
  const versions = useQuery(textVersionsQuery(kind.id))
  const newest = versions.data?.[0]
  const [chosen, setChosen] = useState<number | null>(null)
  const version = versions.data?.find((one) => one.version === chosen) ?? newest
  const text = useQuery({ ...textQuery(kind.id, version?.version ?? 0), enabled: version !== undefined })
  const failed = versions.isError ? versions : text.isError ? text : null
  const isReady = version !== undefined && newest !== undefined && text.data !== undefined

  return (
    <Panel solid padded={false} id="contract" className="@container overflow-clip">
      <h2 className="sr-only">{copy.title}</h2>
      {failed && !isReady ? (
        <Banner
          tone="error"
          className="m-4"
          action={<Button onClick={() => failed.refetch()}>{copy.retry}</Button>}
        >
          {errorMessageOf(failed.error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {isReady ? (
        <Editor
          key={`${kind.id} ${version.version}`}
          kinds={kinds}
          kind={kind}
          onKind={(id) => {
            setChosen(null)
            onKind(id)
          }}
          versions={versions.data ?? []}
          version={version}
          newest={newest}
          saved={text.data ?? ''}
          onVersion={setChosen}
        />
      ) : null}
      {!isReady && !failed ? (
        <Loading label={copy.loading}>
          <Skeleton height={480} className="rounded-panel" />
        </Loading>
      ) : null}
    </Panel>
  )
}

type EditorProps = ContractPanelProps & {
  versions: readonly TextVersion[]
  version: TextVersion
  newest: TextVersion
  /** The saved text of the chosen version. */
  saved: string
  onVersion: (version: number | null) => void
}

function Editor({ kinds, kind, onKind, versions, version, newest, saved, onVersion }: EditorProps) {
  const [text, setText] = useState(saved)
  const [refused, setRefused] = useState<{ text: string; faults: TextFault[] } | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const barId = useId()
  const later = useDebounced(text, PREVIEW_DELAY_MS)
  const length = [...text].length
  const isTooLong = length > LONGEST_CONTRACT
  const preview = useQuery({ ...previewQuery(kind.id, later), enabled: !isTooLong })
  const sheet = useLastSheet(preview.data?.blocks)
  const save = useSaveText()
  const isDirty = text !== saved
  const isOld = version.version !== newest.version
  useUnsavedText(isDirty, copy.textLabel(kind.name))

  const faults = refused?.text === text ? refused.faults : (preview.data?.faults ?? [])
  const missing = preview.data?.missing ?? []
  const dayOf = ({ created_at }: TextVersion) => dayText(today(new Date(created_at)))

  const leave = async (go: () => void) => {
    if (!isDirty || (await confirmDiscard())) go()
  }

  function insert(name: string) {
    const element = area.current
    if (!element) return
    element.focus()
    const words = `{{${name}}}`
    // execCommand keeps the browser's own undo; where it is not supported the text is replaced.
    if (document.execCommand?.('insertText', false, words)) return
    element.setRangeText(words, element.selectionStart, element.selectionEnd, 'end')
    setText(element.value)
  }

  function goToLine(line: number) {
    const element = area.current
    if (!element) return
    const start = lineStart(text, line)
    const end = text.indexOf('\n', start)
    element.focus()
    element.setSelectionRange(start, end === -1 ? text.length : end)
  }

  const submit = () =>
    save.mutate(
      { kindId: kind.id, text },
      {
        onSuccess: (made) => {
          toast.success(copy.saved(made.version), TOASTS.success)
          onVersion(null)
        },
        onError: (error) => {
          const found = faultsOf(error)
          setRefused(found.length === 0 ? null : { text, faults: found })
          toast.error(errorMessageOf(error, copy.saveFailed) ?? calls.offline, TOASTS.other)
        },
      },
    )

  return (
    <div data-dirty={isDirty || undefined}>
      <div className="grid grid-cols-[minmax(0,1fr)] @min-[760px]:grid-cols-2">
        <div className="min-w-0">
          <PaneHead>
            <span className="font-medium">{copy.title}</span>
            <Select
              aria-label={copy.of}
              value={kind.id}
              options={kinds.map(({ id, name }) => ({ value: id, label: name }))}
              onValueChange={(id) => leave(() => onKind(id))}
              className="w-[168px] mr-auto"
            />
            <FieldPicker onChoose={insert} />
            <Select
              aria-label={copy.version}
              value={String(version.version)}
              options={versions.map((one) => ({
                value: String(one.version),
                label:
                  isDirty && one.version === version.version
                    ? copy.edited(one.version)
                    : copy.versionOf(one.version, dayOf(one)),
              }))}
              onValueChange={(next) => leave(() => onVersion(Number(next)))}
              className="w-[192px]"
            />
          </PaneHead>
          {isOld ? (
            <p role="status" className="px-(--pad) py-2 border-b border-line bg-surface-2 text-12 text-ink-2">
              {copy.older(version.version, dayOf(version))}
            </p>
          ) : null}
          {kind.has_default_text ? <DefaultText /> : null}
          <div className="max-h-[560px] overflow-y-auto">
            <TextEditor
              label={copy.textLabel(kind.name)}
              value={text}
              onChange={setText}
              faulty={new Set(faults.map(({ line }) => line))}
              area={area}
              describedBy={barId}
            />
          </div>
        </div>
        <div className="flex flex-col min-w-0 border-line @min-[760px]:h-0 @min-[760px]:min-h-full @min-[760px]:border-l @max-[759px]:border-t">
          <PaneHead>
            <span className="font-medium mr-auto">{copy.preview}</span>
            <span className="text-12 text-ink-3">{contract.madeUpBuyer}</span>
          </PaneHead>
          {kind.has_default_text ? <DefaultText /> : null}
          {/* A scroll area must be reachable by keyboard. */}
          <section
            aria-label={contract.previewLabel}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
            tabIndex={0}
            className="grow min-h-[200px] @max-[759px]:max-h-[560px] overflow-y-auto px-6 py-5 max-sm:px-4 bg-surface-2 focus-visible:-outline-offset-2"
          >
            {sheet.length > 0 ? <ContractSheet blocks={sheet} marked /> : null}
            {preview.isError && !preview.data ? (
              <Banner tone="error" action={<Button onClick={() => preview.refetch()}>{copy.retry}</Button>}>
                {errorMessageOf(preview.error, copy.previewFailed) ?? copy.previewFailed}
              </Banner>
            ) : null}
            {preview.isPending ? (
              <Loading label={copy.loading}>
                <Skeleton height={360} />
              </Loading>
            ) : null}
          </section>
        </div>
      </div>
      <div id={barId} aria-live="polite">
        {faults.length > 0 ? (
          <ul aria-label={copy.faultsLabel} className="grid gap-1 px-(--pad) py-3 border-t border-line">
            {faults.map(({ line, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may have two faults alike
              <li key={index} className="text-neg">
                <button
                  type="button"
                  onClick={() => goToLine(line)}
                  className="mr-2 font-medium underline underline-offset-3 rounded-small"
                >
                  {copy.goTo(line)}
                </button>
                {message}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-3 px-(--pad) py-3.5 border-t border-line">
        <CheckResult
          faults={faults}
          missing={missing.map(({ label }) => label)}
          fields={fieldCount(text)}
          isKnown={preview.data !== undefined}
        />
        <span className={isTooLong ? 'grow num text-12 text-neg' : 'grow num text-12 text-ink-3'}>
          {isTooLong ? copy.tooLong(LONGEST_CONTRACT) : copy.characters(length, LONGEST_CONTRACT)}
        </span>
        <Button disabled={!isDirty || save.isPending} onClick={() => leave(() => setText(saved))}>
          {copy.discard}
        </Button>
        <Button
          variant="primary"
          disabled={(!isDirty && !isOld) || isTooLong || faults.length > 0}
          pending={save.isPending}
          pendingLabel={copy.saving}
          onClick={submit}
        >
          {copy.saveAs(newest.version + 1)}
        </Button>
      </div>
    </div>
  )
}

function PaneHead({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 min-h-12 px-4 py-1.5 pl-(--pad) border-b border-line">
      {children}
    </div>
  )
}

function DefaultText() {
  return (
    <p className="flex items-start gap-2 px-(--pad) py-2 border-b border-line bg-info-soft text-12 text-info">
      <Info aria-hidden className="flex-none size-4" />
      {contract.defaultText}
    </p>
  )
}

type CheckResultProps = {
  faults: readonly TextFault[]
  missing: readonly string[]
  fields: number
  isKnown: boolean
}

function CheckResult({ faults, missing, fields, isKnown }: CheckResultProps) {
  if (faults.length > 0) {
    const lines = new Set(faults.map(({ line }) => line)).size
    return (
      <Badge tone="neg" icon={<TriangleAlert aria-hidden />}>
        {copy.faults(lines)}
      </Badge>
    )
  }
  if (!isKnown) return null
  if (missing.length > 0) {
    return (
      <Badge tone="warn" icon={<Info aria-hidden />}>
        {copy.missing(missing)}
      </Badge>
    )
  }
  return (
    <Badge tone="pos" icon={<Check aria-hidden />}>
      {copy.fine(fields)}
    </Badge>
  )
}

/** Returns the blocks of the preview. A text with errors may have no blocks; then the last ones stay on screen. */
function useLastSheet(blocks: readonly ContractBlock[] | undefined): readonly ContractBlock[] {
  const last = useRef<readonly ContractBlock[]>([])
  if (blocks !== undefined && blocks.length > 0) last.current = blocks
  return last.current
}

/** Registers the text as an unsaved form, so that leaving the screen asks first. */
function useUnsavedText(isDirty: boolean, name: string) {
  const state = useRef({ isDirty, name, isDropped: false })
  state.current = { isDirty, name, isDropped: isDirty && state.current.isDropped }
  useEffect(() => {
    const isLost = () => state.current.isDirty && !state.current.isDropped
    return unsaved.add({
      isDirty: isLost,
      isDirtyForNavigation: isLost,
      discard: () => {
        state.current.isDropped = true
      },
      draft: () => null,
    })
  }, [])
}

/** Returns the errors by line of a text that the server refused. */
function faultsOf(error: unknown): TextFault[] {
  return error instanceof ApiError && Array.isArray(error.details.faults)
    ? (error.details.faults as TextFault[])
    : []
}
