import { found } from '@runtime/design/address'
import { modelTexts } from '@runtime/design/document'
import { DesignSession } from '@runtime/design/session'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { ProblemBadge, ProblemList } from '.'

const FORM = JSON.stringify({
  fields: [
    {
      __config__: { jnpfKey: 'input', formId: 101, label: '编号', required: true, noShow: true },
      __vModel__: 'no',
    },
    { __config__: { jnpfKey: 'card', formId: 102, label: '卡片', children: [] }, header: '明细' },
  ],
})

it('leads to what is wrong, mends it in a step, and says when all is well', async () => {
  const session = new DesignSession({ id: 'f', texts: { formData: FORM }, widgets: { catalogue, designed } })
  const { unmount } = draw(
    <>
      <ProblemBadge session={session} />
      <ProblemList session={session} />
    </>,
    testHost(),
  )
  const items = page.getByRole('listitem')
  await expect.poll(() => items.elements().length).toBe(2)
  await expect.element(page.getByLabelText('2 个问题')).toBeVisible()
  await items.first().getByRole('button', { name: '编号' }).click()
  expect(session.selection.nodes).toEqual([{ part: 'formData', node: 101, path: [] }])
  await items.first().getByRole('button', { name: '取消必填' }).click()
  expect(found(session.tree, { part: 'formData', node: 101, path: ['__config__', 'required'] })).toBe(false)
  await expect.poll(() => items.elements().length).toBe(1)
  await items.first().getByRole('button', { name: '删除' }).click()
  await expect.element(page.getByText('没有发现问题')).toBeVisible()
  expect(session.history.steps).toHaveLength(2)
  session.undo()
  session.undo()
  expect(modelTexts(session.history.document).formData).toBe(FORM)
  await expect.poll(() => items.elements().length).toBe(2)
  unmount()
})
