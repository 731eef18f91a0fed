// The link that opens the public page for this client, where only clients see the page.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Link2, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { Client } from '@/entities/clients/client'
import { settingsQuery } from '@/entities/settings/queries'
import { shopQuery, useEndClientLink, useMakeClientLink } from '@/entities/shop/shop'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { calls } from '@/shared/copy/calls'
import { clientPage as copy } from '@/shared/copy/shop/shop'
import { Button, buttonClass } from '@/shared/ui/button'
import { CopyLink } from '@/shared/ui/copy-link'
import { confirm } from '@/shared/ui/overlays/confirm'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'

export function ClientShopLink({ client }: { client: Client }) {
  const { data: settings } = useQuery(settingsQuery)
  const isForClients = settings?.profile_visibility === 'clients only'
  const { data: shop } = useQuery({ ...shopQuery, enabled: isForClients })
  if (!isForClients || !shop) return null
  const isOpen = shop.is_on && shop.handle !== null && !shop.hidden_by_operator
  return (
    <Panel solid title={copy.title}>
      {isOpen ? (
        <OwnLink client={client} />
      ) : (
        <>
          <p className="mb-3 text-ink-2">{copy.closed}</p>
          <Link to={PATHS.publicPage} className={buttonClass()}>
            {copy.toSettings}
          </Link>
        </>
      )}
    </Panel>
  )
}

function OwnLink({ client: { id, name } }: { client: Client }) {
  const [url, setUrl] = useState<string | null>(null)
  const make = useMakeClientLink()
  const end = useEndClientLink()

  const get = () =>
    make.mutate(id, {
      onSuccess: setUrl,
      onError: (error) => toast.error(errorMessageOf(error, copy.failed) ?? calls.offline, TOASTS.other),
    })

  async function askAndEnd() {
    const isSure = await confirm({
      title: copy.endQuestion,
      description: copy.endMeaning(name),
      confirmLabel: copy.end,
      danger: true,
    })
    if (!isSure) return
    try {
      await end.mutateAsync(id)
    } catch (error) {
      // A 404 means that the link was ended elsewhere already.
      if (!(error instanceof ApiError && error.status === 404)) {
        toast.error(errorMessageOf(error, copy.endFailed) ?? calls.offline, TOASTS.other)
        return
      }
    }
    setUrl(null)
    toast.success(copy.ended, TOASTS.success)
  }

  return (
    <>
      <p className="mb-3 text-ink-2">{copy.intro(name)}</p>
      {url === null ? (
        <Button icon={<Link2 aria-hidden />} pending={make.isPending} onClick={get}>
          {copy.get}
        </Button>
      ) : (
        <>
          <CopyLink url={url} texts={{ copy: copy.copy, copied: copy.copied, failed: copy.copyFailed }} />
          <div className="flex flex-wrap gap-2 mt-3">
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ size: 'sm', variant: 'quiet' })}
            >
              <ArrowUpRight aria-hidden />
              {copy.open}
            </a>
            <Button
              size="sm"
              variant="danger"
              icon={<Unlink aria-hidden />}
              pending={end.isPending}
              onClick={askAndEnd}
            >
              {copy.end}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
