import { compileFormData } from '@runtime/form'
import { catalogue } from '@widgets/registry'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { draw, testHost } from '../testing'
import { FormView } from './form-view'
import { useFormStore } from './index'

beforeAll(() => import('./form-view'))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const EMPTY = {}
const field = (name: string, label: string, jnpfKey: string) => ({
  __vModel__: name,
  __config__: { jnpfKey, label, span: 24, showLabel: true },
})

function Form({ fields, size }: { readonly fields: readonly object[]; readonly size: string }) {
  const plan = compileFormData({ fields, size, labelWidth: 90 }, { id: 'spec', catalogue })
  return <FormView store={useFormStore(plan, EMPTY, 'new')} />
}

async function open(fields: readonly object[], size = 'small') {
  drawn = draw(<Form fields={fields} size={size} />, testHost())
  const { place } = drawn
  await expect.poll(() => place.querySelector('.loam-form-label')).not.toBeNull()
  return place
}

/** Where the lines of an element's text begin. */
function lines(element: Element | null): readonly number[] {
  if (!element) throw new Error('It is not drawn')
  const range = document.createRange()
  range.selectNodeContents(element)
  return [...new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))]
}

it('a unit in brackets stays whole where its label goes on in a second line', async () => {
  const place = await open([field('average', '亩均用水(m³/亩)', 'inputNumber')])
  const unit = place.querySelector('.loam-form-label .loam-label-whole')
  expect(unit?.textContent).toBe('(m³/亩)')
  expect(lines(unit)).toHaveLength(1)
  expect(lines(place.querySelector('.loam-form-label')).length).toBeGreaterThan(1)
})

it.each(['small', 'default', 'large'])(
  'a computed value stands on the line of its label in a %s form',
  async (size) => {
    const place = await open([field('sum', '合计', 'calculate')], size)
    await expect.poll(() => place.querySelector('.loam-calculate')?.textContent).toContain('0')
    expect(lines(place.querySelector('.loam-calculate'))).toEqual(
      lines(place.querySelector('.loam-form-label')),
    )
  },
)
