import { CallError } from '@runtime/host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answer, draw, type TestHost, testHost } from '../../testing'
import { ModelPage } from '../model-page'

const field = (name: string, jnpfKey: string, label: string, config: object = {}, more: object = {}) => ({
  __vModel__: name,
  __config__: { jnpfKey, label, span: 24, ...config },
  ...more,
})
const column = (prop: string, label: string) => ({ prop, id: prop, label, fullName: label })
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: [
      field('name', 'input', '名称', { required: true, unique: true }),
      field('depth', 'inputNumber', '深度', {}, { min: 0, max: 500 }),
      field('closed', 'input', '封存', {}, { disabled: true }),
      field('total', 'calculate', '合计', {}, { expression: [{ __vModel__: 'depth' }], isStorage: 1 }),
    ],
  }),
  columnData: JSON.stringify({
    columnList: [column('name', '名称'), column('depth', '深度')],
    btnsList: [{ value: 'add' }, { value: 'batchRemove' }],
    columnBtnsList: [{ value: 'edit' }, { value: 'detail' }],
  }),
}
const wells = Array.from({ length: 3 }, (_, index) => ({
  id: `w${index}`,
  name: `${index} 号井`,
  depth: index,
}))
const change = (after: string) => [{ path: 'depth', label: '深度', before: '1', after }]

interface Batch {
  readonly fields: readonly { readonly field: string; readonly value: unknown }[]
  readonly records: readonly { readonly id: string; readonly version?: number }[]
}
const judged = (input: Readonly<Record<string, unknown>>, version: number) => {
  const { fields, records } = input as unknown as Batch
  return {
    list: records.map(({ id }) =>
      id === 'w2'
        ? { id, state: 'refused', reason: 'rule', message: '深度不能大于 2', version: 1, changes: [] }
        : { id, state: 'changed', version, changes: version === 1 ? change(String(fields[0]?.value)) : [] },
    ),
  }
}
const answers: Record<string, Answer> = {
  'onlineDevelopment.config': () => config,
  'onlineDevelopment.list': () => ({ list: wells, pagination: { currentPage: 1, pageSize: 20, total: 3 } }),
  'onlineDevelopment.batchPreview': (input) => judged(input, 1),
  'onlineDevelopment.batchUpdate': (input) => judged(input, 2),
}

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  drawn?.unmount()
  localStorage.clear()
  await page.viewport(1440, 900)
})

const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }).last())
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const sent = (host: TestHost, name: string) =>
  host.calls.filter((call) => call.name === `onlineDevelopment.${name}`).map(({ input }) => input)

async function open(ticks: readonly number[], more: Record<string, Answer> = {}): Promise<TestHost> {
  const host = testHost({ ...answers, ...more })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain('1 号井')
  for (const index of ticks)
    (page.getByRole('checkbox', { name: `选择第 ${index} 行`, exact: true }).element() as HTMLElement).click()
  await press('批量编辑')
  await expect.poll(() => dialog()?.textContent).toContain(`批量编辑 ${ticks.length} 条数据`)
  return host
}
async function give(value: string): Promise<void> {
  const box = () => dialog()?.querySelector<HTMLInputElement>('[data-path="value"] input')
  await expect.poll(box).toBeTruthy()
  await userEvent.fill(box() as HTMLElement, value)
}

