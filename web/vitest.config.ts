// Unit tests run in plain Node, which starts in no time; components (`.test.tsx`) and the few others that ask for
// it (`@vitest-environment jsdom`) run in jsdom. Browser journeys live in e2e and run with Playwright.
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
    setupFiles: ['./test/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    // A busy machine is no fault of the code.
    testTimeout: 20_000,
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
          // Files share a thread and what they import from node_modules; our own modules start anew in each.
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
