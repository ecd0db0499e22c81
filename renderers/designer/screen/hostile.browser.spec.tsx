import '../../shell/base.css'
import { applyCommand } from '@runtime/design/command'
import { modelTexts, openModel } from '@runtime/design/document'
import { readCommand } from '@runtime/design/read-command'
import { afterEach, expect, it } from 'vitest'
import { draw, testHost } from '../../testing'
import { ModelDesigner } from './model-designer'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

const node = (name: unknown, formId: unknown, more: object = {}) => ({
  __config__: { jnpfKey: 'input', label: 'A', formId, ...more },
  __vModel__: name,
})
const form = (...fields: readonly unknown[]) => JSON.stringify({ idGlobal: 110, fields })
const inCards = (depth: number): object =>
  depth === 0
    ? node('deep', 1)
    : { __config__: { jnpfKey: 'card', formId: 1 + depth, children: [inCards(depth - 1)] }, header: 'C' }

const sound = node('sound', 100)
/** Models that nobody has made here, and whether the field `sound` in them can be seen. */
const HOSTILE: Readonly<Record<string, { readonly text: string; readonly isForm?: boolean }>> = {
  'ids and names that stand twice': { text: form(sound, node('a', 101), node('a', 101), node('b', 101)) },
  'names of objects themselves': {
    text: `{"__proto__":{"x":1},"fields":[${JSON.stringify(sound)},${JSON.stringify(node('__proto__', '__proto__'))},${JSON.stringify(node('constructor', 'constructor'))},{"__proto__":{"__config__":1},"__config__":{"__proto__":[]}}]}`,
  },
  'wrong types anywhere': {
    text: JSON.stringify({
      ...{ idGlobal: {}, labelWidth: [], popupType: 3, gutter: 'x', funcs: 'f', className: { a: 1 } },
      fields: [
        sound,
        ...[null, 7, 'text', [], {}, { __config__: null }, { __config__: [] }, node([], {})],
        node('w', 103, { jnpfKey: {}, label: { a: [] }, span: 'wide', regList: 'r', tableName: 1 }),
        node('x', 104, { jnpfKey: 'select', dataType: 9, props: 1, visibility: 'pc' }),
        { __config__: { jnpfKey: 'table', formId: 105, children: { length: -1 } }, __vModel__: 't' },
        { __config__: { jnpfKey: 'tab', formId: 106, active: {}, children: [1, null, { title: {} }] } },
      ],
    }),
  },
  '200 cards in each other': { text: form(sound, inCards(200)) },
  'no JSON': { text: '{"fields": [', isForm: false },
  'nested without end': { text: `${'['.repeat(50_000)}${']'.repeat(50_000)}`, isForm: false },
}

it.each(Object.entries(HOSTILE))('stands, and keeps every byte: %s', async (_, { text, isForm = true }) => {
  const sent: { steps: readonly { command: string }[] }[] = []
  const host = testHost({
    'visualDevelopment.info': () => ({
      ...{ id: 'm', fullName: 'M', draftVersion: 1, version: 0, isRelease: 0, webType: '1' },
      ...{ formData: text, columnData: '', appColumnData: '', tables: '' },
    }),
    'visualDevelopment.steps': () => ({ list: [], hasMore: false }),
    'visualDevelopment.present': () => ({ list: [], draftVersion: 1 }),
    'visualDevelopment.step': (input) => {
      sent.push(input as never)
      return { draftVersion: 2, steps: [] }
    },
  })
  drawn = draw(<ModelDesigner id="m" />, host)
  const { place } = drawn
  const tab = (words: string) =>
    [...place.querySelectorAll<HTMLElement>('[role=tab], [role=radio], label, button')].find((one) =>
      one.textContent?.trim().startsWith(words),
    )
  await expect.poll(() => place.querySelector('[data-save]')?.getAttribute('data-save')).toBe('saved')
  if (isForm) await expect.poll(() => place.querySelector('[data-path="sound"]')).toBeTruthy()
  // What is wrong with it is said, and its outline drawn.
  tab('大纲')?.click()
  if (isForm) await expect.poll(() => place.querySelectorAll('[role=treeitem]').length).toBeGreaterThan(0)
  tab('问题')?.click()
  if (isForm)
    await expect.poll(() => place.querySelectorAll('.loam-design-problems-problem').length).toBeGreaterThan(0)
  else expect(place.textContent).toMatch(/无法显示/)
  expect(sent).toEqual([])
  if (!isForm) return
  // What is put in and taken back leaves every byte as it was.
  const press = (name: string) => place.querySelector<HTMLElement>(`button[aria-label="${name}"]`)
  tab('控件')?.click()
  await expect.poll(() => tab('单行输入')).toBeTruthy()
  tab('单行输入')?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  await expect.poll(() => sent.length, { timeout: 5000 }).toBe(1)
  press('撤销')?.click()
  await expect.poll(() => sent.length, { timeout: 5000 }).toBe(2)
  let document = openModel({ formData: text })
  for (const command of sent.flatMap(({ steps }) => steps.map((step) => readCommand(step.command)))) {
    const applied = command && applyCommand(document.tree, command)
    expect(applied).toBeTruthy()
    if (applied) document = { ...document, tree: applied.tree }
  }
  expect(modelTexts(document).formData).toBe(text)
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
})
