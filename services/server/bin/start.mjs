import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, fail, follow, install, root } from './project.mjs'

/** `npm start`: installs what is missing, builds what is stale, runs the server. */
try {
  await install()
  await build()
  const server = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist', 'server', 'main.js')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production', LOAM_ROOT: root },
  })
  follow(server)
} catch (error) {
  fail(error)
}
