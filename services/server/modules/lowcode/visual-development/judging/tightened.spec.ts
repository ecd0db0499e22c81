import { compileForm, compileFormData } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { choices, field, modelOf, table } from '../../online-development/specs/models'
import { isNarrowerSchema } from './narrower'
import { cutTo } from './needed'
import { tightenedBy } from './tightened'

type Json = Record<string, unknown>
const plan = (...fields: Json[]): FormPlan =>
  compileFormData(modelOf({ enCode: 'm', fields })['formData'] as object, { id: 'm', catalogue })
const ruled = (...fields: Json[]): FormPlan => compileForm({ fields }, { id: 'm', catalogue })
const input = (name: string, more: Json = {}) => ({ name, widget: 'input', ...more })

/** What is judged of one form after another one. */
const judged = (before: FormPlan | null, after: FormPlan) => [...tightenedBy(before, after).judged]
/** The same of a field of a published model, by what it was and what it becomes. */
const becomes = (widget: string, then: Json, now: Json, config: Json = {}) =>
  judged(plan(field(widget, 'a', config, then)), plan(field(widget, 'a', config, now))).length > 0

describe('what has tightened', () => {
  it('is what refuses more, and not what looks otherwise or gives more room', () => {
    const cases: [string, Json, Json, boolean][] = [
      ['input', { maxlength: 5 }, { maxlength: 4 }, true],
      ['input', { maxlength: 5 }, { maxlength: 6 }, false],
      ['input', { maxlength: 5 }, {}, false],
      ['input', {}, { maxlength: 5 }, true],
      ['input', { placeholder: 'x', clearable: true }, { placeholder: 'y', clearable: false }, false],
      ['inputNumber', { min: 1 }, { min: 2 }, true],
      ['inputNumber', { min: 2, max: 3 }, { min: 1 }, false],
      ['inputNumber', { thousands: false }, { thousands: true, addonAfter: '元', controls: true }, false],
      ['inputNumber', { step: 1 }, { step: 2 }, false],
      ['inputNumber', { step: 1 }, { step: 1, 'step-strictly': true }, true],
      ['rate', { count: 5 }, { count: 3 }, true],
      ['rate', { count: 3 }, { count: 5 }, false],
      ['select', choices('a', 'b'), choices('b', 'c'), true],
      ['select', choices('a', 'b'), choices('b', 'c', 'a'), false],
      ['select', { ...choices('a'), multiple: true }, choices('a'), true],
    ]
    for (const [widget, then, now, isTighter] of cases) {
      const config = widget === 'select' ? { dataType: 'static' } : {}
      expect(becomes(widget, then, now, config), JSON.stringify([widget, then, now])).toBe(isTighter)
    }
  })

  it('is a field that is shown again, and one that has another widget', () => {
    const hidden = plan(field('input', 'a', { noShow: true }))
    const shown = plan(field('input', 'a'))
    expect([judged(hidden, shown), judged(shown, hidden)]).toEqual([['a'], []])
    const { judged: all, refitted } = tightenedBy(shown, plan(field('inputNumber', 'a')))
    expect([...all, ...refitted]).toEqual(['a', 'a'])
  })

  it('is a new field that is due; another one only has to fit what is left under its key', () => {
    const { judged: due, fresh } = tightenedBy(
      plan(field('input', 'a')),
      plan(field('input', 'a'), field('input', 'b', { required: true }), table('t', [field('input', 'c')])),
    )
    expect([...due, ...fresh.map(({ path }) => path)]).toEqual(['b', 't.c', 't'])
  })

  it('is what a rule asks for that is new, another one, or reads what has become other', () => {
    const form = (formula: string, required: string | undefined) =>
      ruled(
        { name: 'n', widget: 'number-input' },
        { name: 'total', widget: 'number-input', formula },
        input('reason', required === undefined ? {} : { required }),
      )
    expect(judged(form('n', undefined), form('n', 'total > 1'))).toEqual(['reason'])
    expect(judged(form('n', 'total > 2'), form('n', 'total > 1'))).toEqual(['reason'])
    expect(judged(form('n', 'total > 1'), form('n * 2', 'total > 1'))).toEqual(['reason'])
    expect(judged(form('n', 'total > 1'), form('n', 'total > 1'))).toEqual([])
    expect(judged(form('n', 'total > 1'), form('n', undefined))).toEqual([])
    expect(judged(ruled(input('a'), input('b')), ruled(input('a', { valid: 'a == b' }), input('b')))).toEqual(
      ['a'],
    )
  })

  it('compares schemas word by word', () => {
    expect(isNarrowerSchema({ type: 'number' }, { type: ['number', 'string'] })).toBe(false)
    expect(isNarrowerSchema({ type: 'number' }, { type: 'integer' })).toBe(true)
    expect(isNarrowerSchema({ type: 'integer' }, { type: 'number' })).toBe(false)
    expect(isNarrowerSchema({ enum: [1, 2] }, { enum: [1, 2, 3] })).toBe(false)
    expect(isNarrowerSchema({ enum: [1, 2] }, { enum: [1] })).toBe(true)
    expect(isNarrowerSchema({ items: { maxLength: 3 } }, { items: { maxLength: 2 } })).toBe(true)
    expect(isNarrowerSchema({ title: 'a' }, { title: 'b' })).toBe(false)
    expect(isNarrowerSchema({}, { format: 'email' })).toBe(true)
  })
})

describe('a form that is cut down', () => {
  it('keeps what is judged and all that it follows from', () => {
    const whole = ruled(
      {
        name: 'items',
        widget: 'sub-table',
        columns: [{ name: 'amount', widget: 'number-input' }, input('part')],
      },
      { name: 'total', widget: 'number-input', formula: 'SUM(items.amount)' },
      input('reason', { required: 'total > 1' }),
      input('other', { required: 'reason != ""' }),
    )
    const cut = cutTo(whole, new Set(['reason']))
    expect([...cut.fields.keys()]).toEqual(['items.amount', 'items.part', 'items', 'total', 'reason'])
    expect(cut.rules.map(({ target }) => target)).toEqual(['total', 'reason'])
    expect(cut.dependents.get('total')).toEqual([1])
    const dated = plan(
      field('datePicker', 'from'),
      field('datePicker', 'to', { startTimeRule: true, startTimeType: 2, startRelationField: 'from' }),
      field('input', 'beside'),
    )
    expect([...cutTo(dated, new Set(['to'])).fields.keys()]).toEqual(['from', 'to'])
  })
})
