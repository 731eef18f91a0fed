// The previews that strangers hear: the account's voice tags, how they are mixed over a beat, and the rendered
// previews.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, type Schemas, unwrap } from '@/shared/api/client'
import { PREVIEW } from '@/shared/config/limits'
import { sendForm } from '../documents/upload-call'

export const previewKeys = {
  all: ['previews'],
  beat: ['previews', 'beat'],
  progress: ['previews', 'progress'],
  settings: ['preview-settings'],
  tags: ['voice-tags'],
} as const

export type VoiceTag = Schemas['VoiceTag']
export type PreviewSettings = Omit<Schemas['PreviewSettingsAnswer'], 'success'>
export type PreviewSettingsBody = Schemas['PreviewSettingsRequest']
export type Progress = Omit<Schemas['PreviewProgressAnswer'], 'success'>

export type Preview = Omit<Schemas['PreviewAnswer'], 'state' | 'source' | 'success'> & {
  state: 'pending' | 'ready' | 'failed'
  source: 'made' | 'own' | 'tagged_file'
}

export const voiceTagsQuery = queryOptions({
  queryKey: previewKeys.tags,
  queryFn: async ({ signal }): Promise<{ tags: VoiceTag[]; most: number }> => {
    const { voice_tags, most } = await unwrap(api.GET('/api/voice-tags', { signal }))
    return { tags: voice_tags, most }
  },
})

export const previewSettingsQuery = queryOptions({
  queryKey: previewKeys.settings,
  queryFn: ({ signal }): Promise<PreviewSettings> => unwrap(api.GET('/api/preview-settings', { signal })),
})

/** The progress of the previews, polled while they are being rendered. */
export const previewProgressQuery = queryOptions({
  queryKey: previewKeys.progress,
  queryFn: ({ signal }): Promise<Progress> => unwrap(api.GET('/api/previews', { signal })),
  refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? PREVIEW.askMs : false),
})

/** The preview of a beat. The server starts to render it with the first request. */
export const previewQuery = (documentId: string) =>
  queryOptions({
    queryKey: [...previewKeys.beat, documentId],
    queryFn: ({ signal }): Promise<Preview> => fetchPreview(documentId, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? PREVIEW.askMs : false),
  })

export async function fetchPreview(documentId: string, signal?: AbortSignal): Promise<Preview> {
  const call = { params: { path: { id: documentId } }, signal }
  const sent = await unwrap(api.GET('/api/documents/{id}/preview', call))
  return {
    ...sent,
    state: sent.state === 'ready' || sent.state === 'failed' ? sent.state : 'pending',
    source: sent.source === 'own' || sent.source === 'tagged_file' ? sent.source : 'made',
  }
}

export function useSavePreviewSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PreviewSettingsBody): Promise<PreviewSettings> =>
      unwrap(api.PUT('/api/preview-settings', { body })),
    onSuccess: (saved) => {
      client.setQueryData(previewSettingsQuery.queryKey, saved)
      return client.invalidateQueries({ queryKey: previewKeys.all })
    },
  })
}

/** Renders the previews of all beats, including those that failed before. */
export function usePreparePreviews() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (): Promise<Progress> => unwrap(api.POST('/api/previews/prepare', {})),
    onSuccess: (progress) => {
      client.setQueryData(previewProgressQuery.queryKey, progress)
      return client.invalidateQueries({ queryKey: previewKeys.beat })
    },
  })
}

export function useAddVoiceTag() {
  const client = useQueryClient()
  return useMutation({ mutationFn: (file: File) => addTag(file), onSuccess: () => tagsChanged(client) })
}

/** Replaces the sound of a voice tag: the new tag gets the name and the position of the old one. */
export function useReplaceVoiceTag() {
  const client = useQueryClient()
  return useMutation({
    // With this key the event stream does not refetch the list while both voice tags exist.
    mutationKey: previewKeys.tags,
    mutationFn: async ({ old, file }: { old: VoiceTag; file: File }) => {
      const added = await addTag(file, old.name)
      if (old.is_default && !added.is_default) await updateTag(added.id, { is_default: true })
      await unwrap(api.DELETE('/api/voice-tags/{id}', { params: { path: { id: old.id } } }))
    },
    onSettled: () => tagsChanged(client),
  })
}

export function useUpdateVoiceTag() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: Schemas['VoiceTagRequest'] }) => updateTag(id, body),
    onSuccess: () => tagsChanged(client),
  })
}

/** Deletes a voice tag. The request outlives the page (keepalive). */
export function useDeleteVoiceTag() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/voice-tags/{id}', { params: { path: { id } }, ...asKeepalive() }))
    await tagsChanged(client)
  }
}

/** A link to listen to a voice tag. */
export async function voiceTagUrl(id: string): Promise<string> {
  return (await unwrap(api.POST('/api/voice-tags/{id}/ticket', { params: { path: { id } } }))).url
}

async function addTag(file: File, name?: string): Promise<VoiceTag> {
  const form = new FormData()
  // The server reads the fields of the form in order, so the name precedes the file.
  if (name !== undefined) form.set('name', name)
  form.set('file', file)
  const quiet = { onProgress: () => {}, signal: new AbortController().signal }
  const answer = await sendForm('/api/voice-tags', form, file.size, quiet)
  return (answer as Schemas['VoiceTagAnswer']).voice_tag
}

async function updateTag(id: string, body: Schemas['VoiceTagRequest']): Promise<VoiceTag> {
  return (await unwrap(api.PUT('/api/voice-tags/{id}', { params: { path: { id } }, body }))).voice_tag
}

async function tagsChanged(client: QueryClient) {
  await Promise.all(
    [previewKeys.tags, previewKeys.settings, previewKeys.all].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
