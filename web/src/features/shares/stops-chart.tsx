// The chart of where listeners stop: the share of a beat's plays that reached each part of its preview, over its
// waveform. The part in which most of them stop is marked.
import { useQuery } from '@tanstack/react-query'
import { partsOf } from '@/entities/documents/document'
import { previewQuery, previewSettingsQuery } from '@/entities/previews/previews'
import type { LinkBeat } from '@/entities/shares/share'
import { isAtTag, mostFrequentStop, sharesOf } from '@/entities/shares/stops'
import { areaPath, linePath } from '@/shared/charts/paths'
import { useWidth } from '@/shared/charts/use-width'
import { shareLink as copy, shares } from '@/shared/copy/shares'
import { trackTime } from '@/shared/lib/time/track-time'

const TOP = 22
const GROUND = 132
const WAVE = 166
const WAVE_HALF = 12
const TIMES = 202
const HEIGHT = 208
/** The space at the right for the percentages. */
const MARGIN = 44
const STEP = 5

export function StopsChart({ beat }: { beat: LinkBeat }) {
  const [place, width] = useWidth<HTMLDivElement>()
  const { data: settings } = useQuery(previewSettingsQuery)
  const got = sharesOf(beat.reached)
  // A preview may end before the beat does.
  const { data: preview } = useQuery(previewQuery(beat.id))
  const duration = preview?.duration ?? beat.duration ?? 0
  const played = beat.duration ? Math.min(1, duration / beat.duration) : 1
  const end = Math.max(120, width) - MARGIN
  const y = (share: number) => TOP + (1 - share) * (GROUND - TOP)
  const points = got.map((share, part) => ({ x: (part / (got.length - 1)) * end, y: y(share) }))
  const last = points.at(-1)
  const endShare = got.at(-1) ?? 0
  const leaving = duration > 0 ? mostFrequentStop(beat.reached, duration) : null
  const isTag =
    leaving !== null &&
    settings !== undefined &&
    preview?.source === 'made' &&
    !settings.is_tag_missing &&
    isAtTag(leaving.at, duration / beat.reached.length, {
      firstAfter: settings.first_after,
      every: settings.every,
    })
  const why = leaving && copy.leave(leaving.plays, trackTime(leaving.at), isTag)
  const cut = leaving ? (leaving.at / duration) * end : 0
  // The label stands after the mark, or before it near the end, where it has no room.
  const isLate = cut > end * 0.55
  return (
    <div ref={place} className="h-[208px]">
      {width === 0 ? null : (
        <svg
          role="img"
          aria-label={copy.stopsText(beat.title, beat.figures.plays, shares.percent(endShare), why)}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          className="block w-full h-full overflow-visible num text-12"
        >
          <path
            className="stroke-line"
            d={[0, 0.25, 0.5, 0.75, 1].map((share) => `M0 ${Math.round(y(share)) + 0.5}h${end}`).join('')}
          />
          <path className="fill-series-1 opacity-10" d={areaPath(points, GROUND)} />
          <path className="fill-none stroke-series-1 stroke-2" strokeLinejoin="round" d={linePath(points)} />
          {leaving ? (
            <>
              <path
                className="stroke-warn"
                strokeDasharray="2 3"
                d={`M${cut} ${TOP - 6}V${WAVE + WAVE_HALF}`}
              />
              <text
                x={isLate ? cut - 8 : cut + 8}
                y={TOP - 8}
                textAnchor={isLate ? 'end' : 'start'}
                className="fill-warn font-medium"
              >
                {why}
              </text>
            </>
          ) : null}
          {last ? <circle className="fill-series-1" cx={last.x} cy={last.y} r={4} /> : null}
          {beat.outline === null ? null : (
            <path
              className="stroke-line-strong stroke-2"
              strokeLinecap="round"
              d={wavePath(partsOf(beat.outline), played, end)}
            />
          )}
          <text className="fill-ink-3" x={end + 12} y={TOP + 4}>
            {endShare > 0.85 ? '' : shares.percent(1)}
          </text>
          <text className="fill-ink font-semibold" x={end + 12} y={y(endShare) + 4}>
            {shares.percent(endShare)}
          </text>
          <text className="fill-ink-3" x={end + 12} y={GROUND + 4}>
            {endShare < 0.15 ? '' : shares.percent(0)}
          </text>
          <text className="fill-ink-3" x={0} y={TIMES}>
            {trackTime(0)}
          </text>
          <text className="fill-ink-3" x={end / 2} y={TIMES} textAnchor="middle">
            {trackTime(duration / 2)}
          </text>
          <text className="fill-ink-3" x={end} y={TIMES} textAnchor="end">
            {trackTime(duration)}
          </text>
        </svg>
      )}
    </div>
  )
}

/**
 * The SVG path of the waveform: one stroke for every few pixels around the middle line, for the part of the beat that
 * the preview covers.
 */
function wavePath(parts: readonly number[], played: number, width: number): string {
  const loudest = Math.max(1, ...parts)
  const strokes = Math.max(1, Math.floor(width / STEP))
  return Array.from({ length: strokes }, (_, stroke) => {
    const level = parts[Math.floor((stroke / strokes) * played * parts.length)] ?? 0
    const half = Math.max(1.5, (level / loudest) * WAVE_HALF)
    return `M${stroke * STEP + 1} ${(WAVE - half).toFixed(1)}v${(half * 2).toFixed(1)}`
  }).join('')
}
