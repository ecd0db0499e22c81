import variant from '@jitl/quickjs-wasmfile-release-sync'
import { testCatalogue, testHost } from '@tests/fixtures/form-kit'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { describe, expect, it } from 'vitest'
import { compileFormData } from '../form'
import { isWritten } from '../form/formdata/scripts'
import type { ScriptEngine } from '../script'
import { BUTTON_PRESS, parametersOf, SCRIPT_UTILITIES, scriptStub } from '../script/parameters'
import { Sandbox } from '../script/sandbox'
import { namedIn, type ScriptTrial, tryButtonScript, tryScript } from './script-trial'

const sandbox = new Sandbox(() => newQuickJSWASMModuleFromVariant(variant))
/** How long a script may compute is the sandbox's matter: here a busy machine ends none. */
const engine: ScriptEngine = {
  start: (id, job) => sandbox.start(id, { ...job, time: 60_000 }),
  answer: (...answer) => sandbox.answer(...answer),
  stop: (id) => sandbox.stop(id),
}

const field = (name: string, jnpfKey = 'input', config: object = {}, more: object = {}) => ({
  __vModel__: name,
  __config__: { jnpfKey, label: `标签${name}`, ...config },
  ...more,
})

const OPTIONS = [
  { id: 'x', fullName: '甲' },
  { id: 'y', fullName: '乙' },
]
const plan = compileFormData(
  {
    fields: [
      field('price', 'inputNumber'),
      field('total', 'inputNumber'),
      field(
        'kind',
        'select',
        { dataType: 'static' },
        { options: OPTIONS, props: { value: 'id', label: 'fullName' } },
      ),
      field('items', 'table', { children: [field('amount', 'inputNumber'), field('note')] }),
    ],
  },
  { id: 'm', catalogue: testCatalogue },
)
const RECORD = { price: 3, total: 1, kind: 'y', items: [{ amount: 5, note: 'a' }, { amount: 6 }] }

function attempt(source: string, more: Partial<ScriptTrial> & { readonly of?: string } = {}, by = engine) {
  const { of, ...rest } = more
  return tryScript(by, {
    source,
    event: of === undefined ? 'onLoad' : 'change',
    field: of === undefined ? undefined : plan.fields.get(of),
    plan,
    record: RECORD,
    given: new Map(),
    host: testHost(),
    refusal: '未发送',
    ...rest,
  })
}

const done = (value: unknown) => ({ state: 'done', value })

describe('a script on the sample', () => {
  it('tells what it logged, what it asked for with the values before, and what it returned', async () => {
    const { outcome, logs, effects } = await attempt(
      `({ data, formData, setFormData, setShowOrHide, onlineUtils }) => {
        console.log('price', data, { a: [1] }, undefined)
        console.warn(new TypeError('odd'))
        setFormData('total', formData.price * 2)
        setFormData('total', formData.total + 1)
        setFormData('nowhere', 1)
        setShowOrHide('kind', false)
        onlineUtils.toast('好', 'success')
        return formData.total
      }`,
      { of: 'price' },
    )
    expect(outcome).toEqual(done(7))
    expect(logs).toEqual([
      { level: 'log', text: 'price 3 {"a":[1]} undefined' },
      { level: 'warn', text: 'TypeError: odd' },
    ])
    expect(effects).toMatchObject([
      { kind: 'set', name: 'total', field: { path: 'total' }, before: 1, after: 6 },
      { kind: 'set', name: 'total', before: 6, after: 7 },
      { kind: 'set', name: 'nowhere', before: undefined },
      { kind: 'state', state: 'visible', on: false, field: { path: 'kind' } },
      { kind: 'toast', type: 'success', message: '好' },
    ])
    expect(effects[2]).not.toHaveProperty('field')
  })

  it('begins with the values that are given, the chosen option as forms tell of it', async () => {
    const given = new Map<string, unknown>([['kind', 'x']])
    const { outcome } = await attempt('({ data, formData }) => [data.fullName, formData.kind]', {
      of: 'kind',
      given,
    })
    expect(outcome).toEqual(done(['甲', 'x']))
  })

  it('runs in the first row where it is a column’s', async () => {
    const { outcome, effects } = await attempt(
      "({ data, rowIndex, formData, setFormData }) => { setFormData('note', 'b'); return [data, rowIndex, formData.items[1].amount] }",
      { of: 'items.amount', given: new Map([['items.amount', 9]]) },
    )
    expect(outcome).toEqual(done([9, 0, 6]))
    expect(effects).toMatchObject([{ field: { path: 'items.note' }, row: 0, before: 'a', after: 'b' }])
  })

  it('sends nothing: each request is told, and refused to the script', async () => {
    const { outcome, requests } = await attempt(`async ({ request, onlineUtils }) => {
      const first = await request('/api/x', 'POST', { a: 1 }).catch((error) => error.message)
      await onlineUtils.request('/api/y')
      return first
    }`)
    expect(requests).toMatchObject([
      { url: '/api/x', method: 'POST', data: { a: 1 } },
      { url: '/api/y', method: 'GET' },
    ])
    expect(outcome).toMatchObject({ state: 'failed', message: '未发送' })
  })

  it('says where it failed', async () => {
    expect((await attempt('() => {\n  const a = null\n  return a.b\n}')).outcome).toMatchObject({
      reason: 'threw',
      at: { line: 3, column: 11 },
    })
    expect((await attempt('() => {\n  let x = ;\n}')).outcome).toMatchObject({
      reason: 'syntax',
      at: { line: 2, column: 11 },
    })
  })

  it('is ended by the limit of its time, and what it logged before is heard', async () => {
    const short = { ...engine, start: (id, job) => sandbox.start(id, { ...job, time: 300 }) } as ScriptEngine
    const source =
      "({ setFormData }) => {\n  console.log('here')\n  setFormData('total', 2)\n  for (;;) {}\n}"
    const { outcome, logs, effects } = await attempt(source, {}, short)
    expect(outcome).toMatchObject({ reason: 'time', at: { line: expect.any(Number) } })
    expect([logs, effects]).toEqual([[{ level: 'log', text: 'here' }], []])
  })

  it('is heard no further than a screen can show', async () => {
    const { logs } = await attempt("() => { for (let i = 0; i < 1000; i++) console.log('x'.repeat(5000)) }")
    expect([logs.length, logs[0]?.text.length]).toEqual([200, 2000])
  })

  it('offers the values of the fields that it names, and of its own', () => {
    const named = (source: string, own?: string) =>
      namedIn(source, plan, own === undefined ? undefined : plan.fields.get(own)).map(({ path }) => path)
    expect(named("({ formData }) => formData.price + formData['kind'] + amount")).toEqual(['price', 'kind'])
    expect(named('({ data }) => note', 'items.amount')).toEqual(['items.amount', 'items.note'])
  })
})

