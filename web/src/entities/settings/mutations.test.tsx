import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useUpdateSetting } from './mutations'
import { type Settings, settingsQuery } from './queries'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const start = { sales_notifications: true, login_alerts: true, session_timeout: 30 } as Settings

function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(settingsQuery.queryKey, start)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useUpdateSetting(), { wrapper })
  return { mutation: result, settings: () => client.getQueryData(settingsQuery.queryKey) }
}

describe('changing a setting', () => {
  it('shows at once and sends exactly one snake_case key (SET-02)', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put('*/api/users/settings', async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ success: true, settings: { ...start, session_timeout: 60 } })
      }),
    )
    const { mutation, settings } = setUp()
    act(() => mutation.current.mutate({ key: 'session_timeout', value: 60 }))
    await waitFor(() => expect(settings()?.session_timeout).toBe(60))
    await waitFor(() => expect(mutation.current.isSuccess).toBe(true))
    expect(bodies).toEqual([{ session_timeout: 60 }])
  })

  it('is taken back alone when the server refuses (SET-02)', async () => {
    server.use(
      http.put('*/api/users/settings', async ({ request }) => {
        const body = (await request.json()) as Partial<Settings>
        await delay(150)
        if ('login_alerts' in body) return HttpResponse.json({ success: false, error: 'no' }, { status: 500 })
        return HttpResponse.json({ success: true, settings: { ...start, ...body } })
      }),
    )
    const { mutation, settings } = setUp()
    act(() => {
      mutation.current.mutate({ key: 'sales_notifications', value: false })
      mutation.current.mutate({ key: 'login_alerts', value: false })
    })
    await waitFor(() => expect(settings()?.login_alerts).toBe(false))
    await waitFor(() => expect(mutation.current.isError).toBe(true))
    expect(settings()).toMatchObject({ sales_notifications: false, login_alerts: true })
  })
})
