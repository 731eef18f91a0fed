// The dashboard, rendered from one response of the server. An empty account sees the first steps instead.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isUntouched } from '@/entities/figures/figures'
import { dashboardQuery } from '@/entities/figures/queries'
import { useUser } from '@/entities/session/use-session'
import { splitName } from '@/entities/user/user'
import { readCurrencyParams } from '@/features/figures/figure-params'
import { DownloadMenu } from '@/features/library/download-menu'
import { UploadButton } from '@/features/uploads/upload-button'
import { errorMessageOf } from '@/shared/api/error'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { lazy } from '@/shared/lib/lazy'
import { weekdayText } from '@/shared/lib/time/calendar'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { PageHeader } from '@/shared/ui/page-header'
import { useDialogs } from '../use-dialogs'
import type { DashboardDialog } from './dashboard-dialogs'
import { DashboardGrid } from './dashboard-grid'
import { DashboardSkeleton } from './dashboard-skeleton'

// Loaded on demand: most visits open no dialog and are not the first one.
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps')).FirstSteps }))
const DashboardDialogs = lazy(async () => ({
  default: (await import('./dashboard-dialogs')).DashboardDialogs,
}))

export function DashboardPage() {
  const user = useUser()
  const navigate = useNavigate()
  const { currency } = readCurrencyParams(useSearch({ strict: false }))
  const { data, error, isError, refetch } = useQuery(dashboardQuery(currency))
  const { shown, isOpen, serial, show, close } = useDialogs<DashboardDialog>()
  if (user === null) return null
  const isNew = data !== undefined && isUntouched(data)

  const choose = (chosen: string) =>
    navigate({ to: '.', search: { currency: chosen }, replace: true, resetScroll: false })
  const upload = <UploadButton />
  return (
    <>
      <PageHeader
        title={copy.title}
        subtitle={isNew ? copy.greeting(splitName(user.name).firstName) : weekdayText()}
        actions={
          data && !isNew ? (
            <>
              <DownloadMenu latest={data.library.latest} />
              {upload}
            </>
          ) : null
        }
      />
      {isError ? (
        <Banner tone="error" action={<Button onClick={() => refetch()}>{copy.retry}</Button>}>
          {errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {data && isNew ? (
        <Suspense>
          <FirstSteps user={user} figures={data} upload={upload} onOpen={show} />
        </Suspense>
      ) : null}
      {data && !isNew ? <DashboardGrid figures={data} onCurrency={choose} onOpen={show} /> : null}
      {!data && !isError ? <DashboardSkeleton /> : null}
      {shown && data ? (
        <Suspense>
          <DashboardDialogs key={serial} shown={shown} open={isOpen} onClose={close} wallet={data.wallet} />
        </Suspense>
      ) : null}
    </>
  )
}
