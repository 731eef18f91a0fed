// The security score, its parts, and the most important facts.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ShieldAlert } from 'lucide-react'
import { type SecuritySummary, securitySummaryQuery } from '@/entities/security/queries'
import { errorMessageOf } from '@/shared/api/error'
import { securityReview as copy } from '@/shared/copy/identity/security'
import { momentText } from '@/shared/lib/time/calendar'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Fact, Facts } from '@/shared/ui/figures/facts'
import { ProgressBar } from '@/shared/ui/progress-bar'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { type Advice, knownAdvice } from './advice'

export function SecurityOverview({ onFollow }: { onFollow: (advice: Advice) => void }) {
  const { data: summary, isError, error, refetch } = useQuery(securitySummaryQuery)
  if (summary !== undefined) return <Overview summary={summary} onFollow={onFollow} />
  return isError ? (
    <Banner tone="error" action={<Button onClick={() => refetch()}>{copy.retry}</Button>}>
      {errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
    </Banner>
  ) : (
    <Loading label={copy.loading} className="grid gap-4">
      <Skeleton width={120} height={36} />
      <Skeleton height={4} />
      <Skeleton height={60} />
      <Skeleton height={120} />
    </Loading>
  )
}

type OverviewProps = { summary: SecuritySummary; onFollow: (advice: Advice) => void }

function Overview({ summary, onFollow }: OverviewProps) {
  const { score, reasons } = summary
  const isWell = reasons.every(({ improves }) => improves === 0)
  return (
    <>
      <p className="text-ink-2">{copy.score}</p>
      <p className="mt-0.5 mb-3 num">
        <span className="text-36 font-semibold">{score}</span>
        <span className="ml-1.5 text-ink-3">{copy.outOf}</span>
      </p>
      <ProgressBar label={copy.score} value={score / 100} valueText={`${score} ${copy.outOf}`} />
      <h3 className="mt-6 mb-1 text-14">{isWell ? copy.allWell : copy.improve}</h3>
      <ul className="mb-5 divide-y divide-line">
        {reasons.map(({ text, advice, improves }) => (
          <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 min-h-12 py-2">
            {improves > 0 ? (
              <ShieldAlert aria-hidden className="flex-none text-warn" />
            ) : (
              <CircleCheck aria-hidden className="flex-none text-pos" />
            )}
            <span className="grow basis-0 min-w-[60%]">{text}</span>
            {improves > 0 ? (
              <span className="num flex-none font-medium text-ink-2">
                <span aria-hidden>{copy.gain(improves)}</span>
                <span className="sr-only">{copy.gainLabel(improves)}</span>
              </span>
            ) : null}
            <FollowButton advice={knownAdvice(advice)} onFollow={onFollow} />
          </li>
        ))}
      </ul>
      <Facts>
        <Fact name={copy.lastSignIn}>
          {summary.last_sign_in === null ? copy.never : momentText(summary.last_sign_in)}
        </Fact>
        <Fact name={copy.devices}>{summary.sessions}</Fact>
        <Fact name={copy.failed}>{summary.failed_attempts}</Fact>
      </Facts>
    </>
  )
}

type FollowButtonProps = { advice: Advice | null; onFollow: (advice: Advice) => void }

function FollowButton({ advice, onFollow }: FollowButtonProps) {
  if (advice === null) return null
  return (
    <Button size="sm" onClick={() => onFollow(advice)}>
      {copy.follow[advice]}
    </Button>
  )
}
