import { compileForm, compileFormData } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { catalogue } from '@widgets/definitions'
import { Profiler } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../testing'
import { focusField } from './focus'
import { FormView } from './form-view'
import { submitForm, useFormStore } from './index'

const document_ = {
  layout: { labelWidth: 100 },
  fields: [
    { name: 'price', widget: 'number-input', label: '单价', required: true },
    { name: 'quantity', widget: 'number-input', label: '数量' },
    { name: 'total', widget: 'calculate', label: '金额', formula: 'price * quantity', precision: 2 },
    { name: 'reason', widget: 'input', label: '原因', visible: 'total > 100', required: 'total > 100' },
    { name: 'note', widget: 'input', label: '备注' },
  ],
}

// What draws forms is fetched apart; waiting for it is no part of what is tested.
beforeAll(() => import('./form-view'))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const EMPTY = {}
let commits = 0

function Page({ plan, held }: { readonly plan: FormPlan; readonly held: { store?: FormStore } }) {
  const store = useFormStore(plan, EMPTY, 'new')
  held.store = store
  const count = () => {
    commits += 1
  }
  return (
    <Profiler id="form" onRender={count}>
      <FormView store={store} />
    </Profiler>
  )
}

function open(document: object, host: TestHost = testHost()) {
  const plan = compileForm(document, { id: 'spec', catalogue })
  const held: { store?: FormStore } = {}
  drawn = draw(<Page plan={plan} held={held} />, host)
  const { place } = drawn
  const store = () => {
    if (!held.store) throw new Error('Not drawn yet')
    return held.store
  }
  return { host, place, store }
}

const control = (place: HTMLElement, path: string) =>
  place.querySelector<HTMLInputElement>(`[data-path="${path}"] input`)

/** Fields of a form that is longer than any screen. */
const LONG = Array.from({ length: 300 }, (_, index) => ({
  name: `f${index}`,
  widget: 'input',
  label: `字段${index}`,
}))

