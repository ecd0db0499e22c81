/** A contender's page: what it does is timed by the page itself and by the browser's own counters. */
export async function openPage(context, url) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(url)
  await page.waitForFunction('window.benchReady')
  // Time of the main thread itself: what other programs take of a shared machine is not in it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const counter = async (name) => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find((entry) => entry.name === name)?.value ?? 0
  }

  const settle = () =>
    page.evaluate(
      'new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve), { timeout: 300 }))',
    )

  return {
    page,
    /**
     * `mount`: to the first painted frame; `whole`: to the one with the last field; `busy`: what the main thread worked
     * until then. Throws after `patience` ms.
     */
    async mount(patience) {
      // Loading the page is counted when its task ends, which may be after the page says that it is ready.
      await settle()
      const before = await counter('TaskDuration')
      const { first, whole } = await within(patience, page.evaluate('benchMount()'))
      const busy = ((await counter('TaskDuration')) - before) * 1000
      return { compile: await page.evaluate('benchCompile'), mount: first, whole, busy }
    },
    /** Megabytes of script objects that are in use. */
    async heap() {
      await session.send('HeapProfiler.collectGarbage')
      return (await counter('JSHeapUsedSize')) / 1024 / 1024
    },
    /** Presses each key once the frame after the last one is painted; script milliseconds of each. */
    async script(keys) {
      const figures = []
      for (const key of keys) {
        const before = await counter('ScriptDuration')
        await page.keyboard.press(key)
        await page.evaluate('benchPainted().then(benchPainted)')
        figures.push(((await counter('ScriptDuration')) - before) * 1000)
      }
      return figures
    },
    /** Text of the control that has the focus. */
    typed: () => page.evaluate('document.activeElement?.value ?? ""'),
    settle,
  }
}

function within(patience, work) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not drawn in ${patience / 1000} s`)), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
