import variant from '@jitl/quickjs-wasmfile-release-sync'
import { testCatalogue, testHost } from '@tests/fixtures/form-kit'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { describe, expect, it, vi } from 'vitest'
import { compileFormData, createFormStore } from '../form'
import { runListScript, type ScriptEngine } from './engine'
import { FormScripts } from './form-scripts'
import { Sandbox } from './sandbox'

const sandbox = new Sandbox(() => newQuickJSWASMModuleFromVariant(variant))
/** How long a script may compute is the sandbox's matter: here a busy machine ends none. */
const engine: ScriptEngine = {
  start: (id, job) => sandbox.start(id, { ...job, time: 60_000 }),
  answer: (...answer) => sandbox.answer(...answer),
  stop: (id) => sandbox.stop(id),
}

function open(formData: object) {
  const toasts: string[] = []
  const places: string[] = []
  const host = {
    ...testHost(),
    toast: (kind: string, text: string) => void toasts.push(`${kind} ${text}`),
    navigate: (to: string) => void places.push(to),
    request: async (method: string, url: string) => ({ data: `${method} ${url}`, msg: 'ok' }),
  }
  const store = createFormStore(compileFormData(formData, { id: 'm', catalogue: testCatalogue }), host)
  const scripts = new FormScripts(store, engine)
  return { store, scripts, toasts, places }
}

const field = (name: string, more: object = {}, config: object = {}) => ({
  __vModel__: name,
  __config__: { jnpfKey: 'input', label: `标签${name}`, ...config },
  ...more,
})

