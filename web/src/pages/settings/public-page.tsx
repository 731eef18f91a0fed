// Settings, Public page: whether strangers see it, its handle, what it shows, its beats, and who may embed it.
import { useQuery } from '@tanstack/react-query'
import { shopQuery } from '@/entities/shop/shop'
import { SectionLinks } from '@/features/settings/section-links'
import { BeatsPanel } from '@/features/shop/beats-panel'
import { EmbedPanel } from '@/features/shop/embed-panel'
import { PageContentPanel } from '@/features/shop/page-content-panel'
import { VisibilityPanel } from '@/features/shop/visibility-panel'
import { useBack } from '@/pages/use-back'
import { errorMessageOf } from '@/shared/api/error'
import { settings } from '@/shared/copy/settings/settings'
import { shop as copy } from '@/shared/copy/shop/shop'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { PageHeader } from '@/shared/ui/page-header'
import { Loading, Skeleton } from '@/shared/ui/skeleton'

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] content-start gap-(--gap)'

export function PublicPageSettings() {
  const back = useBack()
  const { data: shop, error, refetch } = useQuery(shopQuery)
  return (
    <>
      <PageHeader title={settings.title} onBack={back} />
      <SectionLinks on="publicPage" />
      {shop ? (
        <div className="grid wide:grid-cols-2 gap-(--gap)">
          <div className={COLUMN}>
            <VisibilityPanel shop={shop} />
            <BeatsPanel />
          </div>
          <div className={COLUMN}>
            <PageContentPanel shop={shop} />
            <EmbedPanel shop={shop} />
          </div>
        </div>
      ) : null}
      {!shop && error ? (
        <Banner tone="error" action={<Button onClick={() => refetch()}>{copy.retry}</Button>}>
          {errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {!shop && !error ? (
        <Loading label={copy.loading} className="grid wide:grid-cols-2 gap-(--gap)">
          <Skeleton height={320} className="rounded-panel" />
          <Skeleton height={420} className="rounded-panel" />
        </Loading>
      ) : null}
    </>
  )
}
