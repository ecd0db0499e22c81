import type { Locator, Page } from '@playwright/test'
import { expect, openMenu } from './journey'

/** How a person works: with the mouse, or with the keys alone. What is written over hands is walked by both. */
export interface Hands {
  /** Opens a page of the menu by its name. */
  goTo(name: string): Promise<void>
  /** Presses a button, opens a box, ticks a node, chooses a radio. */
  press(what: Locator): Promise<void>
  fill(box: Locator, text: string): Promise<void>
  /** Chooses one of what a box has found below it. */
  choose(box: Locator, one: Locator): Promise<void>
}

export function mouse(page: Page): Hands {
  return {
    goTo: (name) => openMenu(page, name),
    async press(what) {
      // A radio or a tick is drawn by the words and the box around it.
      if (await isChosen(what)) await what.locator('xpath=ancestor::label[1]').click()
      else await what.click()
    },
    fill: (box, text) => box.fill(text),
    choose: (_, one) => one.click(),
  }
}

/** Steps of the focus after which a place counts as out of reach. */
const PATIENCE = 150

const isChosen = (what: Locator) =>
  what.evaluate((one) => one.matches('input[type="radio"], input[type="checkbox"]'))
/** Whether it stands above what has the focus: who sees that goes back. */
const isBefore = (what: Locator) =>
  what.evaluate((one) => {
    const { activeElement, body } = document
    if (!activeElement || activeElement === body) return false
    return (activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  })
const isFocused = (what: Locator) => what.evaluate((one) => one === document.activeElement)

/** With the keys alone, which also lead to a place without pressing it. */
export function keys(page: Page): Hands & { reach(what: Locator): Promise<void> } {
  const reach = async (what: Locator) => {
    // What is drawn for it may be another node: of a radio its words.
    await expect(what).toBeAttached()
    const key = (await isBefore(what)) ? 'Shift+Tab' : 'Tab'
    for (let steps = 0; steps < PATIENCE; steps += 1) {
      if (await isFocused(what)) return
      await page.keyboard.press(key)
    }
    throw new Error(`Out of the reach of Tab: ${what}`)
  }
  const along = async (what: Locator, first: Locator) => {
    await reach(first)
    for (let steps = 0; !(await isFocused(what)); steps += 1) {
      if (steps > PATIENCE) throw new Error(`Out of the reach of the arrows: ${what}`)
      await page.keyboard.press('ArrowRight')
    }
  }
  return {
    reach,
    async goTo(name) {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: '搜索菜单' })).toBeFocused()
      await page.keyboard.type(name)
      await expect(page.getByRole('option', { name }).first()).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
    },
    async press(what) {
      // Of a row of tabs, or of radios, one is in the order of Tab; the arrows lead on from it.
      if ((await what.getAttribute('role')) === 'tab')
        await along(what, what.locator('xpath=..').getByRole('tab', { selected: true }))
      else if (await what.evaluate((one) => one.matches('input[type="radio"]'))) {
        const row = page.getByRole('radiogroup').filter({ has: what })
        return along(what, row.getByRole('radio', { checked: true }))
      } else if ((await what.getAttribute('role')) === 'menuitem')
        for (let steps = 0; !(await isFocused(what)); steps += 1) {
          if (steps > PATIENCE) throw new Error(`Out of the reach of the arrows: ${what}`)
          await page.keyboard.press('ArrowDown')
        }
      else await reach(what)
      await page.keyboard.press((await isChosen(what)) ? 'Space' : 'Enter')
    },
    async fill(box, text) {
      await reach(box)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    async choose(box, one) {
      await expect(box).toBeFocused()
      const id = await one.getAttribute('id')
      for (let steps = 0; (await box.getAttribute('aria-activedescendant')) !== id; steps += 1) {
        if (steps > PATIENCE) throw new Error(`Out of the reach of the arrows: ${one}`)
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Enter')
    },
  }
}
