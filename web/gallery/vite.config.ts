// The gallery is built apart from the app and never shipped with it: every component in all its states, for
// people to look at and for the accessibility tests to walk through.
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  publicDir: here('../public'),
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': here('../src') } },
  server: { host: '127.0.0.1', port: 5174 },
  build: {
    outDir: here('../dist-gallery'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
