// A drawn payment card. Its last four digits are also drawn as notes: 1 to 9 are the nine positions of the staff, 0
// is on a ledger line below it. Made of phrasing content, so that a button can contain it.
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

const LOOKS = {
  visa: 'bg-card-a',
  mastercard: 'bg-card-b',
  american_express: 'bg-card-c',
  discover: 'bg-card-d',
} as const

type CardLook = keyof typeof LOOKS

interface PaymentCardProps {
  look: CardLook
  /** The brand's name. */
  brand: ReactNode
  /** Shown in the corner: 'Default' or the nickname. */
  aside?: ReactNode
  /** The number as shown, masked or not. */
  number: string
  /** The last four digits, as far as they are known. */
  lastFour: string
  holder: ReactNode
  expiry: string
  labels: { holder: string; expires: string }
  className?: string
}

export function PaymentCard({
  look,
  brand,
  aside,
  number,
  lastFour,
  holder,
  expiry,
  labels,
  className,
}: PaymentCardProps) {
  return (
    <span
      className={cx(
        '@container relative flex flex-col w-full aspect-[1.586] p-5 rounded-panel text-left text-card-ink overflow-hidden',
        LOOKS[look],
        className,
      )}
    >
      <span className="flex items-center justify-between gap-3">
        <span className="font-medium">{brand}</span>
        {aside ? <span className="min-w-0 truncate text-12 font-medium">{aside}</span> : null}
      </span>
      <Staff digits={lastFour} />
      <span className="num mt-auto text-16 @min-[380px]:text-20 tracking-card whitespace-nowrap">
        {number}
      </span>
      <span className="flex gap-6 mt-2.5 text-12">
        <span className="min-w-0">
          <span className="block opacity-80">{labels.holder}</span>
          <span className="block truncate">{holder}</span>
        </span>
        <span className="num flex-none ml-auto text-right">
          <span className="block opacity-80 font-sans">{labels.expires}</span>
          <span className="block">{expiry}</span>
        </span>
      </span>
    </span>
  )
}

const LINES = [10, 18, 26, 34, 42]
const FIRST_X = 186
const STEP_X = 32
const LOWEST_Y = 42
/** Pixels between two note positions: half the distance between staff lines. */
const PLACE = 4
const LEDGER_Y = 50

function Staff({ digits }: { digits: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 320 60" className="absolute inset-x-0 top-[21%] w-full" fill="none">
      <path
        className="stroke-card-ink opacity-25"
        vectorEffect="non-scaling-stroke"
        d={LINES.map((y) => `M0 ${y}h320`).join('')}
      />
      {[...digits].map((digit, index) =>
        /\d/.test(digit) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
          <Note key={index} digit={Number(digit)} x={FIRST_X + index * STEP_X} />
        ) : null,
      )}
    </svg>
  )
}

function Note({ digit, x }: { digit: number; x: number }) {
  const y = digit === 0 ? LEDGER_Y : LOWEST_Y - (digit - 1) * PLACE
  const stemUp = y > 26
  return (
    <g>
      {digit === 0 ? <path className="stroke-card-note" strokeWidth="1.5" d={`M${x - 10} ${y}h20`} /> : null}
      <ellipse
        className="fill-card-note"
        cx={x}
        cy={y}
        rx="5.2"
        ry="3.8"
        transform={`rotate(-24 ${x} ${y})`}
      />
      <path
        className="stroke-card-note"
        strokeWidth="1.5"
        d={stemUp ? `M${x + 4.6} ${y}v-22` : `M${x - 4.6} ${y}v22`}
      />
    </g>
  )
}
