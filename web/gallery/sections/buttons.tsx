// Buttons: four variants, three sizes, with icon, pending and disabled.
import { Bell, Download, Trash2, Upload } from 'lucide-react'
import { Button, type ButtonSize, type ButtonVariant, buttonClass } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Kbd } from '@/shared/ui/kbd'
import { Panel } from '@/shared/ui/panel'
import { Spinner } from '@/shared/ui/spinner'
import { textLinkClass } from '@/shared/ui/text-link'

const VARIANTS: ButtonVariant[] = ['primary', 'default', 'quiet', 'danger']
const SIZES: ButtonSize[] = ['sm', 'md', 'lg']

export function ButtonsSection() {
  return (
    <Panel title="Buttons" solid>
      <div className="grid gap-4">
        {SIZES.map((size) => (
          <div key={size} className="flex flex-wrap items-center gap-2">
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant} {size}
              </Button>
            ))}
            <Button size={size} variant="primary" icon={<Upload aria-hidden />}>
              Upload
            </Button>
            <Button size={size} variant="primary" pending pendingLabel="Signing In...">
              Sign In
            </Button>
            <Button size={size} disabled icon={<Download aria-hidden />}>
              Disabled
            </Button>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-2">
          <IconButton label="Notifications" icon={<Bell aria-hidden />} />
          <IconButton label="Delete" size="sm" icon={<Trash2 aria-hidden />} />
          <IconButton label="Download" icon={<Download aria-hidden />} disabled />
          <a className={buttonClass()} href="#buttons">
            A link as a button
          </a>
          <a className={textLinkClass} href="#buttons">
            A text link
          </a>
          <span>
            Press <Kbd>/</Kbd> or <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
          </span>
          <Spinner label="Loading" />
        </div>
        <Button variant="primary" size="lg" block>
          Create Account
        </Button>
      </div>
    </Panel>
  )
}
