import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const folder = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Imports across top-level folders; within one, paths are relative. */
export const alias = Object.fromEntries(
  ['runtime', 'widgets', 'renderers', 'schemas', 'services', 'tests'].map((name) => [
    `@${name}`,
    folder(name),
  ]),
)

/** What several lazy places share is fetched in few pieces: hundreds of small files cost more than they spare. */
const SHARED = [
  { name: 'icons', test: /web-react[\\/]icon[\\/]/, minShareCount: 2 },
  { name: 'arco', test: /web-react[\\/]es[\\/]/, minShareCount: 3 },
]

/** `vite build` makes the browser's part; `vite build --ssr` the server's, one bundle an entry. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [react()],
  resolve: { alias },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { main: folder('services/server/main.ts'), check: folder('services/server/check.ts') },
          output: { entryFileNames: '[name].js' },
        },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        manifest: true,
        chunkSizeWarningLimit: 1200,
        rolldownOptions: { output: { codeSplitting: { groups: SHARED } } },
      },
}))
