// `npm run bench -- field [telemetry] [--rounds 3]`: the field's budgets (`design/quality.md`), each measured by a file of its own.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const [own, shared] = ['measure.mjs', /^(server|publisher)\.mjs$/]

/** @param {{ root: string, rounds: number, options: string[] }} run */
export async function bench({ root, rounds, options }) {
  const all = readdirSync(here).filter((file) => file.endsWith('.mjs') && file !== own && !shared.test(file))
  const names = all.map((file) => file.replace('.mjs', ''))
  const asked = names.filter((name) => options.includes(name))
  for (const name of asked.length > 0 ? asked : names) {
    const { measure } = await import(`./${name}.mjs`)
    await measure({ root, rounds, options })
  }
}
