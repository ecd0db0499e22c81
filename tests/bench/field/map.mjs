// `npm run bench -- field map [--rounds 5]`: the map with 1,000, 10,000 and 100,000 devices in Chromium without a graphics card:
// frames while it is panned, and changes of devices a second that are applied and drawn.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { build, preview } from 'vite'
import { CHROMIUM_FLAGS, chromiumPath } from '../../chromium.mjs'
import { hold } from '../budget.mjs'

const SIZES = [1_000, 10_000, 100_000]
/** Budgets (milliseconds a frame at the 95th percentile; changes a second). */
const BUDGET = { pan: 20, changes: 2_000 }
/** Zooms at which it is panned: where most markers are drawn as bubbles, and where most stand alone. */
const ZOOMS = [12, 16]

/** @param {{ root: string, rounds: number }} run */
export async function measure({ root, rounds }) {
  const server = await serve(root)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] })
  const results = []
  try {
    for (const devices of SIZES)
      for (const zoom of ZOOMS) {
        const runs = []
        for (let round = 0; round < rounds; round += 1)
          runs.push(await measureOnce(browser, server, devices, zoom))
        results.push(summary(devices, zoom, runs))
        console.log(line(results.at(-1)))
      }
  } finally {
    await browser.close()
    await server.close()
  }
  mkdirSync(`${root}/tests/.output`, { recursive: true })
  writeFileSync(`${root}/tests/.output/bench-map.json`, JSON.stringify(results, null, 2))
  for (const { devices, zoom, pan, changes } of results) {
    const what = `map, ${devices} devices, zoom ${zoom}`
    hold(`${what}, pan p95`, pan, { atMost: BUDGET.pan, unit: 'ms a frame' })
    hold(`${what}, changes drawn`, changes, { atLeast: BUDGET.changes, unit: 'a second' })
  }
}

/** Builds the page once and serves it; `stop` ends it. */
export async function serve(root) {
  const outDir = `${root}/tests/.output/bench-map`
  await build({
    configFile: `${root}/vite.config.ts`,
    root: `${root}/tests/bench/field`,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: `${root}/tests/bench/field/map.html` } },
  })
  const server = await preview({
    configFile: false,
    root: `${root}/tests/bench/field`,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const url = `http://127.0.0.1:${server.httpServer.address().port}/map.html`
  return { url, close: () => server.close() }
}

async function measureOnce(browser, { url }, devices, zoom) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${url}?devices=${devices}`)
  await page.waitForSelector('.loam-map-status[data-phase="live"]', { timeout: 60_000 })
  await page.getByRole('button', { name: '定位到项目' }).click()
  await toZoom(page, zoom)
  const pan = await panning(page)
  const changes = await changing(page)
  const heap = await page.evaluate('performance.memory.usedJSHeapSize / 2 ** 20')
  await context.close()
  return { pan, ...changes, heap }
}

/** Zooms by the map's own buttons until its scale is that of the zoom. */
async function toZoom(page, zoom) {
  for (let step = 0; step < 20; step += 1) {
    const current = Number(await page.getAttribute('.loam-map-frame', 'data-zoom'))
    if (current === zoom) break
    const name = current < zoom ? '放大' : '缩小'
    await page.getByRole('button', { name, exact: true }).click()
    await page.waitForFunction(
      (from) => Number(document.querySelector('.loam-map-frame')?.getAttribute('data-zoom')) !== from,
      current,
    )
  }
  await page.waitForTimeout(500)
}

/** Drags the map for some two seconds; milliseconds of each frame in which it moved. */
async function panning(page) {
  await page.evaluate(`
    window.frames_ = []
    window.measuring = true
    let last = performance.now()
    const step = (now) => { window.frames_.push(now - last); last = now; if (window.measuring) requestAnimationFrame(step) }
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(step) })
  `)
  await page.mouse.move(700, 450)
  await page.mouse.down()
  for (let turn = 0; turn < 4; turn += 1)
    for (let step = 0; step < 30; step += 1) {
      const way = turn % 2 === 0 ? step : 30 - step
      await page.mouse.move(700 - way * 16, 450 - way * 8)
    }
  await page.mouse.up()
  const frames = await page.evaluate('window.measuring = false, window.frames_')
  return percentile(frames, 0.95)
}

/** Frames of 400 changes, as the server sends five a second, told as fast as they are drawn. */
async function changing(page) {
  const told = await page.evaluate(async () => {
    const begun = performance.now()
    let frames = 0
    while (performance.now() - begun < 2_000) {
      await window.map.tell(400)
      frames += 1
    }
    return { changes: (frames * 400) / ((performance.now() - begun) / 1000) }
  })
  return told
}

function percentile(values, share) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const median = (values) => percentile(values, 0.5)

function summary(devices, zoom, runs) {
  return {
    devices,
    zoom,
    pan: median(runs.map(({ pan }) => pan)),
    changes: median(runs.map(({ changes }) => changes)),
    heap: median(runs.map(({ heap }) => heap)),
  }
}

const line = ({ devices, zoom, pan, changes, heap }) =>
  [
    `${devices} devices, zoom ${zoom}:`,
    `pan p95 ${pan.toFixed(1)} ms a frame,`,
    `${Math.round(changes)} changes a second applied and drawn,`,
    `heap ${Math.round(heap)} MB`,
  ].join(' ')
