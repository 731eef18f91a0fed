// Opens the offer form on another screen, with a beat or a client preselected. The saved draft is then opened with the
// send dialog.
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { OfferStart } from '@/features/offers/offer-schema'
import { PATHS } from '@/shared/config/paths'
import { lazy } from '@/shared/lib/lazy'
import { useDialogs } from './use-dialogs'

const OfferDialog = lazy(async () => ({
  default: (await import('@/features/offers/offer-dialog')).OfferDialog,
}))

/** Returns the function that opens the form, and the dialog that the caller must render. */
export function useMakeOffer(start: OfferStart): { make: () => void; dialog: ReactNode } {
  const { navigate } = useRouter()
  const { shown, isOpen, serial, show, close } = useDialogs<'new'>()
  const dialog = shown ? (
    <Suspense>
      <OfferDialog
        key={serial}
        open={isOpen}
        onClose={close}
        start={start}
        onSaved={({ id }) => {
          close()
          navigate({ to: PATHS.offers, params: { id }, search: { send: 1 } })
        }}
      />
    </Suspense>
  ) : null
  return { make: () => show('new'), dialog }
}
