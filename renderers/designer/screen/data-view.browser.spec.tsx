import '../../shell/base.css'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { ModelDesigner } from './model-designer'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

const field = (name: string) => ({
  __config__: { jnpfKey: 'input', label: name, span: 24 },
  __vModel__: name,
  readonly: true,
})
const DRAFT = {
  ...{ id: 'v', fullName: '水泵', enCode: 'pumps', webType: '4' },
  ...{ draftVersion: 1, version: 0, isRelease: 0, appColumnData: '', tables: '' },
  formData: JSON.stringify({ fields: [field('name')] }),
  columnData: JSON.stringify({
    ...{ type: 1, interfaceId: 'i1', columnList: [{ prop: 'name', label: '名称' }] },
    ...{ btnsList: [], columnBtnsList: [] },
  }),
}

it('begins with the list of a data view: no form, no button over records, the fields of its interface', async () => {
  const sent: string[] = []
  const host = testHost({
    'visualDevelopment.info': () => DRAFT,
    'visualDevelopment.steps': () => ({ list: [], hasMore: false }),
    'visualDevelopment.present': () => ({ list: [], draftVersion: 1 }),
    'visualDevelopment.step': (input) => {
      sent.push(JSON.stringify(input))
      return { draftVersion: 2, steps: [] }
    },
    'dataInterface.fields': () => ({
      list: [
        { field: 'name', label: 'name' },
        { field: 'power', label: '功率' },
      ],
    }),
    'dataInterface.selector': () => ({ list: [] }),
  })
  await page.viewport(1440, 900)
  drawn = draw(<ModelDesigner id="v" />, host, '850px')
  const { place } = drawn
  await expect.element(page.getByRole('button', { name: '读取接口字段' })).toBeVisible()
  const views = [...place.querySelectorAll('.loam-designer-top .arco-radio-button')]
  expect(views.map(({ textContent }) => textContent)).toEqual(['列表', '文本'])
  expect(place.textContent).not.toContain('行按钮')
  await page.getByRole('button', { name: '读取接口字段' }).click()
  await expect.poll(() => sent.length, { timeout: 5000 }).toBe(1)
  expect(sent[0]).toContain('power')
  expect(sent[0]).not.toContain('\\"name\\"')
  await page.getByRole('button', { name: '读取接口字段' }).click()
  await expect.poll(() => host.toasts.at(-1)?.text).toBe('接口没有新的字段')
  expect(sent).toHaveLength(1)
})
