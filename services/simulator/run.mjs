import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

/** The simulator from its sources, for `npm run dev` and specs; built, it is a bundle of its own. */
const folder = (path) => fileURLToPath(new URL(path, import.meta.url))
await runnerImport(folder('./main.ts'), {
  configFile: false,
  root: folder('../..'),
  logLevel: 'error',
  resolve: { alias: { '@runtime': folder('../../runtime') } },
})
