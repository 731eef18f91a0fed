// The bar above the page: the menu button on a narrow screen, search, notifications, settings and the user menu.
import { Bell, ChevronDown, LogOut, Menu as MenuIcon, SlidersHorizontal, User } from 'lucide-react'
import { topBar } from '@/shared/copy/shell'
import { cx } from '@/shared/lib/cx'
import { Avatar } from '@/shared/ui/avatar'
import { IconButton } from '@/shared/ui/icon-button'
import { iconButtonClass } from '@/shared/ui/icon-button-class'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/shared/ui/overlays/menu'
import type { Command } from './find-places'
import { SearchBox } from './search-box'
import { ShellLink } from './shell-link'
import type { ShellUser } from './shell-user'
import type { SearchAccount } from './use-account-search'

interface TopBarProps {
  user: ShellUser
  unread: number
  searchAccount?: SearchAccount
  onCommand?: (command: Command) => void
  onOpenMenu: () => void
  onSignOut: () => void
}

export function TopBar({ user, unread, searchAccount, onCommand, onOpenMenu, onSignOut }: TopBarProps) {
  return (
    <header className="app-topbar sticky top-0 z-20 flex items-center gap-2 h-(--topbar) px-(--gutter) bg-topbar glass">
      <IconButton
        label="Menu"
        icon={<MenuIcon aria-hidden />}
        tooltip={false}
        onClick={onOpenMenu}
        className="-ml-2 lg:hidden"
      />
      <SearchBox
        searchAccount={searchAccount}
        onCommand={onCommand}
        className="grow min-w-0 sm:max-w-[400px]"
      />
      <span className="grow max-sm:hidden" />
      <NotificationsLink unread={unread} />
      <ShellLink
        to="/settings"
        aria-label={topBar.settings}
        data-tip={topBar.settings}
        className={cx('relative', iconButtonClass(), 'max-sm:hidden')}
      >
        <SlidersHorizontal aria-hidden />
      </ShellLink>
      <UserMenu user={user} onSignOut={onSignOut} />
    </header>
  )
}

function NotificationsLink({ unread }: { unread: number }) {
  const label = unread > 0 ? `${topBar.notifications}, ${unread} unread` : topBar.notifications
  return (
    <ShellLink
      to="/notifications"
      aria-label={label}
      data-tip={label}
      className={cx('relative', iconButtonClass())}
    >
      <Bell aria-hidden />
      {unread > 0 ? (
        <span
          aria-hidden
          className="num absolute right-0.5 top-0.5 min-w-4 h-4 px-1 rounded-pill bg-accent text-on-accent text-[10px] leading-4 font-semibold text-center shadow-[0_0_0_2px_var(--canvas)]"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </ShellLink>
  )
}

function UserMenu({ user, onSignOut }: { user: ShellUser; onSignOut: () => void }) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${user.name}, ${user.role}`}
          className="flex items-center gap-2.5 p-1 sm:pr-2 sm:ml-2 rounded-control text-left hover:bg-surface-3 aria-expanded:bg-surface-3 min-w-0 max-w-[220px]"
        >
          <Avatar name={user.name} src={user.avatarUrl} />
          <span className="min-w-0 max-md:hidden">
            <span className="block font-medium truncate">{user.name}</span>
            <span className="block text-12 text-ink-3 truncate">{user.role}</span>
          </span>
          <ChevronDown aria-hidden className="size-4 max-md:hidden" />
        </button>
      }
    >
      <MenuLink icon={<User aria-hidden />} render={<ShellLink to="/profile" />}>
        {topBar.viewProfile}
      </MenuLink>
      <MenuLink icon={<SlidersHorizontal aria-hidden />} render={<ShellLink to="/settings" />}>
        {topBar.userSettings}
      </MenuLink>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onSignOut}>
        {topBar.signOut}
      </MenuItem>
    </Menu>
  )
}
