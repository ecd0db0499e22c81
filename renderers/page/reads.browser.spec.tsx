import { HostProvider } from '@renderers/host'
import { testHost } from '@renderers/testing'
import { compilePage } from '@runtime/page'
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { page as screen } from 'vitest/browser'
import { drawings } from './drawings'
import { DrawingsContext } from './node'
import { OpenPage } from './open-page'

/** Nodes of the page, and how many of them read what a press changes. */
const NODES = 200
const READING = 20

const root = createRoot(document.body.appendChild(document.createElement('div')))
afterEach(() => root.unmount())

/** How often each node has been drawn, by its kind, with the drawings of the product inside. */
function counted() {
  const times: Record<string, number> = {}
  const counting = Object.entries(drawings).map(([name, drawing]) => {
    const draw = (props: object) => {
      times[name] = (times[name] ?? 0) + 1
      return createElement(drawing as ComponentType<object>, props)
    }
    return [name, draw] as const
  })
  return { times, drawings: Object.fromEntries(counting) as typeof drawings }
}

it('a change of the page draws the nodes that read it, and no other of 200', async () => {
  const { times, drawings: counting } = counted()
  const text = (index: number) => ({
    node: 'text',
    text: index < READING ? '${page.count} mm' : index % 2 ? '${page.other}' : '${data.rows[0].name}',
  })
  const source = {
    title: 'A',
    state: { count: 0, other: '静' },
    data: { rows: { call: 'a.rows' } },
    body: {
      node: 'stack',
      items: [
        { node: 'button', text: '加', do: { set: { 'page.count': '${page.count + 1}' } } },
        { node: 'grid', items: Array.from({ length: NODES - 3 }, (_, index) => text(index)) },
      ],
    },
  }
  const host = testHost({ 'a.rows': () => ({ list: [{ id: '1', name: 'P-1' }] }) })
  root.render(
    <HostProvider host={host}>
      <DrawingsContext value={counting}>
        <OpenPage plan={compilePage(source, { file: 'pages/a.page.json' })} route="/a" />
      </DrawingsContext>
    </HostProvider>,
  )
  await expect.element(screen.getByText('P-1').first()).toBeVisible()
  const before = { ...times }
  await screen.getByRole('button', { name: '加' }).click()
  await expect.element(screen.getByText('1 mm').first()).toBeVisible()
  const drawn = Object.fromEntries(
    Object.entries(times).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  )
  expect(drawn).toMatchObject({ text: READING, grid: 0, stack: 0 })
})
