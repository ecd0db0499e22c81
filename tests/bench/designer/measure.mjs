// `npm run bench -- designer [--rounds 5]`: a model of 500 fields in the designer of the built product: until it is open, a field
// chosen, a key in its label, a drag, a removal taken back and 100 fields pasted; and what other pages load of the designer.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { build } from '../../../services/server/bin/project.mjs'
import { CHROMIUM_FLAGS, chromiumPath } from '../../chromium.mjs'
import { hold, tellBudgets } from '../budget.mjs'
import { signIn, startBenchServer } from '../server.mjs'
import { choosing, dragging, pasting, scrollToMiddle, typing, undoing } from './acts.mjs'
import { designerChunks } from './chunks.mjs'
import { openWindow } from './driver.mjs'
import { designedForm } from './model.mjs'

/** Milliseconds; KB. */
const BUDGET = {
  open: 1500,
  key: 16,
  leaves: 1,
  drag: 2,
  frame: 5,
  choose: 50,
  undo: 50,
  paste: 200,
  chunk: 120,
}
const PATIENCE = 60_000
const OTHER_PAGES = ['/login', '/home', '/development/models', '/previewModel']

/** @param {{ root: string, rounds: number }} run */
export async function bench({ root, rounds }) {
  await build()
  const server = await startBenchServer(root, { adminPassword: 'Bench2026' })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] })
  try {
    const { url } = server.server
    const { call, token } = await signIn(url)
    const { formData, last, copied } = await designedForm(server.load)
    const { id } = await call('/api/visualdev/Base/Actions/Import', {
      ...{ fullName: 'designed', enCode: 'designed', type: 1, webType: '2' },
      ...{ formData, columnData: {} },
    })
    const site = { url, token, last }
    const runs = []
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await once(browser, site, id, copied))
      console.log(`round ${round + 1}: open ${runs.at(-1).opening.first.toFixed(0)} ms`)
    }
    const chunks = designerChunks(root)
    const loaded = await loadedElsewhere(browser, site, Object.keys(chunks.own))
    mkdirSync(`${root}/tests/.output`, { recursive: true })
    writeFileSync(
      `${root}/tests/.output/bench-designer.json`,
      JSON.stringify({ runs, chunks, loaded }, null, 2),
    )
    tell(runs)
    holdAll(runs, chunks, loaded)
  } finally {
    await browser.close()
    await server.close()
  }
  tellBudgets()
}

async function once(browser, site, id, copied) {
  const window = await openWindow(browser, site)
  const faults = []
  window.page.on('pageerror', (error) => faults.push(String(error)))
  try {
    const address = `/designModel?id=${id}`
    await window.page.goto(site.url + address)
    const loading = { ...(await opened(window)), ...(await window.counters()) }
    const opening = await openedFrom(browser, site, address)
    await window.rest(1500)
    await scrollToMiddle(window)
    const chosen = await choosing(window)
    const typed = await typing(window)
    const undone = await undoing(window)
    const dragged = await dragging(window)
    const pasted = await pasting(window, copied)
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return { loading, opening, chosen, typed, undone, dragged, pasted }
  } finally {
    await window.context.close()
  }
}

