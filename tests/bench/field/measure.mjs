// `npm run bench -- field [telemetry] [--rounds 3]`: the field's figures, each measured by a file of its own; one that misses its
// budget (`design/quality.md`) fails the run.
import { readdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tellBudgets } from '../budget.mjs'

const here = dirname(fileURLToPath(import.meta.url))
/** What stands beside the measurements: this file, and a program that one of them starts. */
const NOT_MEASURED = ['measure.mjs', 'publisher.mjs']

/** @param {{ root: string, rounds: number, options: string[] }} run */
export async function bench({ root, rounds, options }) {
  const all = readdirSync(here).filter((file) => file.endsWith('.mjs') && !NOT_MEASURED.includes(file))
  const names = all.map((file) => file.replace('.mjs', ''))
  const load = () => loadavg()[0].toFixed(2)
  console.log(`${cpus().length} cores, load before ${load()}`)
  const asked = names.filter((name) => options.includes(name))
  for (const name of asked.length > 0 ? asked : names) {
    const { measure } = await import(`./${name}.mjs`)
    await measure({ root, rounds, options })
  }
  console.log(`load after ${load()}`)
  tellBudgets()
}
