import { HostProvider } from '@renderers/host'
import { compilePage } from '@runtime/page'
import { examplePage, examples, type NodeExample } from '@runtime/page/examples'
import { Profiler } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useNodeContext } from './context'
import { drawings } from './drawings'
import { DrawingsContext } from './node'
import { OpenPage } from './open-page'
import type { Screen } from './screen'
import { exampleHost } from './specs/example-host'

const LOADING = { timeout: 45_000 }

let root: Root | undefined
afterEach(() => root?.unmount())

/** Opens the page of an example, and tells how often its node, with all inside, is drawn anew by a change of the page's state. */
async function opened(example: NodeExample) {
  let screen: Screen | undefined
  let times = 0
  const name = String(example.body['node']) as keyof typeof drawings
  const Drawing = drawings[name] as React.ComponentType<{ readonly node: unknown }>
  const counting = {
    ...drawings,
    [name]: (props: { readonly node: unknown }) => {
      screen ??= useNodeContext().screen
      return (
        <Profiler
          id={name}
          onRender={() => {
            times += 1
          }}
        >
          <Drawing {...props} />
        </Profiler>
      )
    },
  }
  const host = exampleHost(example)
  const source = examplePage(example, 'A')
  const plan = compilePage(
    { ...source, state: { ...(source['state'] as object), count: 0 } },
    { file: 'pages/a.page.json' },
  )
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <HostProvider host={host}>
      <DrawingsContext value={counting as typeof drawings}>
        <OpenPage plan={plan} route="/a" />
      </DrawingsContext>
    </HostProvider>,
  )
  const waits = () =>
    place.querySelectorAll('.loam-wait, .arco-skeleton, .loam-form-waiting, .arco-spin-loading')
  await expect
    .poll(() => place.querySelector('.loam-page')?.childElementCount ?? 0, LOADING)
    .toBeGreaterThan(0)
  await expect.poll(() => waits().length, LOADING).toBe(0)
  return {
    host,
    place,
    /** Drawings that happen at once when `page.count` grows: what loads or comes by itself is none of them. */
    drawnByChange(count: unknown = 1) {
      const before = times
      flushSync(() => {
        if (screen) screen.state['count'] = count
      })
      expect(screen?.state['count']).toEqual(count)
      return times - before
    },
  }
}

describe('a change of the page', () => {
  it.each(Object.entries(examples))('draws no %s that does not read it', async (_name, example) => {
    const { drawnByChange } = await opened(example)
    expect(drawnByChange()).toBe(0)
  })

  const TITLE = '${page.count} mm'
  const [, ...others] = examples.table.body['columns'] as readonly unknown[]
  const first = { path: 'fullName', label: TITLE }
  const FORM = 'a/block.form.json'
  const form = {
    fields: [
      { widget: 'input', name: 'fullName', label: '1 mm', visible: 'page.count == 1' },
      { widget: 'input', name: 'area', label: 'B' },
    ],
  }
  const reading: readonly (readonly [string, NodeExample])[] = [
    ['list', { ...examples.list, body: { ...examples.list.body, columns: [first, ...others] } }],
    [
      'list by its document',
      {
        ...examples.list,
        files: { 'lists/a/block.list.json': { columns: [first], row: [] } },
        body: { node: 'list', source: 'rows', ref: 'a/block.list.json' },
      },
    ],
    [
      'list in its rows',
      {
        ...examples.list,
        body: { node: 'list', source: 'rows', columns: [{ ...first, label: 'A', value: TITLE }] },
      },
    ],
    ['table', { ...examples.table, body: { ...examples.table.body, columns: [first, ...others] } }],
    ['tree', { ...examples.tree, body: { ...examples.tree.body, title: TITLE } }],
    ['form', { ...examples.form, body: { ...examples.form.body, ok: TITLE } }],
    ['detail', { ...examples.detail, body: { ...examples.detail.body, record: { fullName: TITLE } } }],
    [
      'detail by its document',
      {
        files: { [`forms/${FORM}`]: form },
        body: { node: 'detail', ref: FORM, record: { fullName: 'B-01', area: '2' } },
      },
    ],
    ['report', { ...examples.report, body: { ...examples.report.body, title: TITLE } }],
  ]
  it.each(reading)('draws a %s that reads it', async (_name, example) => {
    const { drawnByChange } = await opened(example)
    expect(drawnByChange()).toBeGreaterThan(0)
    await expect.element(page.getByText('1 mm').first()).toBeVisible()
  })

  it.each([
    ['calendar', examples.calendar],
    ['chart', examples.chart],
    ['map', examples.map],
    ['flow', examples.flow],
  ] as const)('names a %s anew whose title reads it', async (_name, example) => {
    const { place, drawnByChange } = await opened({ ...example, body: { ...example.body, title: TITLE } })
    const named = (name: string) => () => place.querySelector(`[aria-label="${name}"]`)
    await expect.poll(named('0 mm'), LOADING).not.toBeNull()
    expect(drawnByChange()).toBeGreaterThan(0)
    await expect.poll(named('1 mm'), LOADING).not.toBeNull()
  })

  it('asks a list’s source anew that is asked with it', async () => {
    const { host, drawnByChange } = await opened({
      ...examples.list,
      page: { data: { rows: { call: 'example.rows', with: { of: '${page.count}' } } } },
    })
    drawnByChange()
    const asked = () =>
      host.calls.filter(({ name }) => name === 'example.rows').map(({ input }) => input['of'])
    await expect.poll(asked).toEqual([0, 1])
  })

  it('shows in a tree what was chosen elsewhere', async () => {
    const { place, drawnByChange } = await opened({
      ...examples.tree,
      body: { ...examples.tree.body, selected: 'page.count' },
    })
    drawnByChange({ id: 'a1', fullName: 'FGG-1-1' })
    await expect.poll(() => place.querySelector('.arco-tree-node-selected')?.textContent).toBe('FGG-1-1')
  })
})
