import '../shell/base.css'
import { nodes } from '@runtime/page'
import { examples, type NodeExample } from '@runtime/page/examples'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drawings } from '../page/drawings'
import { DrawingsContext } from '../page/node'
import { draw, testHost } from '../testing'
import { NodeSample } from './node-sample'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

function open(name: string): HTMLElement {
  const definition = nodes.get(name)
  const example = (examples as Readonly<Record<string, NodeExample>>)[name]
  if (!definition || !example) throw new Error(`No node "${name}"`)
  const sample = (
    <DrawingsContext value={drawings}>
      <NodeSample definition={definition} example={example} />
    </DrawingsContext>
  )
  drawn = draw(sample, testHost(), 'auto')
  return drawn.place
}

const settings = () => page.getByRole('region', { name: '设置' })
const live = () => drawn?.place.querySelector('.loam-sample-node')
const written = () => drawn?.place.querySelector('.loam-sample-code pre')?.textContent ?? ''

describe('the settings of a node', () => {
  it('are what is drawn and written, as they are changed', async () => {
    open('report')
    await expect.poll(() => live()?.querySelectorAll('tr[data-kind=subtotal]').length).toBe(2)
    await settings().getByRole('switch', { name: 'subtotals' }).click()
    await expect.poll(() => live()?.querySelectorAll('tr[data-kind=subtotal]').length).toBe(0)
    expect(JSON.parse(written())).toMatchObject({ node: 'report', subtotals: false })
  })

  it('that a node needs stay as they were while they are empty', async () => {
    open('statistic')
    await expect.poll(() => live()?.textContent).toContain('12,840.5')
    const decimals = settings().getByRole('spinbutton', { name: 'decimals' })
    await userEvent.fill(decimals, '3')
    await expect.poll(() => live()?.textContent).toContain('12,840.500')
    const title = () => live()?.querySelector('.loam-statistic-title')?.textContent
    const words = settings().getByRole('textbox', { name: 'title zh', exact: true })
    await userEvent.fill(words, '昨日用水')
    await expect.poll(title).toBe('昨日用水')
    await userEvent.clear(words)
    await userEvent.fill(decimals, '2')
    await expect.poll(() => live()?.textContent).toContain('12,840.50')
    expect(title()).toBe('昨日用水')
  })
})
