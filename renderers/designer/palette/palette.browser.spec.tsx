import { outlineOf } from '@runtime/design/outline'
import { DesignSession } from '@runtime/design/session'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { WIDGET_ICONS } from '../widget-icon'
import { Palette } from '.'

const names = () =>
  page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)

it('finds widgets by pinyin, and puts in what is pressed twice or entered', async () => {
  const widgets = { catalogue, designed }
  const session = new DesignSession({ id: 'f', texts: { formData: '{"fields":[]}' }, widgets })
  const labels = () => outlineOf(session.tree, catalogue).map(({ label }) => label)
  const drag = vi.fn()
  const inserted = vi.fn()
  const host = testHost()
  const { unmount } = draw(
    <div style={{ width: 260, height: 600 }}>
      <Palette session={session} onInsert={inserted} onDragStart={(_, key) => drag(key)} />
    </div>,
    host,
  )
  await expect.poll(() => names().length).toBe(designed.size)
  expect(names().slice(0, 3)).toEqual(['单行输入', '多行输入', '数字输入'])

  const one = page.getByRole('button', { name: '单行输入' })
  await one.click()
  expect(labels()).toEqual([])
  expect(drag).toHaveBeenCalledWith('input')
  await one.dblClick()
  expect(labels()).toEqual(['单行输入'])
  expect(inserted).toHaveBeenCalledWith('input')

  // In two columns: right, down, and on into the next group.
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}')
  expect(labels()).toEqual(['单行输入', '计算公式'])
  expect(document.querySelector('[aria-live]')?.textContent).toBe(
    '已插入计算公式，位于表单，第 2 项，共 2 项',
  )

  await page.getByRole('searchbox').fill('fujian')
  await expect.poll(names).toEqual(['文件上传'])
  await userEvent.keyboard('{Enter}')
  expect(labels().at(-1)).toBe('文件上传')
  await page.getByRole('searchbox').fill('qqq')
  await expect.element(page.getByText('没有匹配的控件')).toBeVisible()
  expect(host.toasts).toEqual([])
  unmount()
})

it('has an icon for every widget', () => {
  const without = [...designed.values()].filter(({ definition }) => !WIDGET_ICONS[definition.icon])
  expect(without.map(({ definition }) => definition.key)).toEqual([])
})
