// `npm run bench -- <suite> [--rounds 5]`: side by side with peers, so that ratios hold on any machine.
import { install, root } from '../../services/server/bin/project.mjs'

const suites = {
  form: './form/measure.mjs',
  list: './list/measure.mjs',
  'list-scroll': './list-scroll/measure.mjs',
  field: './field/measure.mjs',
  limits: './limits/measure.mjs',
  rights: './rights/measure.mjs',
  soak: './soak/measure.mjs',
  page: './page/measure.mjs',
  backup: './backup/measure.mjs',
  designer: './designer/measure.mjs',
  check: './check/measure.mjs',
  transfer: './transfer/measure.mjs',
  print: './print/measure.mjs',
  schedule: './schedule/measure.mjs',
}

const [name = 'form', ...options] = process.argv.slice(2)
if (!(name in suites)) {
  console.error(`No benchmark "${name}". There are: ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
await install()
const { bench } = await import(suites[name])
await bench({ root, rounds: numberOf('--rounds') ?? 5, options })

function numberOf(option) {
  const at = options.indexOf(option)
  return at < 0 ? undefined : Number(options[at + 1])
}
