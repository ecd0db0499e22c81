const KEYS = [...'abcdefghijklmnopqrst']

/** Types into a text field in the middle of the form, or into a text cell of the table, and sees that all arrived. */
export async function measureTyping(driver) {
  const { page } = driver
  await focusText(page)
  // The first keys warm the page up.
  await driver.script(['x', 'y', 'z'])
  await driver.settle()
  await page.evaluate('benchKeys()')
  const script = await driver.script(KEYS)
  const paint = await page.evaluate('benchKeys()')
  const typed = await driver.typed()
  if (!typed.endsWith(`xyz${KEYS.join('')}`)) throw new Error(`lost keys: "${typed}"`)
  return { paint, script }
}

/** Loam's grid has one editor, in the cell that is being edited: a click goes to the cell, typing replaces what it holds. */
async function focusText(page) {
  const cells = page.locator('[role=gridcell][data-column="0"]')
  if (await cells.count()) return cells.nth(5).click()
  const inputs = page.locator(
    'input:not([readonly]):not([role=combobox]):not([role=spinbutton]):not([type=number]):not([type=date])',
  )
  await inputs.nth(Math.floor((await inputs.count()) * 0.502)).click()
  await page.keyboard.press('End')
}
