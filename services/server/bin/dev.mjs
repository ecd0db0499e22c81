import { resolve } from 'node:path'
import { fail, install, root } from './project.mjs'

/**
 * `npm run dev`: the same server with Vite's dev server in front. The server's code runs through Vite as well, since
 * the widgets are found with `import.meta.glob`.
 */
try {
  await install()
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const data = resolve(root, process.env.LOAM_DATA || 'data')
  const vite = await createServer({
    root,
    appType: 'spa',
    // The database's files change all the time, and belong to another account when this runs as root.
    server: { middlewareMode: true, watch: { ignored: [`${data}/**`] } },
  })
  const environment = vite.environments.ssr
  if (!isRunnableDevEnvironment(environment)) throw new Error('Vite has no module runner for the server')
  const load = (path) => environment.runner.import(path)
  const { startServer } = await load('/services/server/server.ts')
  const { optionsFromEnvironment } = await load('/services/server/options.ts')
  const server = await startServer({
    ...optionsFromEnvironment(process.env, root),
    browserPart: vite.middlewares,
  })
  let isStopping = false
  const stop = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    await vite.close()
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.stdout.write(`ready ${server.url}\n`)
} catch (error) {
  fail(error)
}
