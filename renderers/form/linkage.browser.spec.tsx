import { compileForm, compileFormData } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../testing'
import { FormView } from './form-view'
import { useFormStore } from './index'

// What draws forms is fetched apart; waiting for it is no part of what is tested.
beforeAll(() => import('./form-view'))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const EMPTY: FormRecord = {}

function Page({ plan, held }: { readonly plan: FormPlan; readonly held: { store?: FormStore } }) {
  held.store = useFormStore(plan, EMPTY, 'new')
  return <FormView store={held.store} />
}

async function open(plan: FormPlan, host: TestHost = testHost()) {
  const held: { store?: FormStore } = {}
  drawn = draw(<Page plan={plan} held={held} />, host)
  await expect.poll(() => document.querySelector('[data-path]')).not.toBeNull()
  const { store } = held
  if (!store) throw new Error('Not drawn')
  const { place } = drawn
  const box = (path: string) => place.querySelector<HTMLInputElement>(`[data-path="${path}"] input`)
  return { store, place, box }
}

const document_ = (fields: readonly object[]) => compileForm({ fields }, { id: 'spec', catalogue })
const published = (fields: readonly object[]) => compileFormData({ fields }, { id: 'm1', catalogue })
const field = (name: string, jnpfKey: string, more: object = {}, config: object = {}) => ({
  __vModel__: name,
  __config__: { jnpfKey, label: name, ...config },
  ...more,
})
const at = (day: string) => new Date(`${day}T00:00:00`).getTime()

describe('a form document', () => {
  it('shows, demands, closes and computes by its rules', async () => {
    const { box, place } = await open(
      document_([
        { name: 'price', widget: 'number-input', label: '单价' },
        { name: 'total', widget: 'calculate', label: '金额', formula: 'price * 2' },
        { name: 'reason', widget: 'input', label: '原因', visible: 'price > 10', required: 'price > 20' },
        { name: 'note', widget: 'input', label: '备注', disabled: 'price > 30' },
        { name: 'copy', widget: 'input', label: '副本', formula: '"第" + price + "号"' },
      ]),
    )
    const type = (text: string) => userEvent.fill(box('price') as HTMLInputElement, text)
    expect(box('reason')).toBeNull()
    await type('11')
    await expect.poll(() => box('reason')?.getAttribute('aria-required') ?? 'absent').toMatch(/false|absent/)
    expect(box('reason')).not.toBeNull()
    await expect.poll(() => place.textContent).toContain('22')
    await type('21')
    await expect.poll(() => box('reason')?.getAttribute('aria-required')).toBe('true')
    expect(box('note')?.disabled).toBe(false)
    await type('31')
    await expect.poll(() => box('note')?.disabled).toBe(true)
    await type('1')
    await expect.poll(() => box('reason')).toBeNull()
    expect(box('note')?.disabled).toBe(false)
  })
})

const parameters = (relationField: string) => ({
  dataType: 'dynamic',
  propsUrl: 'i1',
  templateJson: [{ field: 'area', defaultValue: 'all', relationField }],
})
const props = { value: 'id', label: 'fullName' }

