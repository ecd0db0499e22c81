import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

const MAP = '监测地图'
const OTHER = '采购订单'

/** The ways in which a person comes back to the map, from a page that they opened beside it. */
const WAYS = {
  menu: (page: Page) => openMenu(page, MAP),
  back: async (page: Page) => void (await page.goBack()),
  tab: (page: Page) =>
    page
      .getByRole('navigation', { name: '打开的页面' })
      .getByRole('link', { name: MAP, exact: true })
      .click(),
} as const

/** The map is left and shown again so often by each way: it is the same map, where it was left, and stops everything. */
export function returnsToTheMap(times: number): void {
  test(`the map is whole each time somebody comes back to it, ${times} times by menu, Back and tab`, async ({
    people,
  }) => {
    test.setTimeout(120_000 + times * 20_000)
    const page = await people.signedIn()
    const map = page.locator('.loam-map-frame')
    const whole = async () => {
      await expect(map).toBeVisible()
      await expect(page.getByRole('main').getByText('实时', { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('button', { name: '全部停止' })).toBeVisible()
    }
    await openMenu(page, MAP)
    await whole()
    const zoom = async () => Number(await map.getAttribute('data-zoom'))
    const begun = await zoom()
    await page.getByRole('button', { name: '放大', exact: true }).click()
    await expect.poll(zoom).toBe(begun + 1)
    for (let time = 0; time < times; time++)
      for (const [name, comeBack] of Object.entries(WAYS))
        await test.step(`${name}, ${time + 1}`, async () => {
          const left = await zoom()
          await openMenu(page, OTHER)
          await expect(page.getByText(/CG\d{8}0060/)).toBeVisible()
          await expect(map).toBeHidden()
          await comeBack(page)
          await whole()
          await expect.poll(zoom).toBe(left)
          // It still does what it is told.
          const step = left > 15 ? -1 : 1
          await page.getByRole('button', { name: step > 0 ? '放大' : '缩小', exact: true }).click()
          await expect.poll(zoom).toBe(left + step)
        })
  })
}