describe('the parameters of a script', () => {
  it.each([
    [undefined, 'onLoad'],
    ['price', 'change'],
    ['items.amount', 'change'],
  ])('are those that it is given (%s %s)', async (of, event) => {
    const { outcome } = await attempt(
      '(all) => [Object.keys(all).sort(), Object.keys(all.onlineUtils).sort()]',
      of === undefined ? {} : { of },
    )
    const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).sort()
    const parameters = parametersOf({ name: event, inRow: of?.includes('.') === true })
    expect(outcome).toEqual(done([names(parameters), names(SCRIPT_UTILITIES)]))
  })

  it.each(['onLoad', 'beforeSubmit', 'change'])(
    'stand in an empty script that does nothing (%s)',
    async (name) => {
      const stub = scriptStub({ name, inRow: true })
      expect(isWritten(stub)).toBe(false)
      expect((await attempt(stub)).outcome).toEqual(done(null))
    },
  )
})

describe('a script of a list’s button on a record', () => {
  const press = (source: string) =>
    tryButtonScript(engine, {
      ...{ source, row: { id: '7', price: '3.00', kind: '乙', kind_id: 'y' }, index: 4 },
      ...{ user: { userName: '王小田' }, refusal: '未发送' },
    })

  it('is given the record and its place; what it asks for is told, and nothing is sent', async () => {
    const { outcome, logs, effects, requests, milliseconds } = await press(
      `async ({ data, index, refresh, onlineUtils }) => {
        console.log(data.kind_id, index)
        onlineUtils.toast('好', 'success')
        onlineUtils.route('/model/orders')
        refresh()
        const answer = await onlineUtils.request('/api/x', 'POST', { id: data.id }).catch((error) => error.message)
        return [answer, onlineUtils.getUserInfo().userName]
      }`,
    )
    expect(outcome).toEqual(done(['未发送', '王小田']))
    expect(logs).toEqual([{ level: 'log', text: 'y 4' }])
    expect(effects).toEqual([
      { kind: 'toast', type: 'success', message: '好' },
      { kind: 'route', to: '/model/orders' },
      { kind: 'refresh' },
    ])
    expect(requests).toMatchObject([{ url: '/api/x', method: 'POST', data: { id: '7' } }])
    expect(milliseconds).toBeGreaterThan(0)
  })

  it('says where it failed', async () => {
    expect((await press('({ data }) => {\n  return data.kind.no.more\n}')).outcome).toMatchObject({
      ...{ state: 'failed', reason: 'threw', at: { line: 2 } },
    })
  })

  it('is given its documented parameters, which its stub names; the stub does nothing', async () => {
    const given = (await press('(all) => Object.keys(all)')).outcome
    // A button has no table to act on: the rows' scripts have it.
    const names = [...parametersOf(BUTTON_PRESS).map(({ name }) => name), 'tableRef']
    expect(given).toMatchObject({ state: 'done', value: expect.arrayContaining(names) })
    expect(given).toHaveProperty('value.length', names.length)
    const stub = scriptStub(BUTTON_PRESS)
    expect(stub).toBe('({ data, index, refresh, onlineUtils }) => {\n}')
    expect(isWritten(stub)).toBe(false)
    expect((await press(stub)).outcome).toEqual(done(null))
  })
})
