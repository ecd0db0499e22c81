import '@arco-design/web-react/es/style/index.css'
import { DesignSession } from '@runtime/design/session'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { seriousIn } from '../../../tests/axe'
import { draw, testHost } from '../../testing'
import { Palette } from '../palette'
import { ProblemBadge, ProblemList } from '../problems'
import { Outline } from '.'

afterEach(() => document.body.removeAttribute('arco-theme'))

const input = (formId: number, label: string, config = {}) => ({
  __config__: { jnpfKey: 'input', formId, label, ...config },
  __vModel__: `inputField${formId}`,
})
const FORM = JSON.stringify({
  fields: [
    input(1, '单号', { required: true, noShow: true }),
    {
      __config__: {
        jnpfKey: 'table',
        formId: 2,
        label: '明细',
        children: [input(3, '品名'), input(4, '数量')],
      },
      __vModel__: 'items',
    },
    { __config__: { jnpfKey: 'card', formId: 5, label: '卡片', children: [] } },
    input(6, '一个很长很长很长很长很长很长很长很长的标签'),
  ],
})

it.each(['light', 'dark'])('outline, palette and problems can be read and reached: %s', async (theme) => {
  if (theme === 'dark') document.body.setAttribute('arco-theme', 'dark')
  document.body.style.background = 'var(--color-bg-1)'
  const session = new DesignSession({ id: 'f', texts: { formData: FORM }, widgets: { catalogue, designed } })
  const { place, unmount } = draw(
    <div style={{ display: 'grid', gridTemplateColumns: '260px 300px 390px', height: 700 }}>
      <Palette session={session} />
      <Outline session={session} />
      <div>
        <ProblemBadge session={session} />
        <ProblemList session={session} />
      </div>
    </div>,
    testHost(),
  )
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(2)
  const tree = page.getByRole('tree')
  tree.element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => page.getByRole('treeitem', { selected: true }).elements().length).toBe(2)
  expect(await seriousIn(place, theme === 'dark' ? 'contrast' : 'all')).toEqual([])
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  expect(await seriousIn(place, theme === 'dark' ? 'contrast' : 'all')).toEqual([])
  unmount()
})