describe('choices that hang on another field', () => {
  it('are fetched anew with its value, and what was chosen is emptied as its widget has it', async () => {
    const host = testHost({
      'dataInterface.preview': ({ paramList }) => {
        const [{ defaultValue }] = paramList as [{ defaultValue: unknown }]
        return [
          { id: `${defaultValue}1`, fullName: `${defaultValue}一号` },
          { id: `${defaultValue}2`, fullName: `${defaultValue}二号` },
        ]
      },
    })
    const { store, box } = await open(
      published([
        field('area', 'input'),
        field('one', 'select', { props }, parameters('area')),
        field('many', 'select', { props, multiple: true }, parameters('area')),
        field('radio', 'radio', { props }, parameters('area')),
        field('checks', 'checkbox', { props }, parameters('area')),
        field('path', 'cascader', { props }, parameters('area')),
        field('tree', 'treeSelect', { props }, parameters('area')),
        field('free', 'select', { props }, { ...parameters(''), defaultValue: 'all1' }),
      ]),
      host,
    )
    const names = ['one', 'many', 'radio', 'checks', 'path', 'tree']
    const sent = () =>
      host.calls.map(({ input }) => (input['paramList'] as { defaultValue: unknown }[])[0]?.defaultValue)
    await expect.poll(() => new Set(sent())).toEqual(new Set(['', 'all']))
    for (const name of names) store.set(name, ['many', 'checks', 'path'].includes(name) ? ['x'] : 'x', 'load')
    store.flush()
    await userEvent.fill(box('area') as HTMLInputElement, '东')
    await expect.poll(() => names.map((name) => store.get(name))).toEqual(['', [], '', [], [], ''])
    expect(store.get('free')).toBe('all1')
    await expect.poll(() => sent().at(-1)).toBe('东')
    await page.getByRole('radio', { name: '东二号' }).click()
    expect(store.get('radio')).toBe('东2')
  })

  it('of a column hang on their own row', async () => {
    const requested: unknown[] = []
    const host = testHost({
      'dataInterface.preview': ({ paramList }) => {
        requested.push((paramList as { defaultValue: unknown }[])[0]?.defaultValue)
        return []
      },
    })
    const { store } = await open(
      published([
        field(
          'items',
          'table',
          {},
          {
            children: [
              field('area', 'input'),
              field('crop', 'select', { props, multiple: false }, parameters('items-area')),
            ],
          },
        ),
      ]),
      host,
    )
    const table = store.table('items')
    const [first = '', second = ''] = table.insert([
      { area: '东', crop: 'a' },
      { area: '西', crop: 'b' },
    ])
    await expect.poll(() => requested).toContain('西')
    table.set(first, 'area', '南')
    store.flush()
    expect([table.get(first, 'crop'), table.get(second, 'crop')]).toEqual(['', 'b'])
    await expect.poll(() => requested).toContain('南')
  })
})

describe('bounds of dates and times', () => {
  it('follow other fields, refuse what lies outside and close what they leave nothing of', async () => {
    const { store, box, place } = await open(
      published([
        field('from', 'datePicker', { format: 'yyyy-MM-dd' }),
        field(
          'to',
          'datePicker',
          { format: 'yyyy-MM-dd' },
          {
            startTimeRule: true,
            startTimeType: 2,
            startRelationField: 'from',
            endTimeRule: true,
            endTimeType: 1,
            endTimeValue: at('2026-12-31'),
          },
        ),
        field('open', 'timePicker', { format: 'HH:mm' }),
        field(
          'close',
          'timePicker',
          { format: 'HH:mm' },
          { startTimeRule: true, startTimeType: 2, startRelationField: 'open' },
        ),
      ]),
    )
    store.set('from', at('2026-11-10'))
    await userEvent.fill(box('to') as HTMLInputElement, '2026-11-09')
    await userEvent.click(box('open') as HTMLInputElement)
    await expect.poll(() => place.textContent).toContain('不能早于2026-11-10')
    await userEvent.fill(box('open') as HTMLInputElement, '08:30')
    await userEvent.fill(box('close') as HTMLInputElement, '08:29')
    await userEvent.click(box('from') as HTMLInputElement)
    await expect.poll(() => place.textContent).toContain('不能早于08:30:00')
    expect(box('to')?.readOnly).toBe(false)
    store.set('from', at('2027-01-01'))
    await expect.poll(() => box('to')?.readOnly).toBe(true)
    store.set('from', at('2026-01-01'))
    await expect.poll(() => box('to')?.readOnly).toBe(false)
  })

  it('are judged again when the field they are taken from changes', async () => {
    const { store } = await open(
      published([
        field('from', 'datePicker', { format: 'yyyy-MM-dd' }),
        field(
          'to',
          'datePicker',
          { format: 'yyyy-MM-dd' },
          { startTimeRule: true, startTimeType: 2, startRelationField: 'from' },
        ),
      ]),
    )
    store.set('to', at('2026-11-09'))
    store.touch('to')
    expect(store.cell('to').state.error).toBeNull()
    store.set('from', at('2026-11-10'))
    store.flush()
    expect(store.cell('to').state.error).toBe('不能早于2026-11-10')
  })
})
