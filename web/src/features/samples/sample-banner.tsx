// The banner that explains the sample data, with the button that deletes it.
import { useClearSamples } from '@/entities/samples/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { samples as copy } from '@/shared/copy/samples'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

type SampleBannerProps = {
  /** Called after clearing: the focused button disappears with the banner, so the focus must move elsewhere. */
  onCleared: () => void
}

export function SampleBanner({ onCleared }: SampleBannerProps) {
  const { mutateAsync, isPending } = useClearSamples()

  const clear = async () => {
    const isSure = await confirm({
      title: copy.question,
      description: copy.meaning,
      confirmLabel: copy.clear,
    })
    if (!isSure) return
    try {
      await mutateAsync()
      toast.success(copy.cleared, TOASTS.success)
      onCleared()
    } catch (error) {
      toast.error(errorMessageOf(error, copy.failed) ?? calls.offline, TOASTS.other)
    }
  }

  return (
    <Banner
      brief
      title={copy.title}
      action={
        <Button size="sm" pending={isPending} pendingLabel={copy.clearing} onClick={clear}>
          {copy.clear}
        </Button>
      }
    >
      <span className="max-sm:sr-only">{copy.text}</span>
    </Banner>
  )
}
