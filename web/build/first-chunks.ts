// Assigns modules to shared chunks for a first visit. By default the bundler splits modules that several screens share
// into dozens of small files, which compress badly. Here the modules of the frame and the dashboard become one file,
// those they share with the sign-in screen another, and the icons that only other screens use a third.
import { dirname, join, resolve } from 'node:path'

interface Graph {
  getModuleInfo: (id: string) => {
    code: string | null
    importedIds: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

const source = (path: string) => resolve(import.meta.dirname, '../src', path)

const START = ['app/main.tsx']
const SIGNING_IN = ['pages/auth/auth-screen.tsx']
const HOME = ['app/signed-in.tsx', 'pages/dashboard/dashboard-page.tsx', 'app/hosts/live-host.tsx']

/** The icon package has one index that imports every icon, and one module for each icon. */
const ICON_INDEX = /lucide-react\/dist\/esm\/lucide-react\.mjs$/
const ICON = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const ICON_EXPORT = /export\s*\{([^}]*)\}\s*from\s*["']\.\/icons\/([\w-]+\.mjs)["']/g
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/

/** The chunk groups, by priority. All other modules are left to the bundler. */
export function firstChunks() {
  const home = HOME.map(source)
  let parts: { start: Set<string>; signingIn: Set<string>; home: Set<string> } | undefined
  const nameOf = (id: string, graph: Graph): string | null => {
    parts ??= {
      start: reachableModules(graph, START),
      signingIn: reachableModules(graph, SIGNING_IN),
      home: reachableModules(graph, HOME),
    }
    if (parts.start.has(id)) return 'start'
    if (ICON.test(id)) {
      if (parts.signingIn.has(id)) return 'pieces'
      return parts.home.has(id) ? 'home' : 'icons'
    }
    if (!parts.home.has(id) || (isFetched(graph, id) && !home.includes(id))) return null
    return parts.signingIn.has(id) ? 'pieces' : 'home'
  }
  return ['start', 'pieces', 'home', 'icons'].map((name, index) => ({
    name: (id: string, graph: Graph) => (nameOf(id, graph) === name ? name : null),
    priority: 4 - index,
  }))
}

function isFetched(graph: Graph, id: string): boolean {
  return (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
}

/** Returns all modules that the roots import statically, directly or indirectly. */
function reachableModules(graph: Graph, roots: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = roots.map(source)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      waiting.push(...(ICON_INDEX.test(imported) ? iconsOf(graph, id, imported) : [imported]))
    }
  }
  return found
}

/** Returns the modules of the icons that a module imports by name, looked up in the index of the icon package. */
function iconsOf(graph: Graph, id: string, index: string): readonly string[] {
  const wanted = namesIn(ICON_IMPORT.exec(graph.getModuleInfo(id)?.code ?? '')?.[1])
  const exported = (graph.getModuleInfo(index)?.code ?? '').matchAll(ICON_EXPORT)
  const files = [...exported].filter(([, names]) => namesIn(names).some((name) => wanted.includes(name)))
  return files.map(([, , file]) => join(dirname(index), 'icons', file ?? ''))
}

/** Returns every local name in an import list such as `default as Check, X`. */
function namesIn(list = ''): string[] {
  return list.split(/,|\bas\b/).map((name) => name.trim())
}
