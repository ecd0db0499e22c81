import { join, resolve } from 'node:path'
import { build, fail, install, root } from './project.mjs'
import { supervise } from './supervisor.mjs'

/** `npm start`: installs what is missing, builds what is stale, runs the server and starts it anew when it fails. */
try {
  await install()
  await build()
  supervise(process.execPath, ['--enable-source-maps', join(root, 'dist', 'server', 'main.js')], {
    cwd: root,
    journal: join(resolve(root, process.env.LOAM_DATA || 'data'), 'ends.jsonl'),
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production', LOAM_ROOT: root },
  })
} catch (error) {
  fail(error)
}
