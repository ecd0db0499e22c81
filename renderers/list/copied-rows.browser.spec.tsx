import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../testing'
import { ModelPage } from './model-page'

type Json = Record<string, unknown>

const field = (vModel: string, jnpfKey: string, label: string, more: Json = {}) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, span: 24, showLabel: true, dataType: 'static' },
  ...more,
})
const column = (prop: string, label: string) => ({ prop, id: prop, label })
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: [
      field('name', 'input', '名称'),
      field('depth', 'inputNumber', '深度'),
      field('kind', 'select', '分类', { options: [{ id: 'a', fullName: '深井' }] }),
    ],
  }),
  columnData: JSON.stringify({
    columnList: [column('name', '名称'), column('depth', '深度'), column('kind', '分类')],
    btnsList: [{ value: 'batchRemove' }],
    columnBtnsList: [{ value: 'detail' }],
  }),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
beforeEach(async () => {
  sessionStorage.clear()
  host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': () => ({
      list: ['东', '西', '南', '=1+'].map((name, index) => ({
        ...{
          id: `w${index}`,
          name: `${name}井`,
          depth: index === 3 ? -20 : 20 + index,
          kind: '深井',
          kind_id: 'a',
        },
      })),
      pagination: { total: 4 },
    }),
    'listView.list': () => ({ list: [], mayShare: 0 }),
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain('南井')
})
afterEach(() => drawn?.unmount())

/** What a copy at an element puts on the clipboard; null where the browser copies as it always does. */
function copied(element: Element): string | null {
  const clipboardData = new DataTransfer()
  const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
  element.dispatchEvent(event)
  return event.defaultPrevented ? clipboardData.getData('text/plain') : null
}
const row = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-row="${id}"]`)
  if (!found) throw new Error(`no row ${id}`)
  return found
}

it('copies the row that has the focus as it is shown, and says so', async () => {
  expect(copied(row('w1'))).toBe('西井\t21\t深井')
  host.toasts.length = 0
  row('w2').focus()
  await userEvent.keyboard('{Control>}c{/Control}')
  await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['已复制 1 行'])
})

it('copies the ticked rows in the order shown, whichever has the focus', async () => {
  for (const index of [3, 1])
    (page.getByRole('checkbox', { name: `选择第 ${index} 行` }).element() as HTMLElement).click()
  await expect.poll(() => copied(row('w1'))).toBe('东井\t20\t深井\r\n南井\t22\t深井\r\n')
})

it('leaves to the browser what is marked', async () => {
  document.getSelection()?.selectAllChildren(row('w0'))
  expect(copied(row('w0'))).toBeNull()
  document.getSelection()?.removeAllRanges()
  await userEvent.keyboard('{Tab}')
  expect(copied(row('w0'))).toBe('东井\t20\t深井')
})

it('copies rows so that a spreadsheet runs nothing of them', () => {
  expect(copied(row('w3'))).toBe("'=1+井\t-20\t深井")
})
