// The wallet on the dashboard: its balance and its three actions.
import type { ReactElement, ReactNode } from 'react'
import type { MoveKind } from '@/entities/wallet/mutations'
import type { Wallet } from '@/entities/wallet/queries'
import { finances as copy } from '@/shared/copy/money/finances'
import { Button } from '@/shared/ui/button'
import { Money } from '@/shared/ui/figures/money'
import { Panel } from '@/shared/ui/panel'

type WalletPanelProps = {
  wallet: Wallet
  onMove: (kind: MoveKind) => void
  /** Renders the link to paying a client around the given content. */
  pay: (content: ReactNode) => ReactElement
  aside: ReactNode
}

export function WalletPanel({ wallet: { balance, currency }, onMove, pay, aside }: WalletPanelProps) {
  return (
    <Panel title={copy.wallet} aside={aside}>
      <p className="-mt-2 mb-3 text-28 leading-[2.75rem] font-semibold tracking-figures">
        <Money amount={balance} currency={currency} cents="small" />
      </p>
      <div className="flex gap-2 [&>*]:grow [&>*]:basis-0">
        <Button onClick={() => onMove('deposit')}>{copy.deposit}</Button>
        <Button onClick={() => onMove('withdraw')}>{copy.withdraw}</Button>
        {pay(copy.pay)}
      </div>
    </Panel>
  )
}
