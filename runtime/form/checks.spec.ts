import { testHost } from '@tests/fixtures/form-kit'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { compileForm, createFormStore, evaluateRecord, FormError } from './index'

const compile = (document: object) => compileForm(document, { id: 'f', catalogue })
const open = (document: object) => createFormStore(compile(document), testHost())
const problemsOf = (document: object) => {
  try {
    compile(document)
  } catch (error) {
    if (error instanceof FormError) return error.problems
    throw error
  }
  return []
}
const PASSWORDS = {
  fields: [
    { name: 'password', widget: 'input' },
    { name: 'again', widget: 'input', valid: 'again == password', message: '两次输入不一致' },
  ],
}

describe('valid on a field', () => {
  it('speaks once the field has been left, and again whenever what it reads changes', async () => {
    const store = open(PASSWORDS)
    const { read } = store.cell('again')
    store.set('password', 'a')
    store.set('again', 'b')
    await Promise.resolve()
    expect(read().error).toBeNull()
    store.touch('again')
    expect(read().error).toBe('两次输入不一致')
    store.set('password', 'b')
    await Promise.resolve()
    expect(read().error).toBeNull()
    store.set('password', 'c')
    await Promise.resolve()
    expect(read().error).toBe('两次输入不一致')
    store.set('again', '')
    await Promise.resolve()
    expect(read().error).toBeNull()
  })

  it('is judged by the server with the same words', () => {
    const validate = (record: Record<string, unknown>) =>
      evaluateRecord(compile(PASSWORDS), record, testHost(), { creating: true }).errors
    expect(validate({ password: 'a', again: 'b' })).toEqual([{ path: 'again', message: '两次输入不一致' }])
    expect(validate({ password: 'a', again: 'a' })).toEqual([])
  })

  it('may be a list, on a computed value and in the rows of a sub-table', () => {
    const document = {
      fields: [
        {
          name: 'rows',
          widget: 'sub-table',
          columns: [
            { name: 'from', widget: 'number-input' },
            { name: 'to', widget: 'number-input', valid: 'to > from', message: '终点应大于起点' },
          ],
        },
        {
          name: 'sum',
          widget: 'calculate',
          formula: 'SUM(rows.to)',
          valid: [
            { valid: 'sum > 1', message: '太小' },
            { valid: 'sum < 10', message: '太大' },
          ],
        },
      ],
    }
    const rows = [
      { from: 1, to: 2 },
      { from: 9, to: 8 },
    ]
    const wrong = [
      { path: 'rows.1.to', message: '终点应大于起点' },
      { path: 'sum', message: '太大' },
    ]
    const store = open(document)
    store.load({ rows }, 'existing')
    expect(store.validate()).toEqual(wrong)
    expect(evaluateRecord(compile(document), { rows }, testHost(), { creating: true }).errors).toEqual(wrong)
    store.set('rows.1.from', 3)
    store.flush()
    const cell = store.table('rows').cell(store.table('rows').state.ids[1] ?? '', 'to')
    expect(cell.state.error).toBeNull()
  })

  it('is not asked of what a rule hides', () => {
    const [password, again] = PASSWORDS.fields
    const store = open({ fields: [password, { ...again, visible: "password == 'x'" }] })
    store.load({ password: 'a', again: 'b' }, 'existing')
    expect(store.validate()).toEqual([])
  })
})

describe('valid on the form', () => {
  const CONTACT = {
    fields: [
      { name: 'phone', widget: 'input' },
      { name: 'mail', widget: 'input' },
    ],
    valid: [{ valid: 'phone != null or mail != null', message: '请填写电话或邮箱' }],
  }

  it('shows when all it reads has been left, stops the save, and goes when it is fulfilled', async () => {
    const store = open(CONTACT)
    store.touch('phone')
    expect(store.status.broken).toEqual([])
    store.touch('mail')
    expect(store.status.broken).toEqual(['请填写电话或邮箱'])
    expect(store.validate()).toEqual([{ path: '', message: '请填写电话或邮箱' }])
    expect(store.status.errors).toBe(1)
    store.set('mail', 'a@b.cn')
    await Promise.resolve()
    expect([store.status.broken, store.status.errors]).toEqual([[], 0])
    expect(evaluateRecord(compile(CONTACT), {}, testHost(), { creating: true }).errors).toEqual([
      { path: '', message: '请填写电话或邮箱' },
    ])
  })

  it('shows what the server says of the whole', () => {
    const store = open(CONTACT)
    expect(store.showErrors([{ path: '', message: '已关账' }])).toEqual([])
    expect(store.status.broken).toEqual(['已关账'])
  })
})

