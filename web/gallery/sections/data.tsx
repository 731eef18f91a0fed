// Figures: stats, money, badges, progress, payment cards, a table with a total.
import { Badge, type BadgeTone } from '@/shared/ui/badge'
import { Delta } from '@/shared/ui/figures/delta'
import { Money } from '@/shared/ui/figures/money'
import { Stat } from '@/shared/ui/figures/stat'
import { Cell, HeadCell, Row, Table, TotalRow } from '@/shared/ui/lists/table'
import { Panel } from '@/shared/ui/panel'
import { PaymentCard } from '@/shared/ui/payment-card'
import { ProgressBar } from '@/shared/ui/progress-bar'

const SALES: {
  date: string
  beat: string
  client: string
  status: string
  tone: BadgeTone
  amount: string
}[] = [
  {
    date: 'Nov 14',
    beat: 'Midnight Drive',
    client: 'Nova Records',
    status: 'Completed',
    tone: 'pos',
    amount: '1200.00',
  },
  {
    date: 'Nov 12',
    beat: 'Northern Line',
    client: 'Lowtide Films',
    status: 'Pending',
    tone: 'warn',
    amount: '450.00',
  },
  {
    date: 'Nov 09',
    beat: 'Copper Sun',
    client: 'Kito Sound',
    status: 'Failed',
    tone: 'neg',
    amount: '149.00',
  },
]

const CARD = {
  number: '•••• •••• •••• 4207',
  lastFour: '4207',
  holder: 'MAYA OKAFOR',
  expiry: '••/••',
  labels: { holder: 'Card holder', expires: 'Expires' },
}

export function DataSection() {
  return (
    <>
      <Panel padded={false}>
        <div className="grid sm:grid-cols-[1.5fr_1fr_1fr] [&>*]:p-(--pad) sm:[&>*+*]:border-l max-sm:[&>*+*]:border-t [&>*]:border-line">
          <Stat
            hero
            label="Revenue, November"
            value={<Money minor={1248000} cents="small" />}
            delta={{ value: 26.6, text: '26.6%', note: 'from October' }}
          />
          <Stat label="Beats sold" value="38" delta={{ value: 6, note: 'from October' }} />
          <Stat label="Available beats" value="124" delta={{ value: -3, note: 'from October' }} />
        </div>
      </Panel>
      <Panel title="Recent sales" solid padded={false}>
        <Table label="Recent sales">
          <thead>
            <tr>
              <HeadCell wideOnly>Date</HeadCell>
              <HeadCell>Beat</HeadCell>
              <HeadCell wideOnly>Client</HeadCell>
              <HeadCell>Status</HeadCell>
              <HeadCell numeric>Amount</HeadCell>
            </tr>
          </thead>
          <tbody>
            {SALES.map((sale, index) => (
              <Row key={sale.beat} selected={index === 1}>
                <Cell dim wideOnly>
                  {sale.date}
                </Cell>
                <Cell strong>{sale.beat}</Cell>
                <Cell dim wideOnly>
                  {sale.client}
                </Cell>
                <Cell>
                  <Badge tone={sale.tone}>{sale.status}</Badge>
                </Cell>
                <Cell numeric>
                  <Money amount={sale.amount} cents="plain" />
                </Cell>
              </Row>
            ))}
          </tbody>
          <tfoot>
            <TotalRow label="Completed, last 7 days" columns={5} wideOnlyColumns={2}>
              <Money amount="1200.00" cents="plain" />
            </TotalRow>
          </tfoot>
        </Table>
      </Panel>
      <Panel title="Payment cards">
        <div className="grid sm:grid-cols-2 xl:grid-cols-4 gap-4">
          <PaymentCard {...CARD} look="visa" brand="Visa" aside="Default" />
          <PaymentCard
            {...CARD}
            look="mastercard"
            brand="Mastercard"
            number="5555 4444 3333 5819"
            lastFour="5819"
          />
          <PaymentCard {...CARD} look="american_express" brand="American Express" aside="Studio expenses" />
          <PaymentCard
            {...CARD}
            look="discover"
            brand="Discover"
            number="6011 •••• •••• ••••"
            lastFour=""
            holder="NORTHLINE STUDIO LIMITED AND PARTNERS"
          />
        </div>
      </Panel>
      <Panel title="Figures and states" solid>
        <div className="grid gap-4">
          <div className="flex flex-wrap items-baseline gap-5 text-16">
            <Money minor={2545075} />
            <Money amount="-149" />
            <Money amount="1200.5" sign="always" cents="plain" />
            <Money amount={20000} currency="EUR" />
            <Money amount={20000} currency="GBP" />
            <Money amount="1520000" currency="KES" />
            <Delta value={0} note="no change" />
            <Delta value={4} lowerIsBetter note="refunds" />
          </div>
          <div className="flex flex-wrap gap-2">
            <Badge tone="pos">Completed</Badge>
            <Badge tone="warn">Pending</Badge>
            <Badge tone="neg">Failed</Badge>
            <Badge tone="info">New</Badge>
            <Badge>Sold</Badge>
            <Badge tone="outline">Exclusive</Badge>
          </div>
          <ProgressBar label="New monitor pair" value={0.62} valueText="$2,480 of $4,000" />
          <ProgressBar label="Past its end" value={1.4} />
          <ProgressBar label="Uploading" />
        </div>
      </Panel>
    </>
  )
}
