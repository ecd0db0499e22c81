import { compileForm, compileFormData } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../testing'
import type { Act } from './context'
import { FormView } from './form-view'
import { submitForm, useFormStore } from './index'
import { scriptsOf } from './scripts'

// What draws forms and what runs scripts are fetched apart; waiting for them is no part of what is tested.
beforeAll(() => Promise.all([import('./form-view'), import('../script')]))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const EMPTY: FormRecord = {}

function Page({
  plan,
  held,
  act,
}: {
  readonly plan: FormPlan
  readonly held: { store?: FormStore }
  readonly act?: Act
}) {
  held.store = useFormStore(plan, EMPTY, 'new')
  return <FormView store={held.store} {...(act && { act })} />
}

const field = (name: string, jnpfKey: string, more: object = {}, config: object = {}) => ({
  __vModel__: name,
  __config__: { jnpfKey, label: name, ...config },
  ...more,
})

function open(plan: FormPlan, host: TestHost = testHost(), act?: Act) {
  const held: { store?: FormStore } = {}
  drawn = draw(<Page plan={plan} held={held} {...(act && { act })} />, host)
  const store = () => {
    if (!held.store) throw new Error('Not drawn yet')
    return held.store
  }
  return { host, store, place: drawn.place }
}

const published = (formData: object, host?: TestHost) =>
  open(compileFormData(formData, { id: 'm1', catalogue }), host)

const control = (place: HTMLElement, path: string) =>
  place.querySelector<HTMLInputElement>(`[data-path="${path}"] input`)

