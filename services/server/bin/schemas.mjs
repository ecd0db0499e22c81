import { resolve } from 'node:path'
import { fail, install, root } from './project.mjs'

/**
 * `npm run schemas`: writes `schemas/language/` anew, as widgets, nodes, verbs, calls, icons and the menu are in the sources now. It
 * runs them as they are, since a build would be stale each time.
 */
try {
  await install()
  const { runnerImport } = await import('vite')
  const { alias } = (await runnerImport(resolve(root, 'vite.config.ts'), { configFile: false, root })).module
  const { module } = await runnerImport(resolve(root, 'services/server/language-files.ts'), {
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias },
  })
  const written = module.writeLanguageFiles(resolve(root, process.env.LOAM_SCHEMAS || 'schemas'))
  process.stdout.write(
    `${written.length > 0 ? `written: ${written.join(', ')}` : 'schemas/language/ is as it should be'}\n`,
  )
} catch (error) {
  fail(error)
}
