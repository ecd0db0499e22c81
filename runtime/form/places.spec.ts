import { testHost } from '@tests/fixtures/form-kit'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { compileForm, createFormStore, evaluateRecord, FormError, fieldAt } from './index'

const compile = (...fields: unknown[]) => compileForm({ fields }, { id: 'f', catalogue })
const problemsOf = (...fields: unknown[]) => {
  try {
    compile(...fields)
  } catch (error) {
    if (error instanceof FormError) return error.problems
    throw error
  }
  return []
}
const SQL = { name: 'dataConfigJson.sql', widget: 'input', label: 'SQL', required: true, maxlength: 20 }

describe('a field within an object of the record', () => {
  it('reads and writes its member and leaves those beside it', () => {
    const store = createFormStore(compile(SQL, { name: 'fullName', widget: 'input' }), testHost())
    store.load({ id: 7, fullName: 'a', dataConfigJson: { sql: 'select 1', limit: 5 } }, 'existing')
    expect(store.get('dataConfigJson.sql')).toBe('select 1')
    expect(store.status.dirty).toBe(false)
    store.set('dataConfigJson.sql', 'select 2')
    expect(store.collect()).toEqual({ id: 7, fullName: 'a', dataConfigJson: { sql: 'select 2', limit: 5 } })
    expect(store.status.dirty).toBe(true)
    store.load({}, 'new')
    expect(store.get('dataConfigJson.sql')).toBeNull()
  })

  it('is judged, and an error of the server finds it or the group that it is in', () => {
    const store = createFormStore(compile(SQL), testHost())
    expect(store.validate()).toEqual([{ path: 'dataConfigJson.sql', message: 'SQL不能为空' }])
    const cell = store.cell('dataConfigJson.sql')
    expect(store.showErrors([{ path: 'dataConfigJson.sql', message: 'no table' }])).toEqual([])
    expect(cell.state.error).toBe('no table')
    expect(store.showErrors([{ path: 'dataConfigJson', message: 'bad group' }])).toEqual([])
    expect(cell.state.error).toBe('bad group')
    expect(store.showErrors([{ path: 'nowhere', message: 'x' }])).toHaveLength(1)
  })

  it('is read by expressions as a member and with the group as a whole', async () => {
    const store = createFormStore(
      compile(
        { name: 'cfg.a', widget: 'number-input' },
        { name: 'cfg.deep.b', widget: 'number-input' },
        { name: 'sum', widget: 'calculate', formula: 'cfg.a + cfg.deep.b' },
        { name: 'whole', widget: 'calculate', formula: 'cfg.deep.b + form.cfg.a' },
        { name: 'note', widget: 'input', visible: 'cfg.a > 3' },
      ),
      testHost(),
    )
    store.set('cfg.a', 4)
    store.set('cfg.deep.b', 5)
    await Promise.resolve()
    store.flush()
    expect([store.get('sum'), store.get('whole'), store.cell('note').state.visible]).toEqual([9, 9, true])
    expect(store.collect()).toMatchObject({ cfg: { a: 4, deep: { b: 5 } } })
    expect(store.get('cfg')).toEqual({ a: 4, deep: { b: 5 } })
    store.set('cfg.a', 1)
    store.flush()
    expect(store.collect()).not.toHaveProperty('note')
  })

  it('may be a sub-table, whose cells keep their paths', () => {
    const plan = compile({
      name: 'cfg.rows',
      widget: 'sub-table',
      columns: [{ name: 'n', widget: 'number-input', required: true }],
    })
    const store = createFormStore(plan, testHost())
    store.load({ cfg: { rows: [{ n: 1 }, {}] } }, 'existing')
    expect(store.validate().map(({ path }) => path)).toEqual(['cfg.rows.1.n'])
    store.set('cfg.rows.1.n', 2)
    expect(store.collect()).toEqual({ cfg: { rows: [{ n: 1 }, { n: 2 }] } })
    expect(fieldAt(plan, 'cfg.rows.1.n')?.path).toBe('cfg.rows.n')
  })

  it('is judged on the server by the same rules; what is sent beside it is dropped', () => {
    const plan = compile(SQL, { name: 'n', widget: 'calculate', formula: 'LEN(dataConfigJson.sql)' })
    const validate = (record: Record<string, unknown>, stored?: Record<string, unknown>) =>
      evaluateRecord(plan, record, testHost(), { creating: !stored, ...(stored && { stored }) })
    expect(validate({ dataConfigJson: { sql: 'select 1', admin: true }, n: 99 })).toEqual({
      record: { dataConfigJson: { sql: 'select 1' }, n: 8 },
      errors: [],
    })
    expect(validate({ dataConfigJson: {} }).errors).toMatchObject([{ path: 'dataConfigJson.sql' }])
    expect(validate({}, { dataConfigJson: { sql: 'kept' } }).record).toMatchObject({
      dataConfigJson: { sql: 'kept' },
    })
    expect(validate({ dataConfigJson: [1] }).errors[0]).toMatchObject({ path: 'dataConfigJson' })
  })
})

