// `npm run bench -- page [--rounds 5]`: a page of 50, 200 and 800 nodes: until it is drawn, what it holds, and one change of its state.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { build, preview } from 'vite'
import { CHROMIUM_FLAGS, chromiumPath } from '../../chromium.mjs'
import { hold, tellBudgets } from '../budget.mjs'

const SIZES = [50, 200, 800]
/** Budgets for 200 nodes (milliseconds of the main thread's own work; megabytes). */
const BUDGET = { nodes: 200, draw: 500, change: 100, heap: 60 }
const CHANGES = 20

/** @param {{ root: string, rounds: number }} run */
export async function bench({ root, rounds }) {
  const server = await serve(root)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] })
  const results = []
  try {
    for (const nodes of SIZES) {
      const runs = []
      for (let round = 0; round < rounds; round += 1) runs.push(await once(browser, server.url, nodes))
      results.push({ nodes, ...summary(runs) })
      console.log(line(results.at(-1)))
    }
  } finally {
    await browser.close()
    await server.close()
  }
  mkdirSync(`${root}/tests/.output`, { recursive: true })
  writeFileSync(`${root}/tests/.output/bench-page.json`, JSON.stringify(results, null, 2))
  const held = results.find(({ nodes }) => nodes === BUDGET.nodes)
  hold('page of 200 nodes, drawn', held.drawBusy, { atMost: BUDGET.draw, unit: 'ms' })
  hold('page of 200 nodes, one change', held.changeBusy, { atMost: BUDGET.change, unit: 'ms' })
  hold('page of 200 nodes, heap', held.heap, { atMost: BUDGET.heap, unit: 'MB' })
  tellBudgets()
}

async function serve(root) {
  const outDir = `${root}/tests/.output/bench-page`
  await build({
    configFile: `${root}/vite.config.ts`,
    root: `${root}/tests/bench/page`,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: `${root}/tests/bench/page/page.html` } },
  })
  const server = await preview({
    configFile: false,
    root: `${root}/tests/bench/page`,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const url = `http://127.0.0.1:${server.httpServer.address().port}/page.html`
  return { url, close: () => server.close() }
}

async function once(browser, url, nodes) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(`${url}?nodes=${nodes}`)
  await page.waitForFunction('window.benchReady')
  // Time of the main thread itself: what other programs take of a shared machine is not in it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const counter = async (name) => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find((entry) => entry.name === name)?.value ?? 0
  }
  const busy = async (work) => {
    const before = await counter('TaskDuration')
    const answer = await page.evaluate(work)
    return { answer, busy: ((await counter('TaskDuration')) - before) * 1000 }
  }
  const drawn = await busy('benchDraw()')
  const changes = []
  for (let change = 0; change < CHANGES; change += 1) changes.push(await busy('benchChange()'))
  await session.send('HeapProfiler.collectGarbage')
  const heap = (await counter('JSHeapUsedSize')) / 1024 / 1024
  await context.close()
  return {
    compile: drawn.answer.compile,
    draw: drawn.answer.draw,
    drawBusy: drawn.busy,
    change: median(changes.map(({ answer }) => answer.painted)),
    changeBusy: median(changes.map((one) => one.busy)),
    heap,
  }
}

const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]

function summary(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]))
}

function line({ nodes, compile, draw, drawBusy, change, changeBusy, heap }) {
  const ms = (figure) => `${figure.toFixed(1)} ms`
  return [
    `${String(nodes).padStart(4)} nodes`,
    `compiled ${ms(compile)}`,
    `drawn ${ms(draw)} (busy ${ms(drawBusy)})`,
    `a change ${ms(change)} (busy ${ms(changeBusy)})`,
    `heap ${heap.toFixed(1)} MB`,
  ].join('   ')
}
