/** Loads the thread's program from the sources, which Node cannot read by itself; once built it is a file of its own. */
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
await runnerImport(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
  root,
  logLevel: 'error',
  resolve: { alias: [{ find: /^@(runtime|services)\//, replacement: `${root}$1/` }] },
})
