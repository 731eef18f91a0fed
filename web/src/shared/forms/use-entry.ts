// The form of one entry, such as a sale or a card, from the typed values to the server's answer: a new entry is
// added, an existing one gets only its changed fields. A success is shown as a toast, a failure at its field or above
// the form.
import { useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { toast } from '@/shared/ui/toast/toast'
import { type Attempts, useAttempts } from './attempts'
import { showFieldErrors, useEntryForm } from './use-entry-form'

interface AddEntry<Values, Body, Saved> {
  bodyOf: (values: Values) => Body
  /** For a request that moves money, `keyFor(body)` is the idempotency key. */
  send: (body: Body, attempts: Pick<Attempts, 'keyFor'>) => Promise<Saved>
  /** The toast after a success. */
  done: string | ((body: Body) => string)
}

interface UpdateEntry<Values, Change extends object, Entry, Saved> {
  before: Entry
  /** Returns the fields that differ from the stored entry. If none does, no request is sent. */
  changeOf: (before: Entry, values: Values) => Change
  send: (change: Change) => Promise<Saved>
  done: string
}

interface EntryOptions<Typed extends FieldValues, Values, Saved> {
  schema: GenericSchema<Typed, Values>
  values: DefaultValues<Typed>
  /** The message if the server refuses without one. */
  failed: string
  /** The field at which a conflict (409) is explained, such as an amount above the account's balance. */
  conflictField?: Path<Typed>
  /** Maps a field name of the server to the form's field; by default both have the same name. */
  fieldOf?: (serverField: string) => Path<Typed> | null
  /** Called after a success, also if no field had changed and no request was sent. */
  onDone: (saved: Saved) => void
}

/** The requests of the form: with `update` an existing entry is changed, else a new one is added. */
type Requests<Values, Body, Change extends object, Entry, Added, Changed> =
  | { add: AddEntry<Values, Body, Added>; update?: UpdateEntry<Values, Change, Entry, Changed> }
  | { add?: undefined; update: UpdateEntry<Values, Change, Entry, Changed> }

export function useEntry<
  Typed extends FieldValues,
  Values,
  Body,
  Change extends object,
  Entry,
  Added,
  Changed = Added,
>(
  options: EntryOptions<Typed, Values, Added | Changed | Entry> &
    Requests<Values, Body, Change, Entry, Added, Changed>,
) {
  const { form, field } = useEntryForm(options.schema, options.values)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const attempts = useAttempts()

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    setPending(true)
    try {
      options.onDone(await send(options, values))
    } catch (error) {
      explain(error)
    } finally {
      setPending(false)
    }
  })

  function send(requests: Requests<Values, Body, Change, Entry, Added, Changed>, values: Values) {
    if (requests.add === undefined) return sendChange(requests.update, values)
    return requests.update ? sendChange(requests.update, values) : sendNew(requests.add, values)
  }

  async function sendNew({ bodyOf, send, done }: AddEntry<Values, Body, Added>, values: Values) {
    const body = bodyOf(values)
    const saved = await send(body, attempts)
    attempts.done()
    toast.success(typeof done === 'string' ? done : done(body), TOASTS.success)
    return saved
  }

  async function sendChange(
    { before, changeOf, send, done }: UpdateEntry<Values, Change, Entry, Changed>,
    values: Values,
  ) {
    const change = changeOf(before, values)
    if (Object.keys(change).length === 0) return before
    const saved = await send(change)
    toast.success(done, TOASTS.success)
    return saved
  }

  function explain(error: unknown) {
    const { fieldOf, failed, conflictField } = options
    if (showFieldErrors(form, error, fieldOf)) return
    const text = errorMessageOf(error, failed) ?? calls.offline
    if (conflictField && error instanceof ApiError && error.status === 409) {
      form.setError(conflictField, { message: text }, { shouldFocus: true })
    } else setFailure(text)
  }

  return { form, field, errors: form.formState.errors, failure, isPending, submit }
}
