// The actions on an offer that need no dialog, with a confirmation before those that cannot be undone. A failure is
// shown as a toast.
import { useMutation } from '@tanstack/react-query'
import { fetchLicenseEvidence } from '@/entities/deliveries/delivery'
import { type PlainStep, useAnswerCounter, useDeleteOffer, useOfferStep } from '@/entities/offers/mutations'
import type { Offer } from '@/entities/offers/offer'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { offerView as copy } from '@/shared/copy/offers'
import { copyText } from '@/shared/lib/copy-text'
import { removeWithUndo } from '@/shared/lib/removals'
import { saveFile } from '@/shared/lib/save-file'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

export function useOfferActions(offer: Offer) {
  const step = useOfferStep()
  const counter = useAnswerCounter()
  const remove = useDeleteOffer()
  const evidence = useMutation({
    // One evidence PDF for each license of the offer.
    mutationFn: () => Promise.all(offer.licenses.map(fetchLicenseEvidence)),
    onSuccess: (files) => {
      for (const file of files) saveFile(file)
      toast.success(copy.evidenceSaved(files.map(({ name }) => name).join(', ')), TOASTS.success)
    },
    onError: (error) =>
      toast.error(errorMessageOf(error, copy.evidenceFailed) ?? calls.offline, TOASTS.other),
  })
  const { id, reference, buyer } = offer
  const failed = (error: Error) =>
    toast.error(errorMessageOf(error, copy.stepFailed) ?? calls.offline, TOASTS.other)
  const runStep = (name: PlainStep, done: string) =>
    step.mutate({ id, step: name }, { onSuccess: () => toast.success(done, TOASTS.success), onError: failed })
  const answerCounter = (given: 'take' | 'decline', done: string) =>
    counter.mutate(
      { id, body: { answer: given } },
      { onSuccess: () => toast.success(done, TOASTS.success), onError: failed },
    )

  return {
    /** The step whose request is running. */
    pending: step.isPending ? step.variables.step : null,
    isAnswering: counter.isPending,
    isMakingEvidence: evidence.isPending,
    copyLink: () => copyText(offer.url ?? '', { done: copy.linkCopied, failed: copy.linkFailed }),
    resend: () => runStep('resend', copy.resent(buyer.email)),
    takeCounter: () => answerCounter('take', copy.taken),
    declineCounter: () => answerCounter('decline', copy.counterDeclined),
    evidence: () => evidence.mutate(),
    withdraw: async () => {
      const isSure = await confirm({
        title: copy.withdrawQuestion(reference),
        description: copy.withdrawMeaning,
        confirmLabel: copy.withdraw,
        danger: true,
      })
      if (isSure) runStep('withdraw', copy.withdrawn)
    },
    decline: async () => {
      const isSure = await confirm({
        title: copy.declineQuestion(reference),
        description: copy.declineMeaning(buyer.name || buyer.email),
        confirmLabel: copy.decline,
        danger: true,
      })
      if (isSure) runStep('decline', copy.declined)
    },
    remove: () =>
      removeWithUndo({
        id,
        text: copy.deleted(reference),
        send: () => remove(id),
        failed: copy.deleteFailed,
      }),
  }
}
