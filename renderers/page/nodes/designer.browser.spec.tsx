import { checkDocument, languageSchemas } from '@runtime/document'
import type { Host } from '@runtime/host'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { button, FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }
const schemas = languageSchemas({
  catalogue,
  callNames: [],
  resources: {},
  modules: ['field.map'],
  rights: ['btn_ack'],
  text: (key) => key,
})
const sample = { title: 'A', body: { node: 'text', text: '泵房' } }

function designer(more: object = {}, answer?: (text: string) => unknown) {
  const call = vi.fn<Host['call']>(async (name, input) => {
    if (name === 'documents.language') return { data: { schemas }, msg: '' }
    if (name !== 'documents.check') return { data: null, msg: '' }
    const { kind, text } = input as { kind: string; text: string }
    const environment = { catalogue, resources: {}, callNames: ['a.save'], exists: () => false }
    const checked = checkDocument(`draft.${kind}.json`, text, { ...environment, localeKeys: new Map() })
    return { data: answer ? answer(text) : checked, msg: '' }
  })
  const body = {
    node: 'designer',
    title: '文档',
    value: sample,
    change: { call: 'kept', with: { document: '${document}', problems: '${problems}' } },
    ...more,
  }
  const host = show({ [FILE]: { title: 'A', state: { text: sample }, body } }, call)
  return { call, host, kept: () => call.mock.calls.filter(([name]) => name === 'kept').map(([, one]) => one) }
}

const drawn = () => document.querySelector('.loam-sample-node')?.textContent
const written = () => document.querySelector('.cm-content')?.textContent ?? ''
const write = async (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  await screen.getByRole('textbox', { name: '文档' }).fill(text)
}

describe('a document in the editor', () => {
  it('is drawn beside its text, again with each change, which is told once it is checked', async () => {
    const { kept } = designer()
    await expect.poll(drawn, LOADING).toBe('泵房')
    expect(written()).toContain('"body"')
    expect(kept()).toEqual([])
    const next = { title: 'A', body: { node: 'text', text: '阀门' } }
    await write(next)
    await expect.poll(drawn).toBe('阀门')
    await expect.poll(() => kept().at(-1)).toEqual({ document: next, problems: 0 })
  })

  it('says what is wrong with it, underlines it, and keeps what was sound drawn', async () => {
    const { kept } = designer()
    await expect.poll(drawn, LOADING).toBe('泵房')
    await write({ title: 'A', body: { node: 'txet', text: '阀门' } })
    await expect
      .poll(() => document.querySelector('.loam-problems')?.textContent)
      .toContain('draft.page.json')
    await expect.poll(() => document.querySelector('.cm-lintRange-error')).not.toBeNull()
    expect(drawn()).toBe('泵房')
    expect(kept().at(-1)).toEqual({ document: null, problems: 1 })
    await write('{')
    await expect.poll(() => kept().at(-1)).toMatchObject({ document: null })
    await write(sample)
    await expect.poll(() => document.querySelector('.loam-problems')).toBeNull()
  })

  it('completes by what the language has, by keyboard', async () => {
    designer({ value: '{ "title": "A", "body": { "node": "" } }' })
    await expect.poll(written, LOADING).toContain('"node"')
    await screen.getByRole('textbox', { name: '文档' }).click()
    await userEvent.keyboard('{Control>}{End}{/Control}')
    for (let step = 0; step < 5; step++) await userEvent.keyboard('{ArrowLeft}')
    await userEvent.keyboard('po')
    const offered = () =>
      [...document.querySelectorAll('.cm-completionLabel')].map(({ textContent }) => textContent)
    await expect.poll(offered).toContain('portal')
  })

  it.each([
    [
      'rights of buttons',
      '{ "title": "A", "body": { "node": "button", "text": "x", "code": "" } }',
      5,
      'btn_ack',
    ],
    ['entries of the menu', '{ "title": "A", "module": "" }', 3, 'field.map'],
  ])('completes %s that the server knows', async (_what, value, back, code) => {
    const { call } = designer({ value })
    await expect.poll(written, LOADING).toContain('"title"')
    await expect.poll(() => call.mock.calls.map(([name]) => name)).toContain('documents.language')
    await screen.getByRole('textbox', { name: '文档' }).click()
    await userEvent.keyboard('{Control>}{End}{/Control}')
    for (let step = 0; step < back; step++) await userEvent.keyboard('{ArrowLeft}')
    await userEvent.keyboard(code.slice(0, 2))
    const offered = () => document.querySelector('.cm-completionLabel')?.textContent
    await expect.poll(offered).toBe(code)
    await userEvent.click(document.querySelector('.cm-completionLabel') as HTMLElement)
    await expect.poll(written).toContain(`"${code}"`)
  })

  it('sends nothing that would change something', async () => {
    const body = { node: 'button', text: '保存', do: { call: 'role.delete', with: { id: '1' } } }
    const sound = { content: { title: 'A', body }, problems: [] }
    const { call, host } = designer({ value: { title: 'A', body } }, () => sound)
    await expect.poll(drawn, LOADING).toBe('保存')
    ;(await button('保存')).click()
    await expect.poll(() => vi.mocked(host.toast).mock.calls.flat()).toContain('@gallery.notSent')
    expect(call.mock.calls.map(([name]) => name)).not.toContain('role.delete')
  })

  it.each([
    ['form', { fields: [{ widget: 'input', name: 'a', label: '名称' }] }, '名称'],
    ['list', { columns: [{ path: 'a', label: '地块' }], paging: false }, '地块'],
  ])('is a %s too', async (kind, value, text) => {
    designer({ kind, value })
    await expect.poll(() => drawn() ?? '', LOADING).toContain(text)
  })

  it('is of a kind that there is, and says where it could not be checked', async () => {
    designer({ kind: 'poem' })
    await expect
      .poll(() => document.querySelector('[role=alert]')?.textContent, LOADING)
      .toContain('@page.designerKind')
    designer({}, () => {
      throw new Error('断线')
    })
    await expect.poll(() => document.querySelector('[role=alert]')?.textContent, LOADING).toContain('断线')
  })

  it('takes another value from outside, and its own back without a jump', async () => {
    const { kept } = designer({
      value: '${page.text}',
      change: [{ set: { 'page.text': '${document}' } }, { call: 'kept', with: { problems: '${problems}' } }],
    })
    await expect.poll(drawn, LOADING).toBe('泵房')
    await write('{"title":"A","body":{"node":"text","text":"阀门"}}')
    await expect.poll(() => kept().length).toBe(1)
    await expect.poll(drawn).toBe('阀门')
    expect(written()).toBe('{"title":"A","body":{"node":"text","text":"阀门"}}')
  })
})