describe('a group of JSON text', () => {
  const group = {
    widget: 'group',
    name: 'dataConfigJson',
    encode: 'json',
    title: '配置',
    fields: [
      { name: 'sql', widget: 'input' },
      { widget: 'group', name: 'page', fields: [{ name: 'size', widget: 'number-input' }] },
    ],
  }

  it('is text outside and an object inside, with what it holds beside the fields', () => {
    const store = createFormStore(compile(group), testHost())
    store.load({ dataConfigJson: '{"sql":"s","page":{"size":10,"keep":1},"x":[1]}' }, 'existing')
    expect([store.get('dataConfigJson.sql'), store.get('dataConfigJson.page.size')]).toEqual(['s', 10])
    store.set('dataConfigJson.page.size', 20)
    const sent = store.collect()['dataConfigJson']
    expect(JSON.parse(String(sent))).toEqual({ sql: 's', page: { size: 20, keep: 1 }, x: [1] })
    const again = createFormStore(compile(group), testHost())
    again.load({ dataConfigJson: sent }, 'existing')
    expect(again.collect()).toEqual({ dataConfigJson: sent })
  })

  it('is refused by the server when it is no JSON object, however deep it is', () => {
    const validate = (dataConfigJson: unknown) =>
      evaluateRecord(compile(group), { dataConfigJson }, testHost(), { creating: true })
    expect(validate('{"sql":"a"}')).toEqual({
      record: { dataConfigJson: '{"sql":"a","page":{"size":null}}' },
      errors: [],
    })
    const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(validate(deep(100)).errors).toEqual([])
    for (const text of ['{"sql":', '[1]', '3', deep(300), deep(100_000)])
      expect(validate(text).errors).toMatchObject([{ path: 'dataConfigJson' }])
  })
})

describe('a group of JSON text that is no object', () => {
  const config = {
    widget: 'group',
    name: 'config',
    encode: 'json',
    title: '配置',
    fields: [
      { name: 'sql', widget: 'input', label: 'SQL', required: true },
      { name: 'rows', widget: 'sub-table', columns: [{ name: 'n', widget: 'number-input' }] },
      { widget: 'group', name: 'inner', encode: 'json', fields: [{ name: 'x', widget: 'input' }] },
    ],
  }
  const name = { name: 'fullName', widget: 'input', label: '名称' }
  const BROKEN = '{"sql": "select 1", "keep": 7'
  const open = (text: string) => {
    const store = createFormStore(compile(config, name), testHost())
    store.load({ config: text, fullName: 'a' }, 'existing')
    return store
  }

  it('is kept and sent as it came, and cannot be saved before it is mended', () => {
    const store = open(BROKEN)
    expect([...store.status.unread]).toEqual([['config', BROKEN]])
    expect([store.status.dirty, store.status.errors]).toEqual([false, 1])
    store.set('fullName', 'b')
    expect(store.collect()).toEqual({ config: BROKEN, fullName: 'b' })
    const errors = store.validate()
    expect(errors.map(({ path }) => path)).toEqual(['config'])
    expect(errors[0]?.message).toContain('“配置”')
    expect(errors[0]?.message).toContain('第1行第30列')
  })

  it('is read into its fields once it is corrected, with what stands beside them', () => {
    const store = open(BROKEN)
    expect(store.readGroup('config')).toBe(false)
    store.rewriteGroup('config', '{"sql":"select 2","keep":7,"rows":[{"n":3}],"inner":"{\\"x\\":\\"y\\"}"}')
    expect(store.readGroup('config')).toBe(true)
    expect(store.get('config.sql')).toBe('select 2')
    expect(store.table('config.rows').state.ids).toHaveLength(1)
    expect([store.status.unread.size, store.status.dirty, store.validate()]).toEqual([0, true, []])
    expect(JSON.parse(String(store.collect()['config']))).toEqual({
      sql: 'select 2',
      keep: 7,
      rows: [{ n: 3 }],
      inner: '{"x":"y"}',
    })
  })

  it('is asked for anew where only a group within it is broken', () => {
    const store = open('{"sql":"a","inner":"[1"}')
    expect([...store.status.unread.keys()]).toEqual(['config.inner'])
    expect(JSON.parse(String(store.collect()['config']))).toMatchObject({ sql: 'a', inner: '[1' })
    store.rewriteGroup('config.inner', '{"x":"y"}')
    expect(store.readGroup('config.inner')).toBe(true)
    expect(store.get('config.inner.x')).toBe('y')
  })

  it('is forgotten with the record, and does not stand in the way of what a rule hides', () => {
    const store = open('[1]')
    expect(store.validate()[0]?.message).toContain('不是一个 JSON 对象')
    store.load({ config: '{"sql":"a"}' }, 'existing')
    expect([store.status.unread.size, store.status.errors]).toEqual([0, 0])
    const hidden = compile({ ...config, visible: "fullName == 'x'" }, name)
    const other = createFormStore(hidden, testHost())
    other.load({ config: BROKEN, fullName: 'a' }, 'existing')
    expect(other.validate()).toEqual([])
    expect(other.collect()['config']).toBe(BROKEN)
  })

  it('stays on the server while a request says nothing of it, and goes when it does', () => {
    const plan = compile(config, name)
    const stored = { config: BROKEN, fullName: 'a' }
    const validate = (sent: Record<string, unknown>) =>
      evaluateRecord(plan, sent, testHost(), { creating: false, stored })
    expect(validate({ fullName: 'b' })).toMatchObject({
      record: { config: BROKEN, fullName: 'b' },
      errors: [],
    })
    expect(validate({ config: BROKEN }).errors).toMatchObject([{ path: 'config' }])
    const mended = validate({ config: '{"sql":"a"}' })
    expect(mended.errors).toEqual([])
    expect(JSON.parse(String(mended.record['config']))).toMatchObject({ sql: 'a' })
  })
})

