// Prepares every test. Rules are tested in plain Node, which has no document. Files may share a thread and its
// modules, but each has its own document, so each is prepared.
export {}

if (typeof document !== 'undefined') (await import('./dom')).prepare()
