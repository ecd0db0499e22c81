import { Select } from '@arco-design/web-react'
import axe from 'axe-core'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SearchedSelect } from './searched-select'
import { draw, testHost } from './testing'

const FRUIT = ['苹果', 'Apricot', '梨'].map((label, value) => ({ label, value }))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

async function faults(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'rule', values: ['aria-hidden-focus'] },
  })
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
}

it('is one stop of the Tab key, found by a part of its words and chosen by keys', async () => {
  const chosen: unknown[] = []
  drawn = draw(
    <>
      <button type="button">before</button>
      <SearchedSelect
        aria-label="水果"
        defaultValue={0}
        options={FRUIT}
        onChange={(value) => chosen.push(value)}
      />
      <button type="button">after</button>
    </>,
    testHost(),
  )
  await expect.element(page.getByText('苹果')).toBeVisible()
  expect(await faults()).toEqual([])
  await page.getByRole('button', { name: 'before' }).click()
  await userEvent.keyboard('{Tab}')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('apri')
  await expect.element(page.getByRole('option', { name: 'Apricot' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: '梨' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(chosen).toEqual([1])
  await page.getByRole('button', { name: 'before' }).click()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(page.getByRole('button', { name: 'after' })).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
  await expect.element(page.getByRole('button', { name: 'before' })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(page.getByRole('button', { name: 'after' })).toHaveFocus()
  expect(await faults()).toEqual([])
})

it('mends what the library does without it', async () => {
  drawn = draw(<Select showSearch defaultValue={0} options={FRUIT} />, testHost())
  await expect.element(page.getByText('苹果')).toBeVisible()
  expect(await faults()).toHaveLength(1)
})
