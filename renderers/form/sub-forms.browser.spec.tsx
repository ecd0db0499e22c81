import { compileForm } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { FormView } from './form-view'
import { submitForm, useFormStore } from './index'

beforeAll(() => import('./form-view'))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

function Form({
  plan,
  record,
  held,
}: {
  readonly plan: FormPlan
  readonly record: FormRecord
  readonly held: { store?: FormStore }
}) {
  const store = useFormStore(plan, record, 'existing')
  held.store = store
  return <FormView store={store} />
}

function open(fields: readonly object[], record: FormRecord) {
  const held: { store?: FormStore } = {}
  const plan = compileForm({ fields }, { id: 'spec', catalogue })
  drawn = draw(<Form plan={plan} record={record} held={held} />, testHost())
  const store = () => {
    if (!held.store) throw new Error('Not drawn yet')
    return held.store
  }
  return { place: drawn.place, store }
}

const CONTACTS = {
  name: 'contacts',
  widget: 'sub-forms',
  label: '联系人',
  min: 1,
  max: 4,
  summary: '${fullName}（${kind}）',
  fields: [
    { name: 'fullName', widget: 'input', label: '姓名', required: true },
    { name: 'kind', widget: 'select', label: '类型', options: [{ value: 1, label: '值班' }] },
    { name: 'note', widget: 'input', label: '备注', visible: 'kind == 1' },
  ],
}
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, fullName: `人${index}`, kind: 1 }))
const cards = (place: HTMLElement) => [...place.querySelectorAll<HTMLElement>('.loam-sub-form')]
const names = (store: FormStore) =>
  (store.collect()['contacts'] as FormRecord[]).map((row) => row['fullName'])

describe('a list of sub-forms', () => {
  it('is folded to lines that follow their fields, and opens one as a form', async () => {
    const { place, store } = open([CONTACTS], { contacts: people(4) })
    await expect.poll(() => cards(place).length).toBe(4)
    expect(cards(place)[1]?.textContent).toBe('第 2 项人1（值班）')
    await page.getByRole('button', { name: /第 2 项/ }).click()
    const input = page.getByRole('textbox', { name: '姓名' })
    await input.fill('王建国')
    await expect.poll(() => cards(place)[1]?.textContent).toContain('王建国（值班）')
    expect(names(store())).toEqual(['人0', '王建国', '人2', '人3'])
    await expect.element(page.getByRole('textbox', { name: '备注' })).toBeVisible()
    store().table('contacts').set('p1', 'kind', null)
    await expect.element(page.getByRole('textbox', { name: '备注' })).not.toBeInTheDocument()
  })

  it('adds, copies, moves and removes within its bounds, and takes back', async () => {
    const { place, store } = open([CONTACTS], { contacts: people(2) })
    await expect.poll(() => cards(place).length).toBe(2)
    await page.getByRole('button', { name: '复制第 1 项' }).click()
    expect(names(store())).toEqual(['人0', '人0', '人1'])
    await page.getByRole('button', { name: '下移第 2 项' }).click()
    expect(names(store())).toEqual(['人0', '人1', '人0'])
    await page.getByRole('button', { name: '添加一项' }).click()
    await expect.poll(() => document.activeElement?.closest('.loam-sub-form') === cards(place)[3]).toBe(true)
    await userEvent.keyboard('新')
    expect(names(store())).toEqual(['人0', '人1', '人0', '新'])
    await expect.element(page.getByRole('button', { name: '添加一项' })).not.toBeInTheDocument()
    for (const last of [4, 3, 2]) await page.getByRole('button', { name: `删除第 ${last} 项` }).click()
    await expect.element(page.getByRole('button', { name: '删除第 1 项' })).not.toBeInTheDocument()
    await page.getByRole('button', { name: '撤销' }).click()
    expect(names(store())).toEqual(['人0', '人1'])
  })

  it('opens at the first wrong field when the form is saved', async () => {
    const wrong = people(6).map((row, index) => (index === 4 ? { ...row, fullName: '' } : row))
    const { place, store } = open([CONTACTS], { contacts: wrong.slice(2) })
    await expect.poll(() => cards(place).length).toBe(4)
    expect((await submitForm(store(), async () => undefined)).state).toBe('invalid')
    await expect.poll(() => document.activeElement?.closest('.loam-sub-form') === cards(place)[2]).toBe(true)
    await expect.element(page.getByText('不能为空')).toBeVisible()
    expect(cards(place)[2]?.textContent).toContain('1 处错误')
  })

  it('draws of a thousand only the lines, and typing in one leaves the others alone', async () => {
    const { place, store } = open(
      [{ ...CONTACTS, max: undefined }].map(({ max: _, ...rest }) => rest),
      {
        contacts: people(1000),
      },
    )
    await expect.poll(() => cards(place).length).toBe(1000)
    expect(place.querySelectorAll('input').length).toBe(0)
    const last = cards(place)[999]
    const isLaidOut = () => last?.querySelector('button')?.checkVisibility({ contentVisibilityAuto: true })
    await expect.poll(isLaidOut).toBe(false)
    last?.querySelector('button')?.click()
    await expect.poll(() => last?.querySelectorAll('input').length).toBeGreaterThan(0)
    // The first change brings the button that takes it back.
    store().table('contacts').set('p998', 'fullName', '倒数第二')
    await expect.poll(() => cards(place)[998]?.textContent).toContain('倒数第二')
    let changes = 0
    const watch = new MutationObserver((records) => {
      changes += records.filter(({ target }) => !last?.contains(target)).length
    })
    watch.observe(place, { subtree: true, childList: true, characterData: true })
    store().table('contacts').set('p999', 'fullName', '最后')
    await expect.poll(() => last?.textContent).toContain('最后（值班）')
    watch.disconnect()
    expect(changes).toBe(0)
    expect(names(store()).at(-1)).toBe('最后')
  })
})

describe('a group', () => {
  const GROUP = {
    widget: 'group',
    name: 'cfg',
    title: '配置',
    collapsible: true,
    collapsed: true,
    fields: [{ name: 'sql', widget: 'input', label: 'SQL', required: true }],
  }

  it('opens, reads and writes its members, and opens by itself at a wrong one', async () => {
    const { place, store } = open([GROUP], { cfg: { sql: 'a', keep: 1 } })
    const title = page.getByRole('button', { name: '配置' })
    await expect.element(title).toHaveAttribute('aria-expanded', 'false')
    await title.click()
    await page.getByRole('textbox', { name: 'SQL' }).fill('b')
    expect(store().collect()).toEqual({ cfg: { sql: 'b', keep: 1 } })
    await page.getByRole('textbox', { name: 'SQL' }).fill('')
    await title.click()
    expect(place.querySelector('input')).toBeNull()
    expect((await submitForm(store(), async () => undefined)).state).toBe('invalid')
    await expect
      .poll(() => document.activeElement?.closest('[data-path]')?.getAttribute('data-path'))
      .toBe('cfg.sql')
    await expect.element(page.getByText('SQL不能为空')).toBeVisible()
  })
})
