import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runCompiled } from './compiled.mjs'
import { codeChanged, fail, prepare, root } from './project.mjs'

// It is over before optimised code pays for its making: half the CPU time without. Nearly all that it makes lasts no longer than the
// document it is made for: a young generation that stays small stays in the processor's cache, and takes no new memory. To clear
// so little is done before another thread has woken up to help.
const FLAGS = ['--no-opt', '--sparkplug', '--semi-space-growth-factor=1', '--no-parallel-scavenge']
for (const flag of FLAGS) setFlagsFromString(flag)

/** `npm run check [files]`: the documents under `schemas/`, or those given, against the language. */
try {
  const seen = new Map()
  await prepare(seen)
  // `npm run` moves to the project; file names are meant from where the person stands.
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  process.env.LOAM_ROOT = root
  // What it finds in the code is kept as long as the code is the same.
  process.env.LOAM_CODE_CHANGED = String(codeChanged(seen))
  runCompiled(join(root, 'dist', 'server', 'check.cjs'))
} catch (error) {
  fail(error)
}
