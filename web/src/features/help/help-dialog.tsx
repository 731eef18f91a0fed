// Help: short guides, keyboard shortcuts, and facts about this installation. Contact writes to the operator's support
// address, if there is one.
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ExternalLink } from 'lucide-react'
import { Fragment, type ReactNode, useRef } from 'react'
import { aboutQuery } from '@/entities/about/queries'
import { TOASTS } from '@/shared/config/limits'
import { help as copy } from '@/shared/copy/help'
import { Button } from '@/shared/ui/button'
import { Kbd } from '@/shared/ui/kbd'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { textLinkClass } from '@/shared/ui/text-link'
import { toast } from '@/shared/ui/toast/toast'

const API_REFERENCE = '/api/docs'

export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      size="lg"
      title={copy.title}
      footer={
        <Button ref={close} onClick={onClose}>
          {copy.close}
        </Button>
      }
    >
      <div className="grid gap-6">
        <Guides />
        <Shortcuts title={copy.shortcuts} list={copy.shortcutList} />
        <Shortcuts title={copy.playerShortcuts} list={copy.playerShortcutList} />
        <Shortcuts title={copy.libraryShortcuts} list={copy.libraryShortcutList} />
        <About />
      </div>
    </Dialog>
  )
}

function HelpSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-12 font-medium text-ink-3">{title}</h3>
      {children}
    </section>
  )
}

function Guides() {
  return (
    <HelpSection title={copy.guides}>
      <ul className="border-y border-line divide-y divide-line">
        {copy.guideList.map(({ question, answer }) => (
          <li key={question}>
            <details className="group">
              <summary className="flex items-center gap-2 min-h-11 py-2 font-medium list-none [&::-webkit-details-marker]:hidden rounded-small">
                <span className="mr-auto">{question}</span>
                <ChevronDown aria-hidden className="size-4! text-ink-3 group-open:rotate-180" />
              </summary>
              <p className="pb-3 max-w-[60ch] text-ink-2">{answer}</p>
            </details>
          </li>
        ))}
      </ul>
    </HelpSection>
  )
}

type Shortcut = { keys: readonly string[]; does: string }

function Shortcuts({ title, list }: { title: string; list: readonly Shortcut[] }) {
  return (
    <HelpSection title={title}>
      <dl className="grid sm:grid-cols-2 gap-x-8">
        {list.map(({ keys, does }) => (
          <div key={does} className="flex items-center gap-3 min-h-9">
            <dt className="flex flex-none gap-1 w-20">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 ? <span className="sr-only"> </span> : null}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
    </HelpSection>
  )
}

function About() {
  const { data: about, isError } = useQuery(aboutQuery)
  return (
    <HelpSection title={copy.about}>
      <dl className="border-y border-line divide-y divide-line">
        <Row name={copy.version}>
          <span className="num">{about?.version ?? (isError ? copy.versionUnknown : '')}</span>
        </Row>
        <Row name={copy.api}>
          <a
            href={API_REFERENCE}
            target="_blank"
            rel="noopener"
            className={`inline-flex items-center gap-1.5 ${textLinkClass}`}
          >
            {copy.apiLink}
            <ExternalLink aria-hidden className="size-4!" />
            <span className="sr-only">{copy.newTab}</span>
          </a>
        </Row>
        <Row name={copy.contact}>
          {about?.supportEmail ? (
            <a
              href={`mailto:${about.supportEmail}?subject=${encodeURIComponent(copy.mailSubject)}`}
              className={`break-all ${textLinkClass}`}
            >
              {about.supportEmail}
            </a>
          ) : (
            <button
              type="button"
              onClick={() => toast.info(copy.comingSoon, TOASTS.success)}
              className={textLinkClass}
            >
              {copy.contactAction}
            </button>
          )}
        </Row>
      </dl>
    </HelpSection>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-4 min-h-11 py-2">
      <dt className="w-20 flex-none text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
