const KEYS = [...'abcdefghijklmnopqrst']
const MOVES = 200
/** Until problems are looked for and the draft is sent after a step. */
const AFTER = 1500

const CANVAS = '.loam-canvas'

/** Points of fields that are in sight, as a person would click them. */
const points = (page) =>
  page.evaluate(() => {
    const view = document.querySelector('.loam-canvas').getBoundingClientRect()
    return [...document.querySelectorAll('.loam-canvas-form [data-path]')].flatMap((field) => {
      const { x, y, width, height } = field.getBoundingClientRect()
      const isSeen = y > view.top + 40 && y + height < view.bottom - 10 && height > 0
      return isSeen ? [{ x: x + width / 2, y: y + height / 2, path: field.dataset.path }] : []
    })
  })

/** Into the middle of the form. */
export async function scrollToMiddle({ page, rest }) {
  await page.locator(CANVAS).evaluate((canvas) => {
    canvas.scrollTop = canvas.scrollHeight / 3
  })
  await rest(1000)
}

/** One field after the other is clicked. */
export async function choosing(window) {
  const { page, timed, rest } = window
  const places = await points(page)
  const clicks = []
  for (const { x, y } of [...places, ...places].slice(0, 14)) {
    await page.mouse.move(x, y)
    await rest(150)
    clicks.push(await timed(() => page.mouse.click(x, y)))
  }
  // The first ones warm the page up.
  return clicks.slice(2)
}

/** Types into the label of a text field in the panel: what each key costs, and how many fields are drawn anew for it. */
export async function typing(window) {
  const { page, timed, rest } = window
  const input = (await points(page)).find(({ path }) => path.startsWith('input'))
  await page.mouse.click(input.x, input.y)
  await rest(500)
  const label = page.locator('.loam-inspector input').first()
  await label.click()
  await page.keyboard.press('End')
  for (const key of ['x', 'y', 'z']) await timed(() => page.keyboard.press(key))
  await rest(AFTER)
  await page.evaluate('bench.watchFields()')
  const keys = []
  for (const key of KEYS) {
    await page.evaluate('bench.fields()')
    const figures = await timed(() => page.keyboard.press(key))
    keys.push({ ...figures, leaves: (await page.evaluate('bench.fields()')).length })
  }
  const shown = await page.locator(`${CANVAS}-form [data-path="${input.path}"]`).textContent()
  const typed = `xyz${KEYS.join('')}`
  if (!shown.includes(typed)) throw new Error(`lost keys: "${shown}" shows no "${typed}"`)
  const whole = []
  for (const key of ['1', '2', '3'])
    whole.push(
      await timed(async () => {
        await page.keyboard.press(key)
        await rest(AFTER)
      }),
    )
  return { keys, whole }
}

/** Fields that are taken away one by one come back one by one. */
export async function undoing(window) {
  const { page, timed, rest } = window
  const [place] = await points(page)
  await page.mouse.click(place.x, place.y)
  const removals = []
  for (let count = 0; count < 8; count += 1) {
    removals.push(await timed(() => page.keyboard.press('Delete')))
    await rest(200)
  }
  const undos = []
  for (let count = 0; count < 8; count += 1) {
    undos.push(await timed(() => page.keyboard.press('Control+z')))
    await rest(200)
  }
  return { undos: undos.slice(1), removals: removals.slice(1) }
}

/** A field is moved about over the canvas and let go with Escape; beside it frames of the page while nothing happens. */
export async function dragging(window) {
  const { page, counters, rest } = window
  await rest(AFTER)
  const places = await points(page)
  const [from] = places
  const frames = async (work) => {
    await page.evaluate('bench.startFrames()')
    const before = await counters()
    await work()
    const after = await counters()
    const list = await page.evaluate('bench.frames()')
    return { list, script: (after.script - before.script) / list.length }
  }
  const start = performance.now()
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y + 12)
  await rest(200)
  const [last] = places.slice(-1)
  const moved = await frames(async () => {
    for (let step = 1; step <= MOVES; step += 1) {
      // To and fro over all that is in sight.
      const part = Math.abs((((step / MOVES) * 4) % 2) - 1)
      const across = Math.abs((((step / MOVES) * 14) % 2) - 1)
      await page.mouse.move(
        from.x + across * Math.max(200, last.x - from.x),
        from.y + part * (last.y - from.y),
      )
    }
  })
  const took = performance.now() - start
  if (!(await page.locator('.loam-canvas-line').isVisible())) throw new Error('nothing is dragged')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.mouse.move(2, 2)
  await rest(300)
  const idle = await frames(() => rest(took))
  return { moved, idle }
}

/** 100 fields that were copied elsewhere. */
export async function pasting(window, copied) {
  const { page, timed, rest } = window
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied)
  const [place] = await points(page)
  await page.mouse.click(place.x, place.y)
  await page.locator(CANVAS).focus()
  const [pastes, undos] = [[], []]
  const count = () => page.locator('.loam-canvas-form [data-path]').count()
  const before = await count()
  for (let round = 0; round < 4; round += 1) {
    await rest(AFTER)
    pastes.push(await timed(() => page.keyboard.press('Control+v')))
    if ((await count()) - before !== 100) throw new Error('100 fields were not pasted')
    await rest(AFTER)
    undos.push(await timed(() => page.keyboard.press('Control+z')))
  }
  return { pastes: pastes.slice(1), undos: undos.slice(1) }
}
