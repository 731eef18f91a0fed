// Adding a goal, adding to its saved amount, and deleting it. The goal's status depends on the date, so the server's
// answer is used.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { invalidateFigures } from '../figures/figures-changed'
import { fromServer, type GoalBody } from './goal'
import { goalsQuery } from './queries'

export function useCreateGoal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: GoalBody) => unwrap(api.POST('/api/goals', { body })),
    onSuccess: () => goalsChanged(client),
  })
}

export function useUpdateGoal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: Partial<GoalBody> }) =>
      fromServer((await unwrap(api.PUT('/api/goals/{id}', { body: change, params: { path: { id } } }))).goal),
    onSuccess: () => goalsChanged(client),
  })
}

export function useAddProgress() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, amount, key }: { id: string; amount: number; key: string }) => {
      const params = { path: { id }, header: { 'Idempotency-Key': key } }
      return fromServer(
        (await unwrap(api.PUT('/api/goals/{id}/progress', { body: { amount }, params }))).goal,
      )
    },
    onSuccess: (changed) => {
      client.setQueryData(goalsQuery.queryKey, (goals) =>
        goals?.map((goal) => (goal.id === changed.id ? changed : goal)),
      )
      goalsChanged(client)
    },
  })
}

export function useDeleteGoal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/goals/{id}', { params: { path: { id } } })),
    onSuccess: (_done, id) => {
      client.setQueryData(goalsQuery.queryKey, (goals) => goals?.filter((goal) => goal.id !== id))
      goalsChanged(client)
    },
  })
}

function goalsChanged(client: QueryClient) {
  invalidateFigures(client)
  return client.invalidateQueries({ queryKey: goalsQuery.queryKey })
}
