import type { Host } from '@runtime/host'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { button, FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }

const fields = [
  { name: 'keyword', widget: 'input', label: '词' },
  {
    name: 'kind',
    widget: 'radio',
    label: '类',
    options: [
      { value: 'pump', label: '泵' },
      { value: 'valve', label: '阀' },
    ],
  },
]

function page(values: string, state: object, path: string) {
  const items = [
    { node: 'form', values, layout: 'inline', fields },
    { node: 'button', text: '换', do: { set: { [`${path}.keyword`]: 'B', [`${path}.kind`]: 'valve' } } },
    { node: 'button', text: '还原', do: { reset: 'form' } },
    { node: 'text', text: `\${JSON(${path})}` },
    { node: 'table', source: 'rows', columns: [{ path: 'id', label: 'id' }] },
  ]
  return {
    [FILE]: {
      title: 'A',
      state,
      data: {
        rows: {
          call: 'a.list',
          with: { keyword: `\${${path}.keyword}`, kind: `\${${path}.kind}` },
        },
      },
      body: { node: 'stack', items },
    },
  }
}

const asked = () => {
  const call = vi.fn<Host['call']>(async () => ({ data: { list: [] }, msg: '' }))
  return { call, last: () => call.mock.calls.at(-1)?.[1], times: () => call.mock.calls.length }
}

afterEach(() => vi.useRealTimers())

describe.each([
  ['an object of the page’s state', 'page.filter', { filter: { keyword: 'A', kind: null } }, 'page.filter'],
  ['members of the page', 'page', { keyword: 'A', kind: null }, 'page'],
])('fields that are %s', (_name, values, state, path) => {
  it('show it, write it a moment after typing and at once when chosen, and follow it', async () => {
    const { call, last, times } = asked()
    show(page(values, state, path), call)
    const box = screen.getByRole('textbox', { name: '词' })
    await expect.element(box, LOADING).toHaveValue('A')
    await vi.waitFor(() => expect(last()).toMatchObject({ keyword: 'A' }))
    const before = times()
    await userEvent.fill(box, '')
    await userEvent.type(box, 'pump')
    await vi.waitFor(() => expect(last()).toMatchObject({ keyword: 'pump', kind: null }))
    // One question for the four letters, or one for the pause before them too.
    expect(times() - before).toBeLessThanOrEqual(2)
    await expect.element(box).toHaveFocus()
    await screen.getByRole('radio', { name: '泵' }).click()
    await expect.element(screen.getByRole('radio', { name: '泵' })).toBeChecked()
    await vi.waitFor(() => expect(last()).toMatchObject({ keyword: 'pump', kind: 'pump' }))
    await userEvent.fill(box, '')
    await vi.waitFor(() => expect(last()?.['keyword'] ?? null).toBeNull())
    ;(await button('换')).click()
    await expect.element(box).toHaveValue('B')
    await expect.element(screen.getByRole('radio', { name: '阀' })).toBeChecked()
    ;(await button('还原')).click()
    await expect.element(box).toHaveValue('A')
    // Asked before: the answer is known, and nothing is asked again.
    await expect.element(screen.getByText('"keyword":"A"')).toBeVisible()
    await expect.element(screen.getByRole('radio', { name: '阀' })).not.toBeChecked()
  })
})

it('stand in one line', async () => {
  show(page('page', { keyword: null, kind: null }, 'page'), asked().call)
  const box = screen.getByRole('textbox', { name: '词' })
  await expect.element(box, LOADING).toBeVisible()
  const [input, radio] = [box.element(), screen.getByRole('radio', { name: '泵' }).element()].map((one) =>
    one.closest('.loam-form-field')?.getBoundingClientRect(),
  )
  expect(Math.abs(Number(input?.top) - Number(radio?.top))).toBeLessThan(16)
  expect(Number(radio?.left)).toBeGreaterThanOrEqual(Number(input?.right))
})