describe('after and before another date', () => {
  const SPAN = {
    fields: [
      { name: 'begin', widget: 'date-picker', format: 'yyyy-MM-dd', before: 'end' },
      { name: 'end', widget: 'date-picker', format: 'yyyy-MM-dd', after: 'begin' },
    ],
  }
  const day = (date: number) => Date.UTC(2026, 0, date)

  it('bound it in the browser and on the server', async () => {
    const validate = (begin: number, end: number) =>
      evaluateRecord(compile(SPAN), { begin: day(begin), end: day(end) }, testHost(), { creating: true })
        .errors
    expect(validate(5, 5)).toEqual([])
    expect(validate(5, 4).map(({ path }) => path)).toEqual(['begin', 'end'])
    const store = open(SPAN)
    store.set('end', day(4))
    store.touch('end')
    store.set('begin', day(5))
    await Promise.resolve()
    expect(store.cell('end').state.error).not.toBeNull()
    store.set('begin', day(3))
    await Promise.resolve()
    expect(store.cell('end').state.error).toBeNull()
  })

  it('name a date that is there', () => {
    const end = SPAN.fields[1]
    expect(problemsOf({ fields: [SPAN.fields[0], { ...end, after: 'begn' }] })).toMatchObject([
      { pointer: '/fields/1/after', message: '@form.problem.notADate', nearest: 'begin' },
    ])
    expect(problemsOf({ fields: [{ name: 'a', widget: 'input', after: 'a' }] })).toMatchObject([
      { pointer: '/fields/0/after', message: '@form.problem.unknownKey' },
    ])
  })
})

describe('a name that nothing gives', () => {
  it.each([
    ['again == pasword', 'pasword', 'password'],
    ['form.passwrd == again', 'passwrd', 'password'],
    ['page.category == again', 'page', undefined],
    ['dialog.name == again', 'dialog', undefined],
  ])('%s', (valid, name, nearest) => {
    const [password, again] = PASSWORDS.fields
    const [problem] = problemsOf({ fields: [password, { ...again, valid }] })
    expect(problem).toMatchObject({ message: '@form.problem.unknownName', params: { name } })
    expect(problem?.nearest).toBe(nearest)
  })

  it('is found in groups, rows and lists of conditions; what the server knows is none', () => {
    const document = (valid: string) => ({
      fields: [
        { name: 'cfg.size', widget: 'number-input' },
        { name: 'rows', widget: 'sub-table', columns: [{ name: 'from', widget: 'number-input' }] },
      ],
      valid: [{ valid, message: 'x' }],
    })
    expect(problemsOf(document('cfg.sise > 1'))).toMatchObject([
      { pointer: '/valid/0/valid', nearest: 'size' },
    ])
    expect(problemsOf(document('SUM(rows.form) > 1'))).toMatchObject([{ nearest: 'from' }])
    for (const fine of ['rows.length > 0', 'user.userId != null', 'now > 0', 'LEN(form) > 0', 'cfg.size > 1'])
      expect(problemsOf(document(fine))).toEqual([])
  })

  it('and a condition that cannot be read or a message alone is said at its place', () => {
    expect(problemsOf({ fields: [{ name: 'a', widget: 'input', valid: 'a >' }] })).toMatchObject([
      { pointer: '/fields/0/valid' },
    ])
    expect(problemsOf({ fields: [{ name: 'a', widget: 'input', message: 'x' }] })).toMatchObject([
      { pointer: '/fields/0/message', message: '@form.problem.messageAlone' },
    ])
  })
})
