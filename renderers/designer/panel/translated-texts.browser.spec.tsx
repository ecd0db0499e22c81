import '../../shell/base.css'
import type { Address } from '@runtime/design/address'
import { DesignSession } from '@runtime/design/session'
import type { Language } from '@runtime/text'
import { createField } from '@runtime/widget/design'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { SettingsInspector } from './index'

type Json = Readonly<Record<string, unknown>>

const MODELS = import.meta.glob<Json>('../../../schemas/models/*.json', { eager: true, import: 'default' })
const WIDGETS = { catalogue, designed }

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

const sessionOf = (model: Json | undefined) =>
  new DesignSession({ id: 'm', texts: { formData: JSON.stringify(model?.['formData']) }, widgets: WIDGETS })

function ids(value: unknown): readonly number[] {
  if (typeof value !== 'object' || value === null) return []
  const own = (value as { readonly __config__?: { readonly formId?: number } }).__config__?.formId
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap(ids)]
}

/** A label says what its box is for; those of the codes themselves are called so. */
const isOfCode = (box: HTMLInputElement) => /编码$/.test(box.labels?.[0]?.textContent ?? '')

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input, textarea')]

/** Opens all that is folded, also what comes with that. */
async function unfold() {
  const folded = () => document.querySelectorAll<HTMLDetailsElement>('details:not([open])')
  while (folded().length > 0) {
    for (const one of folded()) one.open = true
    await new Promise((done) => setTimeout(done, 20))
  }
}

const byNode = (node: number): Address => ({ part: 'formData', node, path: [] })
const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const sign = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}: `) })

function open(name: string, node: number, language: Language = 'zh') {
  const session = sessionOf(MODELS[`../../../schemas/models/${name}.json`])
  session.select({ nodes: [byNode(node)] })
  const host = testHost({}, language)
  drawn = draw(<SettingsInspector session={session} />, host, 'auto')
  return { session, host, before: session.history.texts.formData, now: () => session.history.texts.formData }
}

describe('a text that a locale key says', () => {
  it.each(Object.keys(MODELS))('is shown as people read it: %s', async (file) => {
    const session = sessionOf(MODELS[file])
    drawn = draw(<SettingsInspector session={session} />, testHost(), 'auto')
    const raw: string[] = []
    for (const node of [undefined, ...new Set(ids(session.tree.formData))]) {
      session.select({ nodes: node === undefined ? [] : [byNode(node)] })
      await unfold()
      const shown = boxes().filter((one) => one.value.startsWith('@') && !isOfCode(one))
      raw.push(...shown.map(({ value }) => `${node} ${value}`))
      // One that is edited by language has no place in a form's text.
      expect(document.querySelector('.loam-schema-text button')).toBeNull()
    }
    expect(raw).toEqual([])
    expect(session.history.steps).toEqual([])
  })

  it('is read in the language of the interface, with a sign of its key', async () => {
    open('purchase-order', 113, 'en')
    await expect.element(box('Label')).toHaveValue('Supplier')
    await expect.element(sign('Label')).toHaveAccessibleName(/demoModels\.supplier/)
    await expect.element(box('Placeholder')).toHaveValue('请选择')
    await expect.element(sign('Placeholder')).not.toBeInTheDocument()
  })

  it('gives way as a whole to what is written, which is said, and undo brings it back to the byte', async () => {
    const { session, host, before, now } = open('purchase-order', 113)
    await userEvent.type(box('标题'), '商')
    const config = () => JSON.parse(now() ?? '').fields[2].__config__
    await expect.poll(() => config()).toMatchObject({ label: '供应商商', labelI18nCode: '' })
    await expect.element(sign('标题')).not.toBeInTheDocument()
    expect(host.toasts).toHaveLength(1)
    session.undo()
    await expect.element(sign('标题')).toBeVisible()
    expect(now()).toBe(before)
  })

  it('stays in rows that are not written over', async () => {
    const { now } = open('purchase-order', 113)
    await userEvent.type(box('名称 1'), '甲')
    const columns = () => JSON.parse(now() ?? '').fields[2].columnOptions
    await expect.poll(() => columns()[0].label).toBe('名称甲')
    expect(columns()[1].label).toBe('@demoModels.phone')
  })

  it('stays the name of a choice while that is called so', async () => {
    const label = '@demoModels.supplier'
    const choice = { ...createField(designed.get('select') as never, { id: 7, label: 'x', now: 0 }) }
    const options = [
      { id: '1', fullName: label },
      { id: '2', fullName: 'b' },
    ]
    const session = sessionOf({ formData: { fields: [{ ...choice, options }] } })
    session.select({ nodes: [byNode(7)] })
    drawn = draw(<SettingsInspector session={session} />, testHost(), 'auto')
    await expect.element(box('名称 1')).toHaveValue('供应商')
    await userEvent.type(box('名称 2'), 'c')
    const said = () => JSON.parse(session.history.texts.formData ?? '').fields[0].options
    await expect.poll(() => said()[1].fullName).toBe('bc')
    expect(said()[0].fullName).toBe(label)
  })
})
