import { Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tabs/style/css.js'
import axe from 'axe-core'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { repairTabs, useAriaRepair } from './aria-repair'
import { draw, testHost } from './testing'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

async function faults(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'rule', values: ['aria-hidden-focus', 'aria-required-parent'] },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

function Repaired() {
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTabs)
  return (
    <div ref={place}>
      <Tabs defaultActiveTab="a">
        <Tabs.TabPane key="a" title="First">
          <input aria-label="in the first" />
        </Tabs.TabPane>
        <Tabs.TabPane key="b" title="Second">
          <input aria-label="in the second" />
        </Tabs.TabPane>
      </Tabs>
    </div>
  )
}

it('lets the keyboard into the pane that is shown alone, and tabs stand in a list', async () => {
  drawn = draw(<Repaired />, testHost())
  await expect.element(page.getByText('First')).toBeVisible()
  const inert = () =>
    [...document.querySelectorAll<HTMLElement>('.arco-tabs-content-item')].map((pane) => pane.inert)
  await expect.poll(inert).toEqual([false, true])
  expect(await faults()).toEqual([])
  await page.getByText('Second').click()
  await expect.poll(inert).toEqual([true, false])
  expect(await faults()).toEqual([])
})

it('stops once at a row of tabs; the arrows lead along it', async () => {
  drawn = draw(<Repaired />, testHost())
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect.element(tab('First')).toBeVisible()
  const reached = () =>
    [...document.querySelectorAll<HTMLElement>('[role=tab]')].map(({ tabIndex }) => tabIndex)
  await expect.poll(reached).toEqual([0, -1])
  await userEvent.tab()
  await expect.element(tab('First')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Second')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(reached).toEqual([-1, 0])
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('First')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(tab('Second')).toHaveFocus()
})
