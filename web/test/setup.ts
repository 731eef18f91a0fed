// What every test starts from. Rules are tested in plain Node, which has no document to prepare. Files may share a
// thread and the modules in it, but each has a document of its own, so each is prepared.
export {}

if (typeof document !== 'undefined') (await import('./dom')).prepare()
