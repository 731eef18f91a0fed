// Settings, Previews: the voice tags, how they are laid over a beat, hearing the result, and preparing all previews.
import { useQuery } from '@tanstack/react-query'
import { previewSettingsQuery, voiceTagsQuery } from '@/entities/previews/previews'
import { HearPanel } from '@/features/previews/hear-panel'
import { MixPanel } from '@/features/previews/mix-panel'
import { PreparePanel } from '@/features/previews/prepare-panel'
import { VoiceTagsPanel } from '@/features/previews/voice-tags-panel'
import { SectionLinks } from '@/features/settings/section-links'
import { useBack } from '@/pages/use-back'
import { errorMessageOf } from '@/shared/api/error'
import { previewSettings as copy } from '@/shared/copy/library/previews'
import { settings as settingsCopy } from '@/shared/copy/settings/settings'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { PageHeader } from '@/shared/ui/page-header'
import { Loading, Skeleton } from '@/shared/ui/skeleton'

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] gap-(--gap) max-wide:contents'

export function PreviewSettingsPage() {
  const back = useBack()
  const settings = useQuery(previewSettingsQuery)
  const tags = useQuery(voiceTagsQuery)
  const failed = [settings, tags].find((query) => query.isError && !query.data)
  return (
    <>
      <PageHeader title={settingsCopy.title} onBack={back} />
      <SectionLinks on="previews" />
      {failed ? (
        <Banner tone="error" action={<Button onClick={() => failed.refetch()}>{copy.retry}</Button>}>
          {errorMessageOf(failed.error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : settings.data && tags.data ? (
        <>
          {settings.data.is_tag_missing ? <Banner tone="warning">{copy.missing}</Banner> : null}
          <div className="grid grid-cols-[minmax(0,1fr)] wide:grid-cols-2 items-start gap-(--gap)">
            {/* Two columns of independent height; one column in a narrow window, in the order of the panels. */}
            <div className={COLUMN}>
              <VoiceTagsPanel className="order-1" />
              <PreparePanel className="order-4" />
            </div>
            <div className={COLUMN}>
              <MixPanel settings={settings.data} className="order-2" />
              <HearPanel isTagMissing={settings.data.is_tag_missing} className="order-3" />
            </div>
          </div>
        </>
      ) : (
        <Loading label={copy.loading} className="grid wide:grid-cols-2 gap-(--gap)">
          {[220, 340].map((height) => (
            <Skeleton key={height} height={height} className="rounded-panel" />
          ))}
        </Loading>
      )}
    </>
  )
}
