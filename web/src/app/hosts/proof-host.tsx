// Answers the API client's requests for a proof of identity with a dialog, whose code is loaded with the first
// request.
import { Suspense, useEffect, useState } from 'react'
import { useUser } from '@/entities/session/use-session'
import { answerProofRequests } from '@/shared/api/proof'
import { lazy } from '@/shared/lib/lazy'

const ProofDialog = lazy(async () => ({
  default: (await import('@/features/session/proof-dialog')).ProofDialog,
}))

const PasskeyProof = lazy(async () => ({
  default: (await import('@/features/passkeys/passkey-proof')).PasskeyProof,
}))

type ProofRequest = { answer: (isProved: boolean) => void }

export function ProofHost() {
  const [request, setRequest] = useState<ProofRequest | null>(null)
  const [hadRequest, setHadRequest] = useState(false)
  const user = useUser()

  useEffect(() => {
    let waiting: ProofRequest | null = null
    const stop = answerProofRequests(
      () =>
        new Promise((resolve) => {
          waiting = { answer: resolve }
          setHadRequest(true)
          setRequest(waiting)
        }),
    )
    return () => {
      stop()
      // Unmounting the app answers an open proof request with "not proved".
      waiting?.answer(false)
    }
  }, [])

  if (!hadRequest) return null
  return (
    <Suspense>
      <ProofDialog
        open={request !== null}
        others={(onProved) => (user ? <PasskeyProof accountId={user.id} onProved={onProved} /> : null)}
        onAnswer={(isProved) => {
          request?.answer(isProved)
          setRequest(null)
        }}
      />
    </Suspense>
  )
}
