// A detected tempo or key. A doubtful value has a tilde before it, which is a button to correct the value if `onRepair`
// is given.
import { type Document, isDoubtful, nameOf } from '@/entities/documents/document'
import { library as copy } from '@/shared/copy/library/library'
import { cx } from '@/shared/lib/cx'
import { camelotOf, shortKey } from '@/shared/lib/musical-key'

type DoubtMarkProps = { confidence: number | null; label: string; onRepair?: () => void }

function DoubtMark({ confidence, label, onRepair }: DoubtMarkProps) {
  if (confidence === null || !isDoubtful(confidence)) return null
  const why = copy.doubt(Math.round(confidence * 100))
  if (onRepair === undefined) {
    return (
      <span title={why} className="text-warn">
        ~<span className="sr-only">{` ${why} `}</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-label={label}
      title={why}
      onClick={onRepair}
      className="inline-block px-1 -my-1 py-1 -ml-1 rounded-small text-warn hover:bg-surface-3"
    >
      ~
    </button>
  )
}

type ValueProps = { document: Document; onRepair?: (document: Document) => void }

export function Tempo({ document, onRepair }: ValueProps) {
  const { bpm, bpm_confidence } = document
  if (bpm === null) return <UnknownValue />
  return (
    <span className="num whitespace-nowrap">
      <DoubtMark
        confidence={bpm_confidence}
        label={copy.repairTempoOf(nameOf(document))}
        onRepair={onRepair && (() => onRepair(document))}
      />
      {tempoText(bpm)}
    </span>
  )
}

export function Key({ document, onRepair, dimClass = 'text-ink-3' }: ValueProps & { dimClass?: string }) {
  const { musical_key, key_confidence } = document
  if (musical_key === null) return <UnknownValue />
  return (
    <span className="whitespace-nowrap">
      <DoubtMark
        confidence={key_confidence}
        label={copy.repairKeyOf(nameOf(document))}
        onRepair={onRepair && (() => onRepair(document))}
      />
      <span aria-hidden title={musical_key}>
        {shortKey(musical_key)}
      </span>
      <span className="sr-only">{musical_key}</span>{' '}
      <span className={cx('num text-12 font-regular', dimClass)}>{camelotOf(musical_key)}</span>
    </span>
  )
}

export function UnknownValue() {
  return (
    <>
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <span className="sr-only">{copy.unknown}</span>
    </>
  )
}

/** Formats a tempo: a whole number without decimals, any other with one. */
function tempoText(bpm: number): string {
  return String(Math.round(bpm * 10) / 10)
}
