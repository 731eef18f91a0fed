// A contract as a sheet of paper. Filled-in values are marked; a missing value is a gap with its name.
import { Fragment } from 'react'
import { contract as copy } from '@/shared/copy/licenses/licenses'
import { cx } from '@/shared/lib/cx'

export interface ContractSpan {
  text: string
  bold: boolean
  origin: 'text' | 'value' | 'gap'
}

export interface ContractBlock {
  type: 'heading' | 'paragraph' | 'numbered' | 'bullet'
  /** The level of a heading; 1 is the title. */
  level?: number | null
  /** The number of a numbered item, as written. */
  number?: string | null
  spans: ContractSpan[]
}

type ContractSheetProps = {
  blocks: readonly ContractBlock[]
  /** True marks the values that come from fields. */
  marked?: boolean
  /** The heading level of the contract's title. */
  level?: 3 | 4
  className?: string
}

export function ContractSheet({ blocks, marked = false, level = 3, className }: ContractSheetProps) {
  return (
    <div
      className={cx(
        'num px-7 py-6 max-sm:px-4 border border-line rounded-small bg-surface-solid text-ink-2 shadow-2 break-words',
        className,
      )}
    >
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
        <Block key={index} block={block} marked={marked} level={level} />
      ))}
    </div>
  )
}

function Block({ block, marked, level }: { block: ContractBlock; marked: boolean; level: number }) {
  const content = block.spans.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Span key={index} span={span} marked={marked} />
  ))
  switch (block.type) {
    case 'heading': {
      const Heading = `h${Math.min(6, level + (block.level ?? 1) - 1)}` as 'h3'
      const isTitle = (block.level ?? 1) === 1
      return (
        <Heading className={cx('font-semibold text-ink', isTitle ? 'text-16' : 'mt-3.5 text-14')}>
          {content}
        </Heading>
      )
    }
    case 'numbered':
      return (
        <p className="grid grid-cols-[2ch_minmax(0,1fr)] gap-2 mt-1.5">
          <span className="text-right">{`${block.number ?? ''}.`}</span>
          <span>{content}</span>
        </p>
      )
    case 'bullet':
      return (
        <p className="grid grid-cols-[1ch_minmax(0,1fr)] gap-2 mt-1.5">
          <span aria-hidden>•</span>
          <span>{content}</span>
        </p>
      )
    default:
      return <p className="mt-1.5">{content}</p>
  }
}

function Span({ span: { text, bold, origin }, marked }: { span: ContractSpan; marked: boolean }) {
  const words = bold ? <b className="font-semibold text-ink">{text}</b> : text
  if (origin === 'gap') {
    return (
      <mark title={copy.gap(text)} className="px-1 rounded-small bg-warn-soft text-warn font-medium">
        {text}
      </mark>
    )
  }
  if (origin === 'value' && marked) {
    return <mark className="py-px rounded-[3px] bg-accent-soft text-accent-text">{words}</mark>
  }
  return <Fragment>{words}</Fragment>
}
