// The legend of a trend: which line is which period.
export function ChartKey({ now, before }: { now: string; before?: string }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
      <span className="inline-flex items-center gap-1.5">
        <i aria-hidden className="w-3 h-0.5 bg-series-1" />
        {now}
      </span>
      {before ? (
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden className="w-3 border-t-2 border-dotted border-ink-3" />
          {before}
        </span>
      ) : null}
    </p>
  )
}
