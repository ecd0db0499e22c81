import { compileForm } from '@runtime/form'
import type { FormStore } from '@runtime/form/store.types'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { FormView } from '../form-view'
import { useFormStore } from '../index'

const plan = compileForm(
  {
    fields: [
      { name: 'price', widget: 'number-input', label: '单价' },
      { name: 'total', widget: 'calculate', label: '金额', formula: 'price * 2', precision: 2 },
      { name: 'reason', widget: 'input', label: '原因', required: 'price > 100' },
      { name: 'note', widget: 'input', label: '备注', visible: 'total > 1000' },
      {
        name: 'items',
        widget: 'sub-table',
        label: '明细',
        columns: [
          { name: 'amount', widget: 'number-input', label: '数量' },
          { name: 'cause', widget: 'input', label: '说明', required: 'amount > 3' },
        ],
      },
    ],
  },
  { id: 'spec', catalogue },
)
const START = { price: 120, items: [{ amount: 1 }, { amount: 4 }] }

beforeAll(() => import('../form-view'))
let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

function Page({ held }: { readonly held: { store?: FormStore } }) {
  const store = useFormStore(plan, START, 'new')
  held.store = store
  return <FormView store={store} takesFocus />
}

async function open(): Promise<HTMLElement> {
  drawn = draw(<Page held={{}} />, testHost())
  const { place } = drawn
  await expect.poll(() => place.querySelector('[data-path="reason"] input')).toBeTruthy()
  return place
}
const panel = () => document.querySelector('[role="dialog"]')?.textContent

describe('why is it so', () => {
  it('is asked with Alt and a click, and answered by the rule with its values', async () => {
    const place = await open()
    await userEvent.click(place.querySelector('[data-path="reason"] input') as HTMLElement, {
      modifiers: ['Alt'],
    })
    await expect.poll(panel).toContain('原因')
    expect(panel()).toContain('price > 100')
    expect(panel()).toContain('单价 price120')
    expect(panel(), 'what is not here').toContain('备注')
    expect(panel()).toContain('total > 1000')
  })

  it('is asked of a cell of a sub-table, and answered by the values of its row', async () => {
    const place = await open()
    const cells = () => place.querySelectorAll<HTMLElement>('[data-row-id] [data-name="cause"]')
    await expect.poll(() => cells().length).toBe(2)
    await userEvent.click(cells()[1] as HTMLElement, { modifiers: ['Alt'] })
    await expect.poll(panel).toContain('“说明”为什么是这样')
    expect(panel()).toContain('数量 amount4')
  })

  it('is asked with a key where the focus is', async () => {
    const place = await open()
    ;(place.querySelector('[data-path="price"] input') as HTMLElement).focus()
    await userEvent.keyboard('{Shift>}{F1}{/Shift}')
    await expect.poll(panel).toContain('没有规则限制')
  })

  it('is asked at the foot of a form that has rules, where one learns how to ask of a field', async () => {
    const place = await open()
    const asking = [...place.querySelectorAll('button')].find((one) => one.textContent === '为什么是这样？')
    await userEvent.click(asking as HTMLElement)
    await expect.poll(panel).toContain('Shift+F1')
    expect(panel(), 'what is not here').toContain('total > 1000')
  })

  it('is asked by a long touch of a label, and by none of what is filled in', async () => {
    const place = await open()
    const hold = (selector: string) =>
      place
        .querySelector(selector)
        ?.dispatchEvent(
          new PointerEvent('contextmenu', { pointerType: 'touch', bubbles: true, cancelable: true }),
        )
    expect(hold('[data-path="reason"] input'), 'left alone').toBe(true)
    expect(hold('[data-path="reason"] label')).toBe(false)
    await expect.poll(panel).toContain('price > 100')
  })
})