describe('scripts of a published model', () => {
  it('run on load, on change and on leaving, and rules follow them', async () => {
    const { place, store } = published({
      funcs: { onLoad: "({ setFormData }) => setFormData('price', 5)" },
      fields: [
        field('price', 'inputNumber', {
          on: { change: "({ data, setShowOrHide }) => setShowOrHide('reason', data > 100)" },
        }),
        field('amount', 'calculate', { expression: [{ __vModel__: 'price' }, '×', '2'] }),
        field('reason', 'input', {}, { noShow: true }),
        field('code', 'input', {
          on: { blur: "({ data, setFormData }) => setFormData('code', data.trim())" },
        }),
      ],
    })
    await vi.waitFor(() => expect(store().get('amount')).toBe(10), 45_000)
    expect(control(place, 'reason')).toBeNull()
    const price = control(place, 'price') as HTMLInputElement
    await userEvent.fill(price, '500')
    await expect.poll(() => control(place, 'reason')).not.toBeNull()
    expect(store().get('amount')).toBe(1000)
    await userEvent.fill(price, '5')
    await expect.poll(() => control(place, 'reason')).toBeNull()
    await userEvent.fill(control(place, 'code') as HTMLInputElement, '  A1 ')
    await userEvent.click(price)
    await expect.poll(() => store().get('code')).toBe('A1')
  })

  it('are named when they fail or run away, and the form works on', async () => {
    const { place, store, host } = published({
      fields: [
        field('first', 'input', { on: { change: '() => { while (true) {} }' } }, { label: '数量' }),
        field('bomb', 'input', { on: { change: '() => { for (;;) "x".repeat(1e6) }' } }, { label: '单价' }),
        field('wrong', 'input', { on: { blur: '() => missing.name' } }, { label: '备注' }),
        field('last', 'input', { on: { change: "({ data, setFormData }) => setFormData('first', data)" } }),
      ],
    })
    await expect.poll(() => control(place, 'first')).not.toBeNull()
    const type = (path: string, text = 'a') => userEvent.fill(control(place, path) as HTMLInputElement, text)
    await type('first')
    await type('bomb')
    await type('wrong')
    await type('last', 'b')
    await expect.poll(() => store().get('first')).toBe('b')
    const told = host.toasts.map(({ text }) => text)
    expect(told).toContain('脚本「数量 · 值改变」运行时间过长，已中止')
    // A long step cannot be interrupted: its worker was ended, and a new one ran the scripts after it.
    expect(told).toContain('脚本「单价 · 值改变」运行时间过长，已中止')
    expect(told.some((text) => text.startsWith('脚本「备注 · 失去焦点」执行出错：ReferenceError'))).toBe(true)
  })

  it('reach nothing but this server’s API', async () => {
    const outside: string[] = []
    const host: TestHost = {
      ...testHost(),
      request: async (method, url, data) => {
        outside.push(`${method} ${url} ${JSON.stringify(data)}`)
        return { data: [{ id: 7 }], msg: '' }
      },
    }
    const { store } = published(
      {
        funcs: {
          onLoad: `async ({ onlineUtils, setFormData }) => {
            const found = [typeof fetch, typeof XMLHttpRequest, typeof importScripts, typeof self].join()
            const refused = await onlineUtils.request('//evil.example/api/x').catch(() => 'refused')
            const { code, data } = await onlineUtils.request('/api/demo', 'post', { a: 1 })
            setFormData('got', [found, refused, code, data[0].id].join(' '))
          }`,
        },
        fields: [field('got', 'input')],
      },
      host,
    )
    await expect
      .poll(() => store().get('got'), { timeout: 45_000 })
      .toBe('undefined,undefined,undefined,undefined refused 200 7')
    expect(outside).toEqual(['POST /api/demo {"a":1}'])
  })

  it('stop the saving, or let it go on, and hear of it afterwards', async () => {
    const { place, store, host } = published({
      funcs: {
        beforeSubmit: `({ formData }) => new Promise((resolve, reject) =>
          formData.stock < 0 ? reject('库存不足') : formData.stock === 0 ? resolve(false) : resolve())`,
        afterSubmit: "({ onlineUtils }) => onlineUtils.toast('已通知', 'success')",
      },
      fields: [field('stock', 'inputNumber', {}, { defaultValue: -1 })],
    })
    await expect.poll(() => control(place, 'stock')).not.toBeNull()
    const saved: FormRecord[] = []
    const save = () => submitForm(store(), async (record) => saved.push(record))
    expect(await save()).toEqual({ state: 'stopped' })
    expect(host.toasts.at(-1)).toEqual({ kind: 'warning', text: '库存不足' })
    store().set('stock', 0)
    expect(await save()).toEqual({ state: 'stopped' })
    expect(host.toasts.at(-1)?.text).toBe('提交被表单脚本阻止')
    expect(saved).toEqual([])
    store().set('stock', 3)
    expect((await save()).state).toBe('saved')
    await expect.poll(() => host.toasts.at(-1)).toEqual({ kind: 'success', text: '已通知' })
  })

  it('run for buttons, links, tabs and collapses', async () => {
    const { store } = published({
      fields: [
        field('told', 'input'),
        {
          buttonText: '计算',
          on: { click: "({ setFormData }) => setFormData('told', 'button')" },
          __config__: { jnpfKey: 'button', label: '按钮' },
        },
        {
          content: '查看',
          href: '',
          on: { click: "({ setFormData }) => setFormData('told', 'link')" },
          __config__: { jnpfKey: 'link', label: '链接' },
        },
        {
          on: { tabClick: "({ data, setFormData }) => setFormData('told', data.name)" },
          __config__: {
            jnpfKey: 'tab',
            active: '1',
            children: [
              { title: '甲', name: '1', __config__: { jnpfKey: 'tabItem', children: [] } },
              { title: '乙', name: '2', __config__: { jnpfKey: 'tabItem', children: [] } },
            ],
          },
        },
        {
          on: { change: "({ data, setFormData }) => setFormData('told', data.join())" },
          __config__: {
            jnpfKey: 'collapse',
            active: [],
            children: [{ title: '丙', name: 'c', __config__: { jnpfKey: 'collapseItem', children: [] } }],
          },
        },
      ],
    })
    for (const [role, name, told] of [
      ['button', '计算', 'button'],
      ['button', '查看', 'link'],
      ['tab', '乙', '2'],
      ['button', '丙', 'c'],
    ] as const) {
      await page.getByRole(role, { name }).click()
      await expect.poll(() => store().get('told')).toBe(told)
    }
  })

  it('know the row of a sub-table that they stand in', async () => {
    const { store } = published({
      fields: [
        {
          __vModel__: 'items',
          __config__: {
            jnpfKey: 'table',
            label: '明细',
            children: [
              field('price', 'inputNumber', {
                on: {
                  change: "({ data, rowIndex, setFormData }) => setFormData('note', `${rowIndex}:${data}`)",
                },
              }),
              field('note', 'input'),
            ],
          },
        },
      ],
    })
    await vi.waitFor(() => store(), 45_000)
    // What is set before they are there nobody hears.
    await expect.poll(() => scriptsOf(store())).toBeDefined()
    const table = store().table('items')
    const [, second = ''] = table.insert([{}, {}])
    await expect.poll(() => table.state.ids.length).toBe(2)
    table.set(second, 'price', 8, 'user')
    await expect.poll(() => table.get(second, 'note')).toBe('1:8')
  })
})

describe('a form without scripts', () => {
  it('starts no sandbox', async () => {
    const { place, store } = published({
      fields: [field('a', 'input', { on: { change: '({ data }) => {\n}' } })],
    })
    await expect.poll(() => control(place, 'a')).not.toBeNull()
    expect(scriptsOf(store())).toBeUndefined()
  })
})

describe('a button of a form document', () => {
  it('runs its steps by the page, and is busy meanwhile', async () => {
    const steps = [{ toast: 'success', text: 'ok' }]
    const ran: unknown[] = []
    let finish: () => void = () => undefined
    const act: Act = (given) => {
      ran.push(given)
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    }
    const plan = compileForm(
      { fields: [{ widget: 'button', buttonText: '查询', do: steps }] },
      { id: 'spec', catalogue },
    )
    open(plan, testHost(), act)
    const button = page.getByRole('button', { name: '查询' })
    await button.click()
    expect(ran).toMatchObject([steps.map((document) => ({ verb: 'toast', document }))])
    await expect.element(button).toHaveClass('arco-btn-loading')
    finish()
    await expect.element(button).not.toHaveClass('arco-btn-loading')
  })
})
