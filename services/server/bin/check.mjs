import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, fail, follow, install, root } from './project.mjs'

/** `npm run check [files]`: the documents under `schemas/`, or those given, against the language. */
try {
  await install()
  await build({ parts: ['server'] })
  const check = spawn(
    process.execPath,
    [join(root, 'dist', 'server', 'check.js'), ...process.argv.slice(2)],
    {
      // `npm run` moves to the project; file names are meant from where the person stands.
      cwd: process.env.INIT_CWD ?? process.cwd(),
      stdio: 'inherit',
      env: { ...process.env, LOAM_ROOT: root },
    },
  )
  follow(check)
} catch (error) {
  fail(error)
}
