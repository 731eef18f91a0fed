// The parts of a screen: header, panels, people, facts, the logo mark.
import { Plus } from 'lucide-react'
import { Avatar } from '@/shared/ui/avatar'
import { Button } from '@/shared/ui/button'
import { Fact, Facts, LongFact } from '@/shared/ui/figures/facts'
import { LogoMark } from '@/shared/ui/logo'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'

export function StructureSection() {
  return (
    <>
      <PageHeader
        level={2}
        title="A page header"
        subtitle="With a line under it, a way back and an action"
        onBack={() => {}}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />}>
            Add Client
          </Button>
        }
      />
      <div className="grid gap-(--gap) md:grid-cols-2">
        <Panel
          title="A panel"
          aside={
            <a className={`${textLinkClass} text-12`} href="#panel">
              Sales History
            </a>
          }
        >
          <div className="flex items-center gap-4">
            <Avatar name="Maya Okafor" size="sm" />
            <Avatar name="Maya Okafor" size="md" />
            <Avatar name="Maya Okafor" size="lg" />
            <Avatar name="Maya Okafor" size="xl" label="Maya Okafor" src="/favicon.svg" />
          </div>
        </Panel>
        <Panel solid>
          <div className="flex items-end gap-6">
            {[16, 24, 40, 72].map((size) => (
              <LogoMark key={size} size={size} />
            ))}
          </div>
          <p className="mt-3.5 text-12 text-ink-3">Three staff lines, and the note that needs a fourth.</p>
        </Panel>
        <Panel solid title="Facts" className="md:col-span-2">
          <Facts>
            <Fact name="Date">today at 09:42</Fact>
            <Fact verbatim name="Email">
              maya@northline.studio
            </Fact>
            <LongFact name="Notes">{'Pays on time.\nAsks for stems.'}</LongFact>
          </Facts>
        </Panel>
      </div>
    </>
  )
}
