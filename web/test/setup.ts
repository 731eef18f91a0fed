// What every test starts from. Rules are tested in plain Node, which has no document to prepare.
export {}

if (typeof document !== 'undefined') await import('./dom')
