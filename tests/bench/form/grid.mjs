const ROWS = 1_000
const COLUMNS = 10
/** More than the rows in view: most of these presses scroll. */
const DOWN = Array.from({ length: 60 }, () => 'ArrowDown')
const RIGHT = Array.from({ length: 25 }, () => 'ArrowRight')
const NUMBERS = Array.from({ length: 20 }, () => ['7', 'Enter'])
const TEXT = [...'abcdefghijklmnopqrst']

/** A long, wide table: typing, walking, entering numbers, and a large paste taken back by one undo. */
export async function measureGrid(driver) {
  const { page } = driver
  await cell(page, 5, 0).click()
  await driver.script([...'xyz', 'Enter', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'])
  await driver.settle()
  const typing = await driver.script(TEXT)
  const typed = await driver.typed()
  if (typed !== TEXT.join('')) throw new Error(`lost keys: "${typed}"`)
  await driver.script(['Enter'])
  const down = await driver.script(DOWN)
  const right = await driver.script(RIGHT)
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  const numbers = (await driver.script(NUMBERS.flat())).filter((_, index) => index % 2 === 1)
  await expectText(page, 3, 1, '7')
  return { typing, down, right, numbers, paste: await paste(page) }
}

async function paste(page) {
  await page.keyboard.press('Control+Home')
  const before = await cell(page, 2, 0).textContent()
  const taken = await page.evaluate(`benchPaste(${ROWS}, ${COLUMNS})`)
  await expectText(page, 2, 0, '2')
  await page.keyboard.press('Control+z')
  await expectText(page, 2, 0, before)
  return taken
}

function cell(page, row, column) {
  return page.locator(`[data-row="${row}"] [role=gridcell][data-column="${column}"]`)
}

async function expectText(page, row, column, text) {
  await page.evaluate('benchPainted()')
  const found = await cell(page, row, column).textContent()
  if (found !== text) throw new Error(`row ${row}, column ${column}: "${found}" instead of "${text}"`)
}
