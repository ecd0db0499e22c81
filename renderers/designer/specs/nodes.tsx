import '../../shell/base.css'
import { nodes } from '@runtime/page'
import { examples, type NodeExample, variants } from '@runtime/page/examples'
import { seriousIn } from '@tests/axe'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawings } from '../../page/drawings'
import { DrawingsContext } from '../../page/node'
import { setTheme } from '../../shell/theme'
import { draw, testHost } from '../../testing'
import { NodeSample } from '../node-sample'

/** Every node goes through this, whoever adds it: nothing here names one. */

const LOADING = { timeout: 45_000 }
let drawn: ReturnType<typeof draw> | undefined

const live = () => drawn?.place.querySelector<HTMLElement>('.loam-sample-node')

function liveNode(): HTMLElement {
  const shown = live()
  if (!shown) throw new Error('The node is not drawn')
  return shown
}

async function open(name: string, example: NodeExample): Promise<HTMLElement> {
  const definition = nodes.get(name)
  if (!definition) throw new Error(`No node "${name}"`)
  const sample = (
    <DrawingsContext value={drawings}>
      <NodeSample definition={definition} example={example} />
    </DrawingsContext>
  )
  drawn = draw(sample, testHost(), 'auto')
  await settled()
  return drawn.place
}

/** What loads on use has taken its place, and its source has answered. */
async function settled(): Promise<void> {
  await expect.poll(() => live()?.querySelector('.loam-page')?.childElementCount, LOADING).toBeGreaterThan(0)
  await expect
    .poll(
      () => live()?.querySelector('.loam-wait, .arco-spin-loading, .arco-skeleton, .loam-form-waiting'),
      LOADING,
    )
    .toBeNull()
}

async function turn(state: string): Promise<void> {
  const choice = [...(drawn?.place.querySelectorAll<HTMLElement>('.arco-radio-button') ?? [])].find(
    (one) => one.textContent === state,
  )
  choice?.click()
  await expect.poll(() => choice?.className).toContain('checked')
  await settled()
}

export type Shown = readonly [title: string, name: string, example: NodeExample]

/** Each node with its example, and with each further way of it. */
export const shownNodes: readonly Shown[] = [
  ...Object.entries<NodeExample>(examples).map(([name, example]) => [name, name, example] as const),
  ...Object.entries(variants).flatMap(([name, some]) =>
    some.map(({ title, example }) => [`${name}: ${title.zh}`, name, example] as const),
  ),
]

/** What stands around a node is of the same make at every one: it is read in the dark at one, and stays as it is whatever the source says. */
const FIRST = shownNodes[0]?.[0]

/** Once a file, before what is tried of nodes. */
export function drawNodes(): void {
  beforeAll(() => {
    setTheme({ dark: false })
    // A colour that is still on its way is neither theme's.
    document.head.append(
      Object.assign(document.createElement('style'), {
        textContent: '*, ::before, ::after { transition: none !important; animation: none !important }',
      }),
    )
  })

  afterEach(async () => {
    drawn?.unmount()
    drawn = undefined
    setTheme({ dark: false })
    await page.viewport(1440, 900)
  })
}

export function isReadable([title, name, example]: Shown): void {
  it('is drawn light and dark, named and readable, without serious findings', async () => {
    const place = await open(name, example)
    expect(live()?.querySelector('.loam-error-note, .loam-problems')).toBeNull()
    expect(await seriousIn(place, 'all')).toEqual([])
    setTheme({ dark: true })
    expect(await seriousIn(title === FIRST ? place : liveNode(), 'contrast')).toEqual([])
  })
}

export function fits([, name, example]: Shown): void {
  it('fits 390 px', async () => {
    await page.viewport(390, 844)
    await open(name, example)
    const shown = live()
    expect(shown?.scrollWidth).toBeLessThanOrEqual((shown?.clientWidth ?? 0) + 1)
  })
}

/** What a node says where its source has nothing, and where it fails. */
export function speaks([, name, example]: Shown): void {
  // What asks for nothing, or only for how the person has arranged it, is neither empty nor failing.
  if (!example.answers || name === 'portal') return

  it('says that there is nothing', async () => {
    await open(name, example)
    await turn('无数据')
    await expect.poll(() => live()?.textContent ?? '', LOADING).toMatch(/暂无|没有|无数据|—/)
    expect(await seriousIn(liveNode(), 'all')).toEqual([])
  })

  it('says in its place that its source fails, with a retry', async () => {
    await open(name, example)
    await turn('失败')
    await expect.poll(() => live()?.textContent ?? '', LOADING).toContain('数据源暂时无法读取')
    await expect.poll(() => live()?.textContent ?? '').toContain('重试')
    expect(await seriousIn(liveNode(), 'all')).toEqual([])
  })
}
