// The text of a contract with numbered lines. The textarea's own letters are invisible and lie exactly over a colored
// copy of the text, in which fields are soft chips, headings stand out, and lines with a fault are marked.
import { memo, type RefObject, useState } from 'react'
import { cx } from '@/shared/lib/cx'
import { isHeading, lineAt, partsOf } from './text-lines'
import './text-editor.css'

type TextEditorProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The lines with an error, counted from 1. */
  faulty: ReadonlySet<number>
  area: RefObject<HTMLTextAreaElement | null>
  describedBy?: string
}

export function TextEditor({ label, value, onChange, faulty, area, describedBy }: TextEditorProps) {
  const [current, setCurrent] = useState<number | null>(null)
  const follow = () => {
    const element = area.current
    if (element) setCurrent(lineAt(element.value, element.selectionStart))
  }
  return (
    <div className="contract-editor">
      <div aria-hidden className="contract-lines">
        {value.split('\n').map((line, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            key={index}
            text={line}
            isFaulty={faulty.has(index + 1)}
            isCurrent={current === index + 1}
          />
        ))}
      </div>
      <textarea
        ref={area}
        aria-label={label}
        aria-invalid={faulty.size > 0 || undefined}
        aria-describedby={describedBy}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          follow()
        }}
        onSelect={follow}
        onBlur={() => setCurrent(null)}
      />
    </div>
  )
}

type LineProps = { text: string; isFaulty: boolean; isCurrent: boolean }

const Line = memo(function Line({ text, isFaulty, isCurrent }: LineProps) {
  return (
    <div
      className={cx(
        'contract-line',
        isHeading(text) && 'is-heading',
        isCurrent && 'is-current',
        isFaulty && 'is-faulty',
      )}
    >
      {partsOf(text).map((part, index) =>
        part.kind === 'field' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <span key={index} className="contract-field">
            <i>{'{{'}</i>
            {part.text.slice(2, -2)}
            <i>{'}}'}</i>
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index} className={part.kind === 'tag' ? 'contract-tag' : undefined}>
            {part.text}
          </span>
        ),
      )}
      {/* An empty line is as high as any other. */}
      {text === '' ? '\u200b' : null}
    </div>
  )
})
