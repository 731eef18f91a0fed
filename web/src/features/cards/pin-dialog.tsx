// Asks for the PIN before a card's details are shown. If no PIN is set yet, or it was forgotten, the same dialog sets
// one and then reveals the details. After five wrong PINs it shows how long to wait; after too many, only setting a new
// PIN helps.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { Card, CardDetails } from '@/entities/cards/card'
import { useRevealCard } from '@/entities/cards/mutations'
import { cardPinQuery } from '@/entities/cards/queries'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { calls } from '@/shared/copy/calls'
import { cards, cardPin as copy } from '@/shared/copy/money/cards'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { textLinkClass } from '@/shared/ui/text-link'
import { isWholePin, PinField } from './pin-field'
import { SetPinFields, useSetPin } from './set-pin'

type PinDialogProps = {
  card: Card
  open: boolean
  onClose: () => void
  onRevealed: (details: CardDetails, pin: string) => void
}

export function PinDialog({ card, open, onClose, onRevealed }: PinDialogProps) {
  const { data: status } = useQuery({ ...cardPinQuery, enabled: open })
  const [isForgotten, setForgotten] = useState(false)
  const [openedUnknowing] = useState(status === undefined)
  const ask = useAskPin(card, onRevealed, status?.lockedUntil ?? null)
  const set = useSetPin((pin) => {
    setForgotten(false)
    ask.reveal(pin)
  })
  const needsNew = status?.needsNewPin === true
  const isSetting = isForgotten || needsNew || status?.isSet === false
  const pending = ask.pending || set.pending
  const isNew = status?.isSet === false

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onClosed={() => {
        ask.reset()
        set.reset()
        setForgotten(false)
      }}
      dismissible={!pending}
      size="sm"
      title={isSetting ? (isNew ? copy.setTitle : copy.changeTitle) : copy.askTitle}
      description={
        isSetting
          ? isNew
            ? copy.setIntro
            : needsNew
              ? copy.newPinIntro
              : copy.changeIntro
          : copy.askIntro(cards.ending(cards.types[card.type], card.lastFour))
      }
      onSubmit={isSetting ? set.submit : ask.submit}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            {copy.cancel}
          </Button>
          {/* This button needs its own key, or React would turn it into the other step's button under the pointer. */}
          <Button
            key={isSetting ? 'set' : 'ask'}
            type="submit"
            variant="primary"
            disabled={!isSetting && (!isWholePin(ask.pin) || ask.retryText !== null)}
            pending={pending}
            pendingLabel={isSetting ? copy.saving : copy.revealing}
          >
            {isSetting ? copy.setAndReveal : copy.reveal}
          </Button>
        </>
      }
    >
      {isSetting ? (
        <SetPinFields key="set" form={set} focusOnShow={isForgotten || openedUnknowing} />
      ) : (
        <div key="ask" className="grid gap-4">
          {ask.failure ? <Banner tone="error">{ask.failure}</Banner> : null}
          <PinField
            label={copy.pin}
            value={ask.pin}
            error={ask.error}
            disabled={ask.retryText !== null}
            onChange={ask.type}
            refusals={ask.refusals}
          />
          {ask.retryText ? <Banner tone="warning">{ask.retryText}</Banner> : null}
          <button
            type="button"
            className={`justify-self-start text-12 ${textLinkClass}`}
            onClick={() => setForgotten(true)}
          >
            {copy.forgotten}
          </button>
        </div>
      )}
    </Dialog>
  )
}

function useAskPin(card: Card, onRevealed: PinDialogProps['onRevealed'], lockedUntil: number | null) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const { text: retryText, startFrom, startUntil } = useRetryAfter()
  const { mutateAsync, isPending } = useRevealCard()

  useEffect(() => {
    startUntil(copy.locked, lockedUntil ?? 0)
  }, [startUntil, lockedUntil])

  // While the PIN is locked only the waiting time is shown.
  const isLocked = retryText !== null
  useEffect(() => {
    if (isLocked) setError(null)
  }, [isLocked])

  const reveal = async (typed: string) => {
    setFailure(null)
    try {
      onRevealed(await mutateAsync({ id: card.id, pin: typed }), typed)
    } catch (refused) {
      setPin('')
      if (startFrom(refused)) return
      if (refused instanceof ApiError && refused.status === 403) {
        setError(refused.serverText ?? cards.wrongPin)
        setRefusals((count) => count + 1)
        // 409 means that no PIN is set: the refetched PIN status switches the dialog to setting one.
      } else if (!(refused instanceof ApiError && refused.status === 409)) {
        setFailure(errorMessageOf(refused, cards.revealFailed) ?? calls.offline)
      }
    }
  }

  return {
    pin,
    error,
    failure,
    refusals,
    retryText,
    pending: isPending,
    reveal,
    type: (next: string) => {
      setPin(next)
      setError(null)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (isWholePin(pin) && !isPending && !isLocked) reveal(pin)
    },
    reset: () => {
      setPin('')
      setError(null)
      setFailure(null)
      setRefusals(0)
    },
  }
}
