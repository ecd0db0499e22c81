import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { compileFormData } from '../../form'
import { compileColumnData } from '../index'

type Json = Record<string, unknown>
const field = (jnpfKey: string, name: string, members: Json = {}, config: Json = {}): Json => ({
  __config__: { jnpfKey, label: name, ...config },
  __vModel__: name,
  ...members,
})
const date = (name: string, format: string) => field('datePicker', name, { format })
const form = compileFormData(
  {
    fields: [
      field('input', 'title'),
      field('input', 'code', { showPassword: true }),
      date('due', 'yyyy-MM-dd'),
      date('until', 'yyyy-MM-dd'),
      date('begins', 'yyyy-MM-dd HH:mm'),
      date('month', 'yyyy-MM'),
      field('table', 'items', {}, { children: [field('input', 'part'), date('day', 'yyyy-MM-dd')] }),
    ],
  },
  { id: 'm', catalogue },
)
const read = (calendar: unknown, isView = false) => {
  const plan = compileColumnData({ columnList: [{ prop: 'title' }], calendar }, form, { id: 'm', isView })
  const told = plan.losses.filter(({ pointer }) => pointer.startsWith('/calendar'))
  return { calendar: plan.calendar, told: told.map(({ pointer, message }) => [pointer, message]) }
}

describe('calendar of a columnData', () => {
  it('says by which date, from when to when, as what and which records stand in calendars', () => {
    const conditions = {
      matchLogic: 'and',
      conditionList: [{ logic: 'and', groups: [{ field: 'title', symbol: 'like', fieldValue: '泵' }] }],
    }
    expect(
      read({
        ...{ field: 'due', endField: 'until', color: '#F5811c', titleFields: ['title'] },
        ...{ conditions, isDeadline: true },
      }),
    ).toEqual({
      calendar: {
        ...{ field: 'due', end: 'until', isAllDay: true, color: '#F5811c', titles: ['title'] },
        ...{ filter: { kind: 'test', path: 'title', operator: 'contains', value: '泵' }, isDeadline: true },
      },
      told: [],
    })
    expect(read({ field: 'begins' }).calendar).toEqual({
      ...{ field: 'begins', isAllDay: false, titles: [], filter: null, isDeadline: false },
    })
  })

  it('is nothing where no date is named, and is told where that is none of a day in the main form', () => {
    for (const none of [undefined, null, 'due', {}, { field: '' }, { field: null, color: 'red' }])
      expect(read(none)).toEqual({ calendar: undefined, told: [] })
    for (const wrong of ['gone', 'title', 'month', 'items-day', 'items', '__proto__'])
      expect(read({ field: wrong })).toEqual({
        calendar: undefined,
        told: [['/calendar/field', '@list.calendarField']],
      })
  })

  it('leaves out an end, a colour and titles that cannot be had, and says so', () => {
    const wrong = { endField: 'begins', color: 'red', titleFields: ['items-part', 'title', 'code', 7] }
    expect(read({ field: 'due', ...wrong })).toEqual({
      calendar: { field: 'due', isAllDay: true, titles: ['title'], filter: null, isDeadline: false },
      told: [
        ['/calendar/endField', '@list.calendarEnd'],
        ['/calendar/color', '@list.calendarColor'],
        ['/calendar/titleFields/0', '@list.calendarTitle'],
        ['/calendar/titleFields/2', '@list.secretUsed'],
        ['/calendar/titleFields/3', '@list.calendarTitle'],
      ],
    })
  })

  it('shows nothing where its conditions cannot be read, or where there are no records', () => {
    const conditions = { conditionList: [{ groups: [{ field: 'gone', symbol: '==', fieldValue: 1 }] }] }
    expect(read({ field: 'due', conditions })).toEqual({
      calendar: undefined,
      told: [['/calendar/conditions/conditionList/0/groups/0/field', '@list.calendarConditions']],
    })
    expect(read({ field: 'due' }, true)).toEqual({
      calendar: undefined,
      told: [['/calendar', '@list.viewCalendar']],
    })
  })
})
