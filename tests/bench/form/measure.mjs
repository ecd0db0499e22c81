import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { build, preview } from 'vite'
import { CHROMIUM_FLAGS, chromiumPath } from '../../chromium.mjs'
import { openPage } from './driver.mjs'
import { measureGrid } from './grid.mjs'
import { installPeers } from './peers.mjs'
import { report, reportGrid } from './report.mjs'
import { measureTyping } from './typing.mjs'

const CONTENDERS = ['loam', 'rjsf', 'formily', 'amis']
/** A contender that has not drawn by then is noted as such: 1,000 sub-table rows take amis minutes. */
const PATIENCE = 60_000
const SCENES = [
  { title: '50 fields', query: 'fields=50' },
  { title: '200 fields', query: 'fields=200' },
  { title: '1,000 fields, 200 rules', query: 'fields=1000' },
  { title: 'sub-table 1,000 × 10', query: 'rows=1000&columns=10' },
]
/** What no other contender draws in any time worth waiting for. */
const GRID = { title: 'sub-table 10,000 × 30, Loam alone', query: 'rows=10000&columns=30' }

/** Mount, key to paint, script a key and heap of each contender, interleaved; medians over the rounds. */
export async function bench({ root, rounds, options }) {
  const outDir = `${root}/tests/.output/bench-form`
  const server = await serve(root, outDir)
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_FLAGS, '--js-flags=--expose-gc'],
  })
  const only = options.includes('--only') ? options[options.indexOf('--only') + 1]?.split(',') : undefined
  const contenders = CONTENDERS.filter((name) => !only || only.includes(name))
  const results = {}
  for (const { title, query } of SCENES) {
    const gone = new Map()
    const figures = await rotate(contenders, rounds, gone, (contender) =>
      run(browser, `contender=${contender}&${query}`, measureTyping),
    )
    results[title] = figures
    report(title, figures, gone)
  }
  if (contenders.includes('loam')) {
    const gone = new Map()
    const figures = await rotate(['loam'], rounds, gone, () =>
      run(browser, `contender=loam&${GRID.query}`, measureGrid),
    )
    results[GRID.title] = figures
    reportGrid(GRID.title, figures.loam ?? [], gone)
  }
  await browser.close()
  await server.close()
  mkdirSync(`${root}/tests/.output`, { recursive: true })
  writeFileSync(`${root}/tests/.output/bench-form.json`, JSON.stringify(results, null, 2))
}

async function serve(root, outDir) {
  const sdk = installPeers(`${root}/tests/bench`)
  await build({
    configFile: `${root}/vite.config.ts`,
    root: `${root}/tests/bench/form`,
    logLevel: 'error',
    publicDir: false,
    build: { outDir, emptyOutDir: true, target: 'es2022', manifest: false },
  })
  cpSync(sdk, `${outDir}/amis`, { recursive: true })
  return preview({
    configFile: false,
    logLevel: 'error',
    root: outDir,
    build: { outDir: '.' },
    preview: { port: 4199 },
  })
}

/** Round by round, so that what else the machine does falls on all alike. A contender that fails is left out from then on. */
async function rotate(contenders, rounds, gone, work) {
  const figures = {}
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      if (gone.has(contender)) continue
      try {
        figures[contender] = [...(figures[contender] ?? []), await work(contender)]
      } catch (error) {
        gone.set(contender, error.message.split('\n')[0])
      }
    }
  }
  return figures
}

async function run(browser, query, measure) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await openPage(context, `http://localhost:4199/?${query}`)
    const mounted = await page.mount(PATIENCE)
    const heap = await page.heap()
    return { ...mounted, heap, ...(await measure(page)) }
  } finally {
    await context.close()
  }
}
