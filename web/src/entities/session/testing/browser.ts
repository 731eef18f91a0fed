// A small browser for tests: tabs that share local storage with storage events, each with its own session storage,
// address and events.
import type { TabMessage, Tabs } from '../tabs'

class MemoryStorage implements Storage {
  private readonly items = new Map<string, string>()
  private readonly changed: (key: string, value: string | null, by: object | null) => void
  writer: object | null = null

  constructor(changed: (key: string, value: string | null, by: object | null) => void = () => {}) {
    this.changed = changed
  }

  get length() {
    return this.items.size
  }
  clear() {
    this.items.clear()
  }
  getItem(key: string) {
    return this.items.get(key) ?? null
  }
  key(index: number) {
    return [...this.items.keys()][index] ?? null
  }
  setItem(key: string, value: string) {
    this.items.set(key, value)
    this.changed(key, value, this.writer)
  }
  removeItem(key: string) {
    if (this.items.delete(key)) this.changed(key, null, this.writer)
  }
}

export type Tab = {
  page: Window
  tabs: Tabs
  path: () => string
  visit: (path: string) => void
  emit: (name: string, event?: Event) => void
}

export function testBrowser() {
  const pages: EventTarget[] = []
  const listeners: { page: EventTarget; receive: (message: TabMessage) => void }[] = []
  const shared = new MemoryStorage((key, newValue, by) => {
    for (const page of pages) {
      if (page !== by) page.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    }
  })

  /** A tab's view of the shared storage: the tab that writes gets no storage event for its own change. */
  const viewOf = (page: EventTarget) =>
    new Proxy(shared, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          target.writer = page
          try {
            return Reflect.apply(member, target, given)
          } finally {
            target.writer = null
          }
        }
      },
    })

  function open(path = '/'): Tab {
    const page = new EventTarget()
    const location = { pathname: path, search: '', hash: '' }
    const visit = (next: string) => {
      location.pathname = next
    }
    Object.assign(page, {
      localStorage: viewOf(page),
      sessionStorage: new MemoryStorage(),
      document: new EventTarget(),
      location,
      history: { replaceState: (_state: unknown, _title: string, next: string) => visit(next) },
    })
    pages.push(page)
    return {
      page: page as unknown as Window,
      path: () => location.pathname,
      visit,
      emit: (name, event = new Event(name)) => page.dispatchEvent(event),
      tabs: {
        send: (message) => {
          for (const other of listeners) if (other.page !== page) other.receive(message)
        },
        listen: (receive) => {
          listeners.push({ page, receive })
        },
      },
    }
  }

  return { open, storage: shared }
}
