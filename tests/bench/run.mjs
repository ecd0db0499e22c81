// `npm run bench -- <suite> [--rounds 5]`: side by side with peers, so that ratios hold on any machine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const suites = {
  form: './form/measure.mjs',
}

const [name = 'form', ...options] = process.argv.slice(2)
if (!(name in suites)) {
  console.error(`No benchmark "${name}". There are: ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
if (!existsSync(`${root}/node_modules/vite`)) npm(['ci'], root)
const { bench } = await import(suites[name])
await bench({ root, rounds: numberOf('--rounds') ?? 5, options })

function numberOf(option) {
  const at = options.indexOf(option)
  return at < 0 ? undefined : Number(options[at + 1])
}

function npm(args, cwd) {
  const { status } = spawnSync('npm', args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