describe('load.map and save.map', () => {
  it('give fields out of the record and the record out of fields', () => {
    const document = {
      fields: [
        { name: 'surname', widget: 'input' },
        { name: 'city', widget: 'input' },
      ],
      load: { map: { city: 'address.city', surname: 'fullName' } },
      save: { map: { 'address.city': 'city', fullName: 'surname' } },
    }
    const store = createFormStore(compileForm(document, { id: 'f', catalogue }), testHost())
    store.load({ fullName: '王', address: { city: '石河子', zip: 1 } }, 'existing')
    expect([store.get('surname'), store.get('city')]).toEqual(['王', '石河子'])
    store.set('city', '乌鲁木齐')
    expect(store.collect()).toMatchObject({ fullName: '王', address: { city: '乌鲁木齐', zip: 1 } })
  })
})

describe('names that lead nowhere', () => {
  const at = (message: string, pointer = '/fields/0/name') => [
    { pointer, message: `@form.problem.${message}` },
  ]

  it.each(['__proto__', 'constructor', 'a.__proto__.b', 'a.constructor', 'prototype.x'])('%s', (name) => {
    expect(problemsOf({ name, widget: 'input' })).toMatchObject(at('closedName'))
    expect(problemsOf({ widget: 'group', name, fields: [] })).toMatchObject(at('closedName'))
  })

  it.each(['', '.', 'a.', '.a', 'a..b', 'a#b', 5])('%s', (name) => {
    expect(problemsOf({ name, widget: 'input' })).toMatchObject(at('name'))
  })

  it('fifty deep, also by groups within groups', () => {
    const name = Array.from({ length: 50 }, (_, index) => `n${index}`).join('.')
    expect(problemsOf({ name, widget: 'input' })).toMatchObject(at('deepName'))
    const nested = (left: number): object =>
      left === 0 ? { name: 'x', widget: 'input' } : { widget: 'group', name: 'g', fields: [nested(left - 1)] }
    expect(problemsOf(nested(50)).some(({ message }) => message === '@form.problem.deepName')).toBe(true)
  })

  it('one field inside another, in either order, and through a list', () => {
    const a = { name: 'a', widget: 'input' }
    const inside = { name: 'a.b', widget: 'input' }
    expect(problemsOf(a, inside)).toMatchObject(at('inside', '/fields/1/name'))
    expect(problemsOf(inside, a)).toMatchObject(at('inside', '/fields/1/name'))
    const rows = { name: 'rows', widget: 'sub-table', columns: [{ name: 'n', widget: 'input' }] }
    expect(problemsOf(rows, { name: 'rows.n.x', widget: 'input' })).toMatchObject(
      at('throughList', '/fields/1/name'),
    )
    const columns = [{ name: 'n.m', widget: 'input' }]
    expect(problemsOf({ ...rows, columns })).toMatchObject(at('columnName', '/fields/0/columns/0/name'))
  })

  it('write nothing to any prototype, whatever a record brings', () => {
    const store = createFormStore(compile(SQL), testHost())
    store.load(
      JSON.parse('{"__proto__":{"x":1},"dataConfigJson":{"__proto__":{"y":1},"sql":"s"}}'),
      'existing',
    )
    store.collect()
    expect(({} as Record<string, unknown>)['x'] ?? ({} as Record<string, unknown>)['y']).toBeUndefined()
  })
})