describe('one field of many records', () => {
  it('is previewed with what is refused and why, and only what changes is carried out', async () => {
    const host = await open([1, 2, 3])
    const offered: string[] = []
    host.offerUndo = async (text) => offered.push(text) < 0
    // The one field that can be given in many stands there chosen: not the unique, the closed, the computed.
    expect(dialog()?.querySelector('.arco-select')?.textContent).toContain('深度')
    await give('7')
    await press('预览修改')
    await expect.poll(() => dialog()?.textContent).toContain('将修改 2 条，0 条无变化，1 条不能修改')
    expect(sent(host, 'batchUpdate')).toEqual([])
    const rows = () => [...(dialog()?.querySelectorAll('li') ?? [])].map((row) => row.textContent)
    expect(rows()[0]).toContain('深度不能大于 2')
    expect(rows()[1]).toContain('0 号井1→7')
    await press('修改 2 条')
    await expect
      .poll(() => sent(host, 'batchUpdate')[0])
      .toMatchObject({
        modelId: 'm1',
        fields: [{ field: 'depth', value: 7 }],
        records: [
          { id: 'w0', version: 1 },
          { id: 'w1', version: 1 },
        ],
      })
    await expect.poll(() => dialog()?.textContent).toContain('已修改 2 条，0 条无变化，1 条未修改')
    expect(rows()[0], 'what was refused stays there to be read').toContain('深度不能大于 2')
    expect(offered).toEqual(['已修改 2 条数据'])
    expect(sent(host, 'list').length).toBeGreaterThan(1)
  })

  it('is previewed anew when another value is given, and not while the value is none of the field', async () => {
    const host = await open([1, 2])
    await give('7')
    await press('预览修改')
    await expect.poll(() => dialog()?.textContent).toContain('将修改 2 条')
    await give('8')
    await expect.poll(() => dialog()?.textContent).not.toContain('将修改 2 条')
    await press('预览修改')
    await expect.poll(() => sent(host, 'batchPreview').at(-1)).toMatchObject({ fields: [{ value: 8 }] })
  })

  it('is taken back at one press, and what was changed since is told', async () => {
    const undone = ({ records }: Readonly<Record<string, unknown>>) => ({
      list: (records as Batch['records']).map(({ id }, index) =>
        index === 0
          ? { id, state: 'changed', version: 3, changes: [] }
          : { id, state: 'refused', reason: 'version', message: '又被修改', version: 3, changes: [] },
      ),
    })
    const host = await open([1, 2], { 'onlineDevelopment.batchUndo': undone })
    host.offerUndo = async () => true
    await give('7')
    await press('预览修改')
    await press('修改 2 条')
    await expect
      .poll(() => sent(host, 'batchUndo')[0])
      .toMatchObject({
        records: [
          { id: 'w0', version: 2 },
          { id: 'w1', version: 2 },
        ],
      })
    await expect.poll(() => host.toasts.at(-1)?.text).toBe('已恢复 1 条，1 条未恢复：又被修改')
    await expect.poll(dialog).toBeNull()
  })

  it('says what went wrong, and can be asked for again', async () => {
    let isDown = true
    await open([1, 2], {
      'onlineDevelopment.batchPreview': (input) => {
        if (isDown) throw new CallError(500, '服务器正忙')
        return judged(input, 1)
      },
    })
    await give('7')
    await press('预览修改')
    await expect.poll(() => dialog()?.textContent).toContain('服务器正忙')
    isDown = false
    await press('预览修改')
    await expect.poll(() => dialog()?.textContent).toContain('将修改 2 条')
  })

  it('is several at once, each with its value; one that is taken away keeps that of the others', async () => {
    const formData = JSON.parse(config.formData)
    formData.fields.push(field('kind', 'input', '井型'), field('note', 'input', '说明'))
    const changed = { 'onlineDevelopment.config': () => ({ ...config, formData: JSON.stringify(formData) }) }
    const host = await open([1, 2], changed)
    const choose = async (at: number, label: string) => {
      const box = () => dialog()?.querySelectorAll('.loam-batch-edited .arco-select')[at]
      await userEvent.click(box() as Element)
      await userEvent.click(page.getByRole('option', { name: label }).last())
    }
    const give = (at: number, value: string) => page.getByLabelText('修改为').nth(at).fill(value)
    await choose(0, '井型')
    await give(0, '深井')
    await press('再改一个字段')
    expect(dialog()?.querySelectorAll('.loam-batch-edited')).toHaveLength(2)
    await choose(1, '说明')
    await give(1, '巡检过')
    await press('再改一个字段')
    await choose(2, '深度')
    await give(2, '7')
    await userEvent.click(page.getByRole('button', { name: '不改这个字段' }).first())
    await press('预览修改')
    await expect
      .poll(() => sent(host, 'batchPreview')[0]?.['fields'])
      .toEqual([
        { field: 'note', value: '巡检过' },
        { field: 'depth', value: 7 },
      ])
    const rows = () => [...(dialog()?.querySelectorAll('li') ?? [])].map((row) => row.textContent)
    // Of several fields each is named.
    await expect.poll(() => rows()[0]).toContain('深度1→')
  })

  it('is not offered to who may not edit', async () => {
    const columnData = JSON.stringify({
      ...JSON.parse(config.columnData),
      columnBtnsList: [{ value: 'detail' }],
    })
    const host = testHost({ ...answers, 'onlineDevelopment.config': () => ({ ...config, columnData }) })
    drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
    await expect.poll(() => drawn?.place.textContent).toContain('1 号井')
    expect(document.body.textContent).not.toContain('批量编辑')
  })
})
