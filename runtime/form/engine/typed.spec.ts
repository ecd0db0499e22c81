import { testHost } from '@tests/fixtures/form-kit'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { compileForm, createFormStore, evaluateRecord } from '../index'

const ROWS = {
  name: 'items',
  widget: 'sub-table',
  columns: [
    { name: 'part', widget: 'input', label: '物料', required: true },
    { name: 'due', widget: 'date-picker', label: '到货', format: 'yyyy-MM-dd' },
  ],
}
const plan = compileForm(
  {
    fields: [
      { name: 'code', widget: 'input', label: '编码', required: true, maxlength: 3 },
      { name: 'pin', widget: 'input', label: '口令', showPassword: true },
      { name: 'note', widget: 'textarea', label: '说明' },
      { name: 'day', widget: 'date-picker', label: '日期', format: 'yyyy-MM-dd' },
      { name: 'month', widget: 'date-picker', label: '月份', format: 'yyyy-MM' },
      { name: 'time', widget: 'time-picker', label: '时间' },
      { name: 'span', widget: 'date-range', label: '期间', format: 'yyyy-MM-dd' },
      ROWS,
    ],
  },
  { id: 'f', catalogue },
)

/** What the browser says of values, and what the server says of them: the same. */
function judged(values: Record<string, unknown>) {
  const sent = { code: 'A', ...values }
  const store = createFormStore(plan, testHost())
  store.load({}, 'new')
  for (const [name, value] of Object.entries(sent)) store.set(name, value)
  const shown = store.validate()
  const { errors, record } = evaluateRecord(plan, sent, testHost(), { creating: true })
  expect(errors).toEqual(shown)
  if (errors.length === 0) expect(record).toMatchObject(store.collect())
  return { errors, record, store }
}

describe('a text that is no date or time', () => {
  it.each([
    [{ day: '2026-06-31' }, 'day', '@dates.notDate'],
    [{ month: '2026-13' }, 'month', '@dates.notDate'],
    [{ time: '25:00' }, 'time', '@dates.notTime'],
    [{ span: [null, '2026-02-30'] }, 'span', '@inputs.notDate'],
    [{ items: [{ part: 'x', due: '2026-06-31' }] }, 'items.0.due', '@dates.notDate'],
  ])('stands in its field and is refused: %j', (values, path, message) => {
    const { errors, store } = judged(values)
    expect(errors).toEqual([{ path, message }])
    expect(store.collect()).toMatchObject(values)
  })
})

describe('blanks around a text', () => {
  it('count for nothing, neither for a length nor for what is required', () => {
    expect(judged({ code: ' \u3000' }).errors).toEqual([{ path: 'code', message: '编码不能为空' }])
    expect(judged({ items: [{ part: ' ' }] }).errors).toMatchObject([{ path: 'items.0.part' }])
    expect(judged({ code: ' A😀B ' }).record).toMatchObject({ code: 'A😀B' })
  })

  it('are not kept, but within it, and in what is a secret', () => {
    const { record } = judged({ note: '\n 一\n\n  二 \n', pin: ' p ', items: [{ part: ' 阀 ' }] })
    expect(record).toMatchObject({ note: '一\n\n  二', pin: ' p ', items: [{ part: '阀' }] })
  })

  it('are gone when the field is left, and stay while it is typed in', () => {
    const store = createFormStore(plan, testHost())
    store.set('code', 'A ')
    expect([store.get('code'), store.collect()['code']]).toEqual(['A ', 'A'])
    store.touch('code')
    expect(store.get('code')).toBe('A')
  })
})
