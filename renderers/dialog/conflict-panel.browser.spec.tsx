import { compileFormData, createFormStore } from '@runtime/form'
import type { FormRecord } from '@runtime/form/plan'
import { catalogue } from '@widgets/definitions'
import axe from 'axe-core'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { ConflictPanel } from './conflict-panel'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const plan = compileFormData(
  {
    fields: [
      { __vModel__: 'name', __config__: { jnpfKey: 'input', label: '名称' } },
      { __vModel__: 'remark', __config__: { jnpfKey: 'textarea', label: '备注' } },
      { __vModel__: 'depth', __config__: { jnpfKey: 'inputNumber', label: '深度' } },
      {
        __vModel__: 'lines',
        __config__: {
          jnpfKey: 'table',
          label: '明细',
          children: [
            { __vModel__: 'part', __config__: { jnpfKey: 'input', label: '物料' } },
            {
              __vModel__: 'kind',
              __config__: { jnpfKey: 'select', label: '种类', dataType: 'static' },
              options: [
                { id: 'a', fullName: '甲类' },
                { id: 'b', fullName: '乙类' },
              ],
              props: { label: 'fullName', value: 'id' },
            },
          ],
        },
      },
    ],
  },
  { id: 'conflict', catalogue },
)
const MINE = { name: '我的', remark: '我的备注', depth: 80, lines: [{ part: '甲' }] }
const THEIRS = { name: '他的', remark: '他的备注', depth: 80, lines: [{ part: '乙' }, { part: '丙' }] }

function open(stored: FormRecord = THEIRS) {
  const host = testHost()
  const store = createFormStore(plan, host)
  store.load(MINE, 'existing')
  const onSave = vi.fn()
  drawn = draw(<ConflictPanel store={store} stored={stored} onSave={onSave} />, host)
  return { store, onSave, host, parts: () => store.collect()['lines'] }
}
const radio = (name: string) => page.getByRole('radio', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name })

it('lists what differs and nothing else, what was typed chosen', async () => {
  open()
  await expect
    .poll(() =>
      page
        .getByRole('rowheader')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual([...['名称', '备注', '明细']])
  await expect.element(radio('我填写的 我的')).toBeChecked()
  await expect.element(radio('已保存的 他的')).not.toBeChecked()
  await expect.element(page.getByRole('row', { name: /明细/ })).toHaveTextContent('明细2 行1 行')
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})

it('puts what is chosen into the form at once, and what was typed back again', async () => {
  const { store, parts, onSave } = open()
  await expect.element(button('用我的覆盖')).toBeVisible()
  await radio('已保存的 他的').click()
  expect(store.get('name')).toBe('他的')
  expect(store.get('remark')).toBe('我的备注')
  expect(store.status.dirty).toBe(true)
  await radio('我填写的 我的').click()
  expect(store.get('name')).toBe('我的')
  await radio('已保存的 2 行').click()
  expect(parts()).toMatchObject([{ part: '乙' }, { part: '丙' }])
  await radio('我填写的 1 行').click()
  expect(parts()).toMatchObject([{ part: '甲' }])
  await radio('已保存的 他的备注').click()
  await button('按所选保存').click()
  expect(onSave).toHaveBeenCalledOnce()
  expect(store.collect()).toMatchObject({ name: '我的', remark: '他的备注' })
})

it('gives back what was typed after the conflict was met', async () => {
  const { store } = open()
  await expect.element(radio('我填写的 我的')).toBeChecked()
  store.set('name', '后来又改')
  await button('采用已保存的').click()
  expect(store.collect()).toMatchObject({ name: '他的', remark: '他的备注' })
  await expect.element(page.getByRole('row', { name: /名称/ })).toHaveTextContent('名称他的后来又改')
  await radio('我填写的 后来又改').click()
  expect(store.collect()).toMatchObject({ name: '后来又改', remark: '他的备注' })
})

it('begins anew where somebody saves once more', async () => {
  const { store, onSave } = open()
  await radio('已保存的 他的').click()
  drawn?.render(<ConflictPanel store={store} stored={{ ...THEIRS, name: '又一位' }} onSave={onSave} />)
  await expect.element(page.getByRole('row', { name: /名称/ })).toHaveTextContent('名称又一位他的')
  await expect.element(radio('我填写的 他的')).toBeChecked()
  await expect.element(button('用我的覆盖')).toBeVisible()
})

it('says so where both say the same', async () => {
  open(MINE)
  await expect.element(page.getByText('双方内容一致，可直接保存。')).toBeVisible()
  expect(page.getByRole('radio').elements()).toEqual([])
})

it('takes what only the other changed, asks for what both did, cell by cell, and says who saved it', async () => {
  const base = { ...MINE, remark: '原来的', depth: 60, lines: [{ id: '7', part: '甲', kind: null }] }
  const host = testHost()
  const store = createFormStore(plan, host)
  store.load(base, 'existing')
  store.set('remark', '我的备注')
  store.table('lines').set('7', 'part', '我的')
  store.table('lines').set('7', 'kind', 'b')
  const stored = { ...base, remark: '他的备注', depth: 80, lines: [{ id: '7', part: '他的', kind: 'a' }] }
  const by = { savedBy: '王小田', savedAt: 1_780_272_000_000 }
  drawn = draw(<ConflictPanel {...{ store, stored, base, ...by }} onSave={vi.fn()} />, host)
  const heads = () => page.getByRole('rowheader').elements()
  await expect
    .poll(() => heads().map((one) => one.textContent))
    .toEqual(['备注', '明细第 1 行的物料', '明细第 1 行的种类'])
  await expect.element(page.getByRole('alert')).toHaveTextContent(/王小田 于 2026-06-0. .* 保存了这条数据/)
  await expect.element(page.getByText('只有对方修改的内容已采用：深度')).toBeVisible()
  expect(store.collect()).toMatchObject({ depth: 80, remark: '我的备注' })
  await expect.element(page.getByRole('row', { name: /种类/ })).toHaveTextContent('明细第 1 行的种类甲类乙类')
  await radio('已保存的 他的').click()
  expect(store.collect()['lines']).toEqual([{ id: '7', part: '他的', kind: 'b' }])
  await radio('我填写的 我的').click()
  expect(store.collect()['lines']).toEqual([{ id: '7', part: '我的', kind: 'b' }])
})
