import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, fail, install, root, supervise } from './project.mjs'

/** `npm start`: installs what is missing, builds what is stale, runs the server and starts it anew when it is killed. */
try {
  await install()
  await build()
  supervise(() =>
    spawn(process.execPath, ['--enable-source-maps', join(root, 'dist', 'server', 'main.js')], {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_ENV: process.env.NODE_ENV ?? 'production',
        LOAM_ROOT: root,
        LOAM_SUPERVISED: '1',
      },
    }),
  )
} catch (error) {
  fail(error)
}
