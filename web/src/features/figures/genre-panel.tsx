// The panel "Genre Distribution": the number of sales of the period, by genre.
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Analytics } from '@/entities/figures/figures'
import { Donut } from '@/shared/charts/donut'
import { SaveChart, tokenColor } from '@/shared/charts/save-chart'
import { percentText, withColors } from '@/shared/charts/shares'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { analytics as copy } from '@/shared/copy/figures/analytics'
import { spanText } from '@/shared/lib/time/spans'
import { buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'

export function GenrePanel({ figures, className }: { figures: Analytics; className?: string }) {
  const drawing = useRef<SVGSVGElement>(null)
  const { genres, from, to, currency, currencies, performance } = figures
  const sold = performance.reduce((sum, { sales }) => sum + sales, 0)
  const listed = genres.reduce((sum, { sales }) => sum + sales, 0)
  const shares = withColors(
    [
      ...genres.map(({ genre, sales }) => ({ name: genre ?? copy.noGenre, value: sales })),
      // The server lists the top genres; the remaining sales are summed up as other genres.
      ...(sold > listed ? [{ name: copy.otherGenres, value: sold - listed }] : []),
    ],
    copy.otherGenres,
  )
  const whole = Math.max(sold, listed)
  const best = shares[0]
  const save = (
    <SaveChart
      title={copy.genreDistribution}
      note={`${spanText(from, to)}, ${currency}`}
      name={`genre-distribution-${from}-${to}`}
      drawing={drawing}
      legend={() =>
        shares.map(({ name, value, part, token }) => ({
          name: `${name}: ${value.toLocaleString('en-US')}, ${percentText(part)}`,
          color: tokenColor(token),
          mark: 'box',
        }))
      }
      table={() => ({
        columns: [copy.genre, copy.sales, `${copy.revenue} (${currency})`, `${copy.share} (%)`],
        rows: genres.map(({ genre, sales, revenue, share }) => [
          genre ?? copy.noGenre,
          sales,
          revenue,
          share,
        ]),
      })}
    />
  )
  return (
    <Panel title={copy.genreDistribution} aside={best ? save : null} className={className}>
      {best ? (
        <Donut
          label={copy.genreDistribution}
          summary={copy.genreSummary(best.name, percentText(best.part), whole)}
          shares={shares}
          total={{
            text: whole.toLocaleString('en-US'),
            name: copy.soldName(whole, currencies.length > 1 ? currency : undefined),
          }}
          text={(value) => value.toLocaleString('en-US')}
          drawing={drawing}
        />
      ) : (
        <EmptyState
          level={3}
          title={empty.analytics.title}
          action={
            <Link to={PATHS.sales} className={buttonClass()}>
              {empty.analytics.action}
            </Link>
          }
          className="py-6!"
        >
          {empty.analytics.text}
        </EmptyState>
      )}
    </Panel>
  )
}
