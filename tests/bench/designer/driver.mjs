/** Runs before the page's own scripts: `benchOpens` says when the canvas shows its first field and the one that is last. */
function watchOpening(last) {
  window.benchOpens = (start = 0) => {
    const told = {}
    window.benchOpening = told
    const painted = (name) =>
      requestAnimationFrame(() => setTimeout(() => (told[name] ??= performance.now() - start)))
    const observer = new MutationObserver(() => {
      if (told.first === undefined && document.querySelector('.loam-canvas-form [data-path]'))
        painted('first')
      if (!document.querySelector(`.loam-canvas-form [data-path="${last}"]`)) return
      painted('whole')
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  }
  window.benchOpens()
}

/** Counts the fields in which something is drawn anew, and the frames with the time between them. */
function watchDrawing() {
  const touched = new Set()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const field = element?.closest('[data-path]')
      if (field) touched.add(field.dataset.path)
    }
  })
  let frames
  window.bench = {
    watchFields() {
      const form = document.querySelector('.loam-canvas-form')
      observer.observe(form, { subtree: true, childList: true, characterData: true, attributes: true })
    },
    fields() {
      const names = [...touched]
      touched.clear()
      return names
    },
    startFrames() {
      frames = []
      const list = frames
      const next = (time) => {
        if (frames !== list) return
        list.push(time)
        requestAnimationFrame(next)
      }
      requestAnimationFrame(next)
    },
    frames() {
      const list = frames
      frames = undefined
      return list.slice(1).map((time, at) => time - list[at])
    },
    painted: () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  }
}

/** A window of somebody who has signed in, in which figures are taken; times of scripts are the main thread's own. */
export async function openWindow(browser, { url, token, last }) {
  const origin = new URL(url).origin
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'loam_token', value: token }] }],
    },
  })
  const page = await context.newPage()
  await page.addInitScript(watchOpening, last)
  await page.addInitScript(watchDrawing)
  const session = await context.newCDPSession(page)
  // Time of the main thread itself: what other programs take of a shared machine is not in it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const counters = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name) => (metrics.find((entry) => entry.name === name)?.value ?? 0) * 1000
    return { script: of('ScriptDuration'), busy: of('TaskDuration') }
  }
  /** Two frames after, so that what the first one asks for is in it. */
  const painted = () => page.evaluate('bench.painted().then(bench.painted)')
  return {
    ...{ page, context, session, painted, counters },
    /** Script and all work of the main thread in ms, and ms that went by, until what an act leads to is painted. */
    async timed(act) {
      const before = await counters()
      const start = performance.now()
      await act()
      await painted()
      const passed = performance.now() - start
      const after = await counters()
      return { script: after.script - before.script, busy: after.busy - before.busy, passed }
    },
    rest: (ms) => page.waitForTimeout(ms),
  }
}