describe('FormView', () => {
  it('tells the console once of a formula that is none, and shows 0', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const config = { jnpfKey: 'calculate', label: '金额' }
    const fields = [{ __vModel__: 'total', __config__: config, expression: ['1', '*', '('] }]
    const held: { store?: FormStore } = {}
    drawn = draw(
      <Page plan={compileFormData({ fields }, { id: 'spec', catalogue })} held={held} />,
      testHost(),
    )
    await expect.poll(() => warn.mock.calls.length).toBe(1)
    expect(warn.mock.calls[0]?.[0]).toMatch(/^金额: 公式无效，结果为 0/)
    expect(held.store?.collect()['total']).toBe(0)
    warn.mockRestore()
  })

  it('draws a long form whole, what is far from the screen in runs that are laid out when it comes near', async () => {
    const { place, store } = open({ fields: LONG })
    await expect.poll(() => place.querySelectorAll('[data-path]').length).toBe(300)
    expect(
      [...place.querySelectorAll<HTMLElement>('[data-path]')].map(({ dataset }) => dataset['path']),
    ).toEqual(LONG.map(({ name }) => name))
    const isLaidOut = (name: string) => control(place, name)?.checkVisibility({ contentVisibilityAuto: true })
    await expect.poll(() => [isLaidOut('f0'), isLaidOut('f299')]).toEqual([true, false])
    await userEvent.type(control(place, 'f0') as HTMLInputElement, '浇水')
    expect(store().get('f0')).toBe('浇水')
    expect(control(place, 'f0')?.value).toBe('浇水')
  })

  it('brings a field far down a long form into view, and gives it the focus', async () => {
    const { place, store } = open({ fields: LONG })
    await expect.poll(() => place.querySelectorAll('[data-path]').length).toBe(300)
    focusField(store(), 'f280')
    const far = control(place, 'f280') as HTMLInputElement
    await expect.poll(() => document.activeElement).toBe(far)
    await expect.poll(() => far.checkVisibility({ contentVisibilityAuto: true })).toBe(true)
    await expect
      .poll(() => {
        const { top, bottom } = far.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
      .toBe(true)
  })

  it('keeps what is pressed under the pointer when a field that is left by the press has an error', async () => {
    const { place } = open(document_)
    await expect.poll(() => control(place, 'price')).toBeTruthy()
    const price = control(place, 'price') as HTMLInputElement
    const error = () => place.querySelector('[data-path="price"]')?.textContent?.includes('不能为空')
    await userEvent.click(price)
    place.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    price.blur()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(error()).toBe(false)
    place.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    await expect.poll(error).toBe(true)
  })

  it('labels every control, and draws hidden fields not at all', async () => {
    const { place } = open(document_)
    await expect.poll(() => control(place, 'price')).toBeTruthy()
    const label = [...place.querySelectorAll('label')].find((one) => one.textContent === '单价')
    expect(place.querySelector(`#${label?.htmlFor}`)).toBeTruthy()
    expect(place.querySelector('[data-path="reason"]')).toBeNull()
  })

  it('shows what follows from a value, in the same form', async () => {
    const { place, store } = open(document_)
    await expect.poll(() => control(place, 'price')).toBeTruthy()
    store().set('price', 60, 'user')
    store().set('quantity', 2, 'user')
    await expect.poll(() => place.querySelector('[data-path="total"]')?.textContent).toContain('120')
    await expect.poll(() => place.querySelector('[data-path="reason"]')).toBeTruthy()
    store().set('quantity', 1, 'user')
    await expect.poll(() => place.querySelector('[data-path="reason"]')).toBeNull()
  })

  it('keeps the caret while typing in the middle', async () => {
    const { place, store } = open(document_)
    await expect.poll(() => control(place, 'note')).toBeTruthy()
    store().set('note', '灌溉', 'user')
    await userEvent.click(control(place, 'note') as HTMLElement)
    const input = control(place, 'note') as HTMLInputElement
    await expect.poll(() => input.value).toBe('灌溉')
    input.setSelectionRange(1, 1)
    await userEvent.keyboard('ab')
    expect(input.value).toBe('灌ab溉')
    expect(input.selectionStart).toBe(3)
    expect(store().get('note')).toBe('灌ab溉')
  })

  it('draws only the touched field and what depends on it', async () => {
    const fields = Array.from({ length: 200 }, (_, index) => ({
      name: `f${index}`,
      widget: 'input',
      label: `字段 ${index}`,
    }))
    const { place, store } = open({ fields })
    await expect.poll(() => place.querySelectorAll('[data-path]').length).toBe(200)
    const seen: string[] = []
    const watch = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const path = (target as HTMLElement).closest?.('[data-path]')?.getAttribute('data-path')
        if (path) seen.push(path)
      }
    })
    watch.observe(place, { subtree: true, childList: true, attributes: true })
    const before = commits
    store().set('f7', '甲', 'user')
    await expect.poll(() => control(place, 'f7')?.value).toBe('甲')
    watch.disconnect()
    expect(new Set(seen)).toEqual(new Set(seen.length ? ['f7'] : []))
    expect(commits - before).toBe(1)
  })

  it('says what is wrong at the field after a save, and brings it into view', async () => {
    const { place, store } = open(document_)
    await expect.poll(() => control(place, 'price')).toBeTruthy()
    let sent = 0
    const save = () => submitForm(store(), async () => (sent += 1))
    expect(await save()).toEqual({ state: 'invalid' })
    const field = place.querySelector('[data-path="price"]')
    await expect.poll(() => field?.querySelector('[role="alert"]')?.textContent).not.toBe('')
    await expect.poll(() => field?.contains(document.activeElement)).toBe(true)
    expect(sent).toBe(0)
    store().set('price', 1, 'user')
    expect(await save()).toEqual({ state: 'saved', result: 1 })
    expect(store().status.dirty).toBe(false)
  })

  it('refuses a second save while one is under way', async () => {
    const { store, place } = open(document_)
    await expect.poll(() => control(place, 'price')).toBeTruthy()
    store().set('price', 1, 'user')
    let finish: () => void = () => {}
    const first = submitForm(store(), () => new Promise<void>((resolve) => (finish = resolve)))
    expect(await submitForm(store(), async () => {})).toEqual({ state: 'busy' })
    finish()
    expect((await first).state).toBe('saved')
  })

  it('opens the pane that holds the first error', async () => {
    const tabbed = {
      fields: [
        {
          widget: 'tab',
          panes: [
            { title: '基本', fields: [{ name: 'a', widget: 'input', label: '甲' }] },
            { title: '更多', fields: [{ name: 'b', widget: 'input', label: '乙', required: true }] },
          ],
        },
      ],
    }
    const { place, store } = open(tabbed)
    await expect.poll(() => place.querySelector('[data-path="a"]')).toBeTruthy()
    expect(place.querySelector('[data-path="b"]')).toBeNull()
    await submitForm(store(), async () => {})
    await expect
      .poll(() => place.querySelector('[data-path="b"]')?.contains(document.activeElement))
      .toBe(true)
  })
})
