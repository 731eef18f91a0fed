// The web side's architecture as rules: app → routes → pages → features → entities → shared, downward
// only. A layer may skip a step downward, never look up; only shared/ui knows the component library.
const layers = ['shared', 'entities', 'features', 'pages', 'routes', 'app']

const upward = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer}-looks-up`,
  comment: `${layer} may only import from the layers below it`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${layers.slice(index + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'feature-to-feature',
      comment: 'A feature stands alone; what two of them need belongs to entities or shared',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'page-to-page',
      comment: 'A page composes features; it does not borrow from another page',
      severity: 'error',
      from: { path: '^src/pages/([^/]+)/' },
      to: { path: '^src/pages/([^/]+)/', pathNot: '^src/pages/$1/' },
    },
    {
      name: 'component-library-outside-ui',
      comment: 'Only shared/ui imports the component library, so that it can be replaced in one place',
      severity: 'error',
      from: { path: '^(src|gallery)/', pathNot: '^src/shared/ui/' },
      to: { path: 'node_modules/@base-ui/' },
    },
    {
      name: 'api-outside-entities',
      comment: 'Only entities talk to the server',
      severity: 'error',
      from: { path: '^src/(features|pages|routes)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/shared/api/client' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'shipped-code-needs-real-dependencies',
      comment: 'What ships may not import a development dependency',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.test\\.tsx?$', '^src/.*/testing/', '\\.css$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.css', '.json'],
    },
  },
}