/** From another page of the product, to which the designer's scripts are new. */
async function openedFrom(browser, site, address) {
  const window = await openWindow(browser, site)
  const { page, rest, counters, context } = window
  await page.goto(`${site.url}/development/models`)
  await page.waitForLoadState('networkidle')
  await rest(1500)
  const before = await counters()
  await page.evaluate((to) => {
    window.benchOpens(performance.now())
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
  const told = await opened(window)
  const after = await counters()
  await context.close()
  return { ...told, script: after.script - before.script, busy: after.busy - before.busy }
}

/** Milliseconds from the navigation to the first field that is painted, and to the last. The product's pages run no texts. */
async function opened({ page, rest }) {
  const end = Date.now() + PATIENCE
  while (Date.now() < end) {
    const told = await page.evaluate('benchOpening')
    if (told.whole) return told
    await rest(100)
  }
  throw new Error(`The designer was not open within ${PATIENCE} ms`)
}

/** Files of the designer's own that other pages fetch at their start. */
async function loadedElsewhere(browser, site, own) {
  const found = []
  for (const path of OTHER_PAGES) {
    const { page, context, rest } = await openWindow(browser, site)
    page.on('request', (request) => {
      const file = new URL(request.url()).pathname.slice(1)
      if (own.includes(file)) found.push(`${path}: ${file}`)
    })
    await page.goto(site.url + path)
    await page.waitForLoadState('networkidle')
    await rest(1000)
    await context.close()
  }
  return found
}

const of = (runs, get) => runs.flatMap(get)

function tell(runs) {
  const line = (what, figures, keys = ['script', 'busy', 'passed']) => {
    const told = keys.map((key) => {
      const list = figures.map((one) => one[key])
      return `${key} ${quantile(list, 0.5).toFixed(1)}, p95 ${quantile(list, 0.95).toFixed(1)}`
    })
    console.log(`${what.padEnd(34)} ${told.join('   ')}`)
  }
  console.log('\n500 fields; milliseconds: median, p95')
  line(
    'loaded with the whole product',
    of(runs, (run) => [run.loading]),
    ['first', 'whole', 'script', 'busy'],
  )
  line(
    'open, from another page',
    of(runs, (run) => [run.opening]),
    ['first', 'whole', 'script', 'busy'],
  )
  line(
    'a field chosen by click',
    of(runs, (run) => run.chosen),
  )
  line(
    'a key in the label',
    of(runs, (run) => run.typed.keys),
    ['script', 'busy', 'passed', 'leaves'],
  )
  line(
    'a key with all that follows',
    of(runs, (run) => run.typed.whole),
    ['script', 'busy'],
  )
  line(
    'a field taken away',
    of(runs, (run) => run.undone.removals),
  )
  line(
    'that undone',
    of(runs, (run) => run.undone.undos),
  )
  line(
    '100 fields pasted',
    of(runs, (run) => run.pasted.pastes),
  )
  line(
    'that undone',
    of(runs, (run) => run.pasted.undos),
  )
  const frames = (name) => of(runs, (run) => run.dragged[name].list)
  for (const name of ['moved', 'idle'])
    console.log(
      `${`frames, ${name === 'moved' ? 'dragging' : 'idle page'}`.padEnd(34)} p50 ${quantile(frames(name), 0.5).toFixed(1)}, p95 ${quantile(frames(name), 0.95).toFixed(1)}   script a frame ${quantile(
        of(runs, (run) => [run.dragged[name].script]),
        0.5,
      ).toFixed(2)}`,
    )
}

function holdAll(runs, { own, hasEditor }, loaded) {
  const middle = (get) => quantile(of(runs, get), 0.5)
  const most = (get) => quantile(of(runs, get), 0.95)
  const ms = (what, figure, atMost) => hold(what, figure, { atMost, unit: 'ms' })
  ms(
    'open, from another page',
    middle((run) => [run.opening.first]),
    BUDGET.open,
  )
  ms(
    'a key in a setting, script',
    middle((run) => run.typed.keys.map(({ script }) => script)),
    BUDGET.key,
  )
  hold(
    'a key in a setting, fields drawn',
    most((run) => run.typed.keys.map(({ leaves }) => leaves)),
    {
      atMost: BUDGET.leaves,
    },
  )
  ms(
    'drag, script a frame',
    middle((run) => [run.dragged.moved.script]),
    BUDGET.drag,
  )
  ms(
    'drag, p95 frame beyond an idle page',
    most((run) => run.dragged.moved.list) - most((run) => run.dragged.idle.list),
    BUDGET.frame,
  )
  ms(
    'a field chosen',
    middle((run) => run.chosen.map(({ busy }) => busy)),
    BUDGET.choose,
  )
  ms(
    'a removal undone',
    middle((run) => run.undone.undos.map(({ busy }) => busy)),
    BUDGET.undo,
  )
  ms(
    '100 fields pasted',
    middle((run) => run.pasted.pastes.map(({ busy }) => busy)),
    BUDGET.paste,
  )
  const size = Object.values(own).reduce((sum, one) => sum + one, 0)
  hold('scripts of the designer alone', size, { atMost: BUDGET.chunk, unit: 'KB' })
  hold('code editors fetched to open it', Number(hasEditor), { atMost: 0 })
  for (const one of loaded) console.log(one)
  hold('its scripts on other pages', loaded.length, { atMost: 0 })
}

function quantile(figures, part) {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
