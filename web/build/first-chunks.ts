// Which modules share a chunk on a first visit. By default the bundler splits what several screens share into dozens
// of small files, which compress badly. Here the modules of the frame and the dashboard become one file, and those
// they share with the sign-in screen another.
import { resolve } from 'node:path'

interface Graph {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicImporters: readonly string[] } | null
}

const source = (path: string) => resolve(import.meta.dirname, '../src', path)

const START = ['app/main.tsx']
const SIGNING_IN = ['pages/auth/auth-screen.tsx']
const HOME = ['app/signed-in.tsx', 'pages/dashboard/dashboard-page.tsx', 'app/live-host.tsx']

/** The chunk groups, by priority. All other modules are left to the bundler. */
export function firstChunks() {
  const home = HOME.map(source)
  let parts: { start: Set<string>; signingIn: Set<string>; home: Set<string> } | undefined
  const nameOf = (id: string, graph: Graph): string | null => {
    parts ??= {
      start: reached(graph, START),
      signingIn: reached(graph, SIGNING_IN),
      home: reached(graph, HOME),
    }
    if (parts.start.has(id)) return 'start'
    if (!parts.home.has(id) || (isFetched(graph, id) && !home.includes(id))) return null
    return parts.signingIn.has(id) ? 'pieces' : 'home'
  }
  return ['start', 'pieces', 'home'].map((name, index) => ({
    name: (id: string, graph: Graph) => (nameOf(id, graph) === name ? name : null),
    priority: 3 - index,
  }))
}

function isFetched(graph: Graph, id: string): boolean {
  return (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
}

/** All modules these import statically, directly or indirectly. */
function reached(graph: Graph, roots: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = roots.map(source)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
