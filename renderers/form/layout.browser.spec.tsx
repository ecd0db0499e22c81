import { compileForm, compileFormData } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { FormView } from './form-view'
import { useFormStore } from './index'

beforeAll(() => import('./form-view'))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const EMPTY = {}

function Form({ plan, takesFocus }: { readonly plan: FormPlan; readonly takesFocus: boolean }) {
  const store = useFormStore(plan, EMPTY, 'new')
  return <FormView store={store} takesFocus={takesFocus} />
}

function open(document: object, width: number, takesFocus = false) {
  return openPlan(compileForm(document, { id: 'spec', catalogue }), width, takesFocus)
}

function openModel(fields: readonly object[], width: number) {
  return openPlan(compileFormData({ fields }, { id: 'spec', catalogue }), width, false)
}

function openPlan(plan: FormPlan, width: number, takesFocus: boolean) {
  drawn = draw(<Form plan={plan} takesFocus={takesFocus} />, testHost())
  drawn.place.style.width = `${width}px`
  return drawn.place
}

const field = (name: string, more: object = {}) => ({ name, widget: 'input', label: '名称', ...more })
const box = (place: HTMLElement, path: string) =>
  place.querySelector(`[data-path="${path}"]`)?.getBoundingClientRect()
/** Fields that stand in the first line. */
const inLine = (place: HTMLElement) =>
  [...place.querySelectorAll('[data-path]')].filter(
    (one) => one.getBoundingClientRect().top === box(place, 'a')?.top,
  ).length

describe('a form whose document says no spans', () => {
  const fields = [field('a'), field('b'), field('c'), field('d'), field('long', { widget: 'textarea' })]

  it.each([
    [360, 1],
    [500, 1],
    [640, 2],
    [900, 3],
    [1800, 3],
  ])('%i pixels of place give %i columns', async (width, columns) => {
    const place = open({ fields }, width)
    await expect.poll(() => inLine(place)).toBe(columns)
    const line = place.querySelector('.loam-form-grid')?.getBoundingClientRect()
    expect(box(place, 'long')?.width).toBeCloseTo(line?.width ?? 0, 0)
    expect(Math.round(box(place, 'a')?.left ?? 0)).toBe(Math.round(line?.left ?? 1))
  })

  it('gives its labels the room of the longest, and a document that says a width its own', async () => {
    const labelled = { fields: [field('a'), field('b', { label: '设备安装位置说明' })] }
    const widthOf = (place: HTMLElement) =>
      place.querySelector('.loam-form-label')?.getBoundingClientRect().width
    const place = open(labelled, 500)
    await expect.poll(() => widthOf(place)).toBe(8 * 14 + 26)
    const label = place.querySelectorAll<HTMLElement>('.loam-form-label')[1]
    expect(label?.getBoundingClientRect().height).toBe(32)
    drawn?.unmount()
    const fixed = open({ ...labelled, layout: { labelWidth: 90 } }, 500)
    await expect.poll(() => widthOf(fixed)).toBe(90)
  })

  it('needs more room where labels are longer', async () => {
    const wide = fields.map((one) => ({ ...one, label: '设备安装位置说明书' }))
    const place = open({ fields: wide }, 640)
    await expect.poll(() => inLine(place)).toBe(1)
  })

  it('lays the fields of a group out by the same columns', async () => {
    const place = open({ fields: [{ widget: 'group', name: 'g', title: '组', fields }] }, 640)
    await expect.poll(() => box(place, 'g.b') !== undefined).toBe(true)
    expect(box(place, 'g.b')?.top).toBe(box(place, 'g.a')?.top)
    expect(box(place, 'g.c')?.top).toBeGreaterThan(box(place, 'g.a')?.top ?? 0)
  })
})

describe('a form whose document says spans', () => {
  it('keeps them, whatever its place', async () => {
    const place = open({ fields: [field('a', { span: 12 }), field('b', { span: 12 }), field('c')] }, 1400)
    await expect.poll(() => inLine(place)).toBe(2)
    expect(box(place, 'c')?.width).toBeGreaterThan(1300)
  })
})

describe('a model', () => {
  const modelField = (name: string, span: number, jnpfKey = 'input') => ({
    __vModel__: name,
    __config__: { jnpfKey, label: '名称', span },
  })

  it('whose fields all have the whole line, as the designer begins, is laid out in columns', async () => {
    const table = {
      __vModel__: 'rows',
      __config__: { jnpfKey: 'table', label: '明细', span: 24, children: [modelField('x', 12)] },
    }
    const place = openModel(
      [
        ...['a', 'b', 'c', 'd'].map((name) => modelField(name, 24)),
        modelField('long', 24, 'textarea'),
        table,
      ],
      1400,
    )
    await expect.poll(() => inLine(place)).toBe(3)
    expect(box(place, 'long')?.width).toBeGreaterThan(1300)
  })

  it('that says spans keeps them, in lines that the eye can follow', async () => {
    const place = openModel([modelField('a', 12), modelField('b', 12), modelField('c', 24)], 1400)
    await expect.poll(() => inLine(place)).toBe(2)
    const control = place.querySelector('[data-path="c"] .loam-form-control')
    expect(control?.getBoundingClientRect().width).toBe(720)
  })

  it('shows what the system writes as text that says where it will come from', async () => {
    const place = openModel(
      [
        { ...modelField('no', 24, 'billRule'), readonly: true },
        { ...modelField('fixed', 24), readonly: true },
        modelField('a', 24),
      ],
      500,
    )
    await expect.poll(() => place.querySelector('[data-path="no"] output')?.textContent).toBe('系统自动生成')
    expect(place.querySelector('[data-path="fixed"] output')?.textContent).toBe('—')
    expect(place.querySelectorAll('input').length).toBe(1)
  })
})

describe('a field that is only read', () => {
  it('is text under its label, not a box', async () => {
    const place = open(
      {
        fields: [
          field('a', { label: '编号', readonly: true, default: 'SF-01' }),
          field('b', {
            label: '类型',
            widget: 'select',
            readonly: true,
            default: 2,
            options: [{ value: 2, label: '泵' }],
          }),
          field('c', { label: '备注', readonly: true }),
        ],
      },
      500,
    )
    await expect.element(page.getByLabelText('编号')).toHaveTextContent('SF-01')
    await expect.element(page.getByLabelText('类型')).toHaveTextContent('泵')
    await expect.element(page.getByLabelText('备注')).toHaveTextContent('—')
    expect(place.querySelectorAll('input').length).toBe(0)
  })
})

describe('the first field', () => {
  const fields = [field('a', { readonly: true }), field('b', { disabled: true }), field('c'), field('d')]
  const focused = () => document.activeElement?.closest('[data-path]')?.getAttribute('data-path')

  it('that can be filled in has the focus when a form opens, if that is asked for', async () => {
    open({ fields }, 500, true)
    await expect.poll(focused).toBe('c')
    drawn?.unmount()
    const place = open({ fields }, 500)
    await expect.poll(() => place.querySelectorAll('input').length).toBe(3)
    expect(focused()).toBeUndefined()
  })

  it('takes nothing from who is at work elsewhere', async () => {
    const elsewhere = document.createElement('input')
    document.body.append(elsewhere)
    elsewhere.focus()
    const place = open({ fields }, 500, true)
    await expect.poll(() => place.querySelectorAll('input').length).toBe(3)
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })
})
