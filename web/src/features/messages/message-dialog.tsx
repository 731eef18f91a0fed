// The dialog of one message with its answers, and a form that sends an answer by mail. From a question for a license an
// offer can be made.
import { type FormEvent, useState } from 'react'
import {
  type Message,
  useAnswerMessage,
  useDeleteMessage,
  useOfferFromMessage,
} from '@/entities/messages/messages'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { messages as copy } from '@/shared/copy/shop/shop'
import { removeWithUndo } from '@/shared/lib/removals'
import { momentText } from '@/shared/lib/time/calendar'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'

const ANSWER_MAX = 5_000

type MessageDialogProps = {
  open: boolean
  onClose: () => void
  onOffer: (id: string) => void
  message: Message
}

export function MessageDialog({ open, onClose, onOffer, message }: MessageDialogProps) {
  const { id, name, email, text, title, license_kind, source, created_at, answers } = message
  const { can_answer, can_offer, offer_id } = message
  const who = name || email || copy.somebody
  const answer = useAnswerMessage()
  const offer = useOfferFromMessage()
  const remove = useDeleteMessage()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const isBusy = answer.isPending || offer.isPending

  function makeOffer() {
    if (offer_id) return onOffer(offer_id)
    setFailure(null)
    offer.mutate(id, {
      onSuccess: onOffer,
      onError: (error) => setFailure(errorMessageOf(error, copy.offerFailed) ?? calls.offline),
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!can_answer) return onClose()
    if (typed.trim() === '') return setFault(copy.answerRequired)
    setFailure(null)
    answer.mutate(
      { id, text: typed.trim() },
      {
        onSuccess: () => {
          toast.success(copy.sent(email ?? who), TOASTS.success)
          onClose()
        },
        onError: (error) => {
          const named = error instanceof ApiError ? error.fields.text : undefined
          if (named) setFault(named)
          else setFailure(errorMessageOf(error, copy.failed) ?? calls.offline)
        },
      },
    )
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!isBusy}
      size="lg"
      title={who}
      description={[copy.from[source], title ? copy.about(title) : '', license_kind]
        .filter(Boolean)
        .join(' · ')}
      onSubmit={submit}
      footer={
        <>
          <Button
            variant="danger"
            className="mr-auto"
            disabled={isBusy}
            onClick={() => {
              onClose()
              removeWithUndo({
                id,
                text: copy.deleted,
                send: () => remove(id),
                failed: copy.deleteFailed,
              })
            }}
          >
            {copy.delete}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {copy.cancel}
          </Button>
          {can_offer || offer_id ? (
            <Button pending={offer.isPending} disabled={isBusy} onClick={makeOffer}>
              {offer_id ? copy.openOffer : copy.makeOffer}
            </Button>
          ) : null}
          {can_answer ? (
            <Button type="submit" variant="primary" pending={answer.isPending} pendingLabel={copy.sending}>
              {copy.send}
            </Button>
          ) : null}
        </>
      }
    >
      {failure ? (
        <Banner tone="error" className="mb-4">
          {failure}
        </Banner>
      ) : null}
      <ol aria-label={copy.title} className="grid gap-3 mb-4">
        <Entry who={who} at={created_at} text={text} />
        {answers.map((one) => (
          <Entry key={one.id} who={copy.you} at={one.created_at} text={one.text} isOwn />
        ))}
      </ol>
      {can_answer ? (
        <Field
          label={copy.answer}
          hint={email ? copy.answerHint(email) : undefined}
          error={fault ?? undefined}
          required
        >
          <Textarea
            rows={4}
            maxLength={ANSWER_MAX}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setFault(null)
            }}
          />
        </Field>
      ) : (
        <p className="text-ink-2">{copy.noAddress}</p>
      )}
    </Dialog>
  )
}

type EntryProps = { who: string; at: string; text: string; isOwn?: boolean }

function Entry({ who, at, text, isOwn = false }: EntryProps) {
  return (
    <li className={`px-4 py-3 rounded-control ${isOwn ? 'ml-8 bg-accent-soft' : 'mr-8 bg-surface-3'}`}>
      <p className="num flex flex-wrap gap-x-2 text-12 text-ink-2">
        <b className="font-semibold text-ink">{who}</b>
        <time dateTime={at}>{momentText(at)}</time>
      </p>
      <p className="mt-1 whitespace-pre-line break-words">{text}</p>
    </li>
  )
}