describe('the scripts of a form', () => {
  it('cut a loop of scripts that set each other off, and name it', async () => {
    const set = (other: string) => `({ data, setFormData }) => setFormData('${other}', data + 'x')`
    const { store, scripts, toasts } = open({
      fields: [field('a', { on: { change: set('b') } }), field('b', { on: { change: set('a') } })],
    })
    store.set('a', '1')
    await vi.waitFor(() => expect(toasts).toHaveLength(1), 45_000)
    await scripts.settled()
    expect(toasts[0]).toMatch(/^error 脚本「标签[ab] · 值改变」与其他脚本循环触发，已中止$/)
    expect(String(store.get('a')).length + String(store.get('b')).length).toBeLessThan(24)
  })

  it('do not run again for a value that stays', async () => {
    const { store, scripts, toasts } = open({
      fields: [
        field('a', { on: { change: "({ setFormData }) => setFormData('b', 'x')" } }),
        field('b', { on: { change: "({ setFormData }) => setFormData('a', 'y')" } }),
      ],
    })
    store.set('a', '1')
    await scripts.settled()
    expect([store.get('a'), store.get('b'), toasts]).toEqual(['y', 'x', []])
  })

  it('run once for what is typed in one go, and at once when the field is left', async () => {
    const { store, scripts } = open({
      fields: [
        field('a', {
          on: {
            change: "({ data, formData, setFormData }) => setFormData('log', formData.log + data + ',')",
            blur: "({ formData, setFormData }) => setFormData('log', formData.log + 'left')",
          },
        }),
        field('log', {}, { defaultValue: '' }),
      ],
    })
    for (const text of ['1', '12', '123']) store.set('a', text)
    store.touch('a')
    await scripts.settled()
    expect(store.get('log')).toBe('123,left')
  })

  it('are given the chosen option, with all its source has of it', async () => {
    const log = "({ data, setFormData }) => setFormData('log', JSON.stringify(data))"
    const { store, scripts } = open({
      fields: [
        field(
          'one',
          {
            on: { change: log },
            props: { value: 'id', label: 'fullName' },
            options: [
              { id: 'x', fullName: '甲' },
              { id: 'y', fullName: '乙' },
            ],
          },
          { jnpfKey: 'select', dataType: 'static' },
        ),
        field('log'),
      ],
    })
    store.set('one', 'y')
    await scripts.settled()
    expect(JSON.parse(String(store.get('log')))).toMatchObject({ id: 'y', fullName: '乙' })
  })

  it('show, demand and close fields; what they hide keeps its value and is not demanded', async () => {
    const { store, scripts } = open({
      funcs: {
        onLoad: `({ setShowOrHide, setRequired, setDisabled }) => {
          setShowOrHide('gone', false); setShowOrHide('back', true); setRequired('due', true); setDisabled('shut', true)
        }`,
      },
      fields: [
        field('gone', {}, { required: true, defaultValue: 'kept' }),
        field('back', {}, { noShow: true }),
        field('due'),
        field('shut'),
      ],
    })
    await scripts.settled()
    expect(store.cell('gone').state.visible).toBe(false)
    expect(store.cell('back').state.visible).toBe(true)
    expect(store.cell('shut').state.disabled).toBe(true)
    store.set('gone', '')
    expect(store.validate()).toEqual([{ path: 'due', message: '标签due不能为空' }])
    store.set('gone', 'kept')
    expect(store.collect()['gone']).toBe('kept')
  })

  it('show nobody what they may not see', async () => {
    const formData = {
      funcs: {
        onLoad:
          "({ setShowOrHide, formData, setFormData }) => { setShowOrHide('secret', true); setFormData('told', JSON.stringify(formData.secret ?? null)) }",
      },
      fields: [field('secret'), field('told')],
    }
    const plan = compileFormData(formData, { id: 'm', catalogue: testCatalogue })
    const form = (path: string) => path !== 'secret'
    const permissions = { form, fill: form }
    const store = createFormStore(plan, testHost(), { permissions })
    store.load({ secret: 's' }, 'existing')
    await new FormScripts(store, engine).settled()
    expect([store.cell('secret').state.visible, store.get('told')]).toEqual([false, 'null'])
  })

  it('decide of columns, in one row or in all', async () => {
    const { store, scripts } = open({
      funcs: { onLoad: "({ setRequired }) => setRequired('items-a', true)" },
      fields: [
        field(
          'items',
          {},
          {
            jnpfKey: 'table',
            children: [
              field('a'),
              field('b', {
                on: { blur: "({ setDisabled, rowIndex }) => setDisabled('items.a', rowIndex === 1)" },
              }),
            ],
          },
        ),
      ],
    })
    await scripts.settled()
    const table = store.table('items')
    const [first = '', second = ''] = table.insert([{}, {}])
    expect(store.validate().map(({ path }) => path)).toEqual(['items.0.a', 'items.1.a'])
    table.touch(second, 'b')
    await scripts.settled()
    expect([first, second].map((id) => table.cell(id, 'a').state.disabled)).toEqual([false, true])
  })

  it('leave a form untouched that nobody has typed in', async () => {
    const { store, scripts } = open({
      funcs: { onLoad: "({ setFormData }) => setFormData('a', 'x')" },
      fields: [field('a', { on: { change: "({ setFormData }) => setFormData('b', 'y')" } }), field('b')],
    })
    await scripts.settled()
    expect([store.get('b'), store.status.dirty]).toEqual(['y', false])
    store.set('a', 'typed')
    await scripts.settled()
    expect(store.status.dirty).toBe(true)
  })

  it('take a value in the form that its widget keeps, and name a field that is not there', async () => {
    const { store, scripts, toasts } = open({
      funcs: { onLoad: "({ formData }) => { formData.a = 'direct'; formData.nowhere = 1 }" },
      fields: [field('a')],
    })
    await scripts.settled()
    expect(store.get('a')).toBe('direct')
    expect(toasts).toEqual(['error 脚本「表单加载」设置了表单中没有的字段：nowhere'])
  })

  it('open places of the product and make requests', async () => {
    const { store, scripts, places } = open({
      funcs: {
        onLoad: `({ onlineUtils, setFormData }) => {
          onlineUtils.route('/home'); onlineUtils.route('https://evil.example')
          onlineUtils.request('/api/a', 'put').then((answer) => setFormData('a', JSON.stringify(answer)))
        }`,
      },
      fields: [field('a')],
    })
    await expect.poll(() => store.get('a')).toBe('{"code":200,"msg":"ok","data":"PUT /api/a"}')
    await scripts.settled()
    expect(places).toEqual(['/home'])
  })

  it('decide whether the form is sent: by a boolean too, and not when they break', async () => {
    const may = (beforeSubmit: string) => open({ funcs: { beforeSubmit }, fields: [] })
    for (const [source, sent, told] of [
      ['() => true', true, []],
      ['() => false', false, ['warning 提交被表单脚本阻止']],
      ['() => Promise.reject("不行")', false, ['warning 不行']],
      ['() => Promise.reject()', false, ['warning 提交被表单脚本阻止']],
      [
        '() => { missing() }',
        false,
        [expect.stringMatching(/^error 脚本「提交前」执行出错：ReferenceError/)],
      ],
      ['() => new Promise(() => {})', false, ['error 脚本「提交前」等待时间过长，已中止']],
    ] as const) {
      const { scripts, toasts } = may(source)
      expect(await scripts.maySubmit(), source).toBe(sent)
      expect(toasts).toEqual(told)
    }
  })

  it('run anew when all values are replaced, tell the same trouble once, and end with the form', async () => {
    const { store, scripts, toasts } = open({
      funcs: { onLoad: '() => missing()' },
      fields: [field('a', { on: { change: "({ setFormData }) => setFormData('b', 'x')" } }), field('b')],
    })
    await scripts.settled()
    store.load({}, 'new')
    await scripts.settled()
    expect(toasts).toHaveLength(1)
    store.set('a', '1')
    store.dispose()
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(store.get('b')).not.toBe('x')
  })
})

describe('a script of a list', () => {
  it('is given its names and may have the records read again', async () => {
    const effects: unknown[] = []
    const { outcome } = runListScript(
      engine,
      {
        source: '({ data, index, refresh }) => { refresh(); return data.id + index }',
        names: { data: { id: 'r' }, index: 2 },
        user: {},
      },
      { apply: (list) => effects.push(...list), request: () => Promise.reject(new Error('none')) },
    )
    expect(await outcome).toEqual({ state: 'done', value: 'r2' })
    expect(effects).toEqual([{ kind: 'refresh' }])
  })
})
