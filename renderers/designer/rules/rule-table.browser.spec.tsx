import { DesignSession } from '@runtime/design/session'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { RuleTable } from '.'

const field = (jnpfKey: string, formId: number, __vModel__: string, label: string, more: object = {}) => ({
  __config__: { jnpfKey, formId, label },
  __vModel__,
  ...more,
})

const FORM = JSON.stringify({
  fields: [
    field('inputNumber', 101, 'a', '甲', { __loam__: { formula: 'b + 1' } }),
    field('inputNumber', 102, 'b', '乙', { __loam__: { formula: 'a + 1', required: 'c > 1' } }),
    field('calculate', 103, 'c', '丙', { expression: [{ __vModel__: 'd' }, '×', '2'] }),
    field('inputNumber', 104, 'd', '丁', { __loam__: { visible: 'gone == 1' } }),
  ],
})

it('shows every rule with what it reads, marks circles in words, and leads to the field', async () => {
  const session = new DesignSession({ id: 'f', texts: { formData: FORM }, widgets: { catalogue, designed } })
  let opened = 0
  const { unmount } = draw(
    <RuleTable
      session={session}
      onOpen={() => {
        opened += 1
      }}
    />,
    testHost(),
  )
  const words = () =>
    page
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent))
  await expect.poll(words).toEqual([
    ['甲', '取值公式', 'b + 1循环引用', '乙'],
    ['乙', '必填条件', 'c > 1', '丙'],
    ['乙', '取值公式', 'a + 1循环引用', '甲'],
    ['丙', '计算公式', 'd * 2', '丁'],
    ['丁', '显示条件', 'gone == 1有错误', ''],
  ])
  await page.getByRole('button', { name: '丙' }).click()
  expect(session.selection.nodes).toEqual([{ part: 'formData', node: 103, path: [] }])
  await userEvent.keyboard('{Tab}{Enter}')
  expect(session.selection.nodes).toEqual([{ part: 'formData', node: 104, path: [] }])
  expect(opened).toBe(2)
  await page.getByText('a + 1').click()
  expect(session.selection.nodes).toEqual([{ part: 'formData', node: 102, path: [] }])
  await expect
    .element(page.getByRole('button', { name: '乙' }).first())
    .toHaveAttribute('aria-pressed', 'true')
  unmount()
})
