// Unit tests run in plain Node, which starts fast; components (`.test.tsx`) and the few others with
// `@vitest-environment jsdom` run in jsdom. Browser tests are in e2e and run with Playwright.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
  },
  test: {
    pool: 'threads',
    // One test by name: -t.
    allowOnly: false,
    setupFiles: ['./test/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    reporters: ['default', './test/rerun-report.ts'],
    // Generous, because the machine may be busy; a test that passes never waits for a limit. test/dom.ts has the limits of
    // testing-library.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
          // Test files share a thread and the modules of node_modules; the project's own modules are loaded again for
          // each.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'components', environment: 'jsdom', include: ['src/**/*.test.tsx'] },
      },
    ],
  },
})
