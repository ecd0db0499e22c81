import '../shell/base.css'
import { nodes } from '@runtime/page'
import { verbExamples } from '@runtime/page/examples/verbs'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawings } from '../page/drawings'
import { DrawingsContext } from '../page/node'
import { draw, testHost } from '../testing'
import { LiveExample } from './live-example'

const LOADING = { timeout: 45_000 }
let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

function open(kind: string, name: string, host = testHost()): HTMLElement {
  const example = (
    <DrawingsContext value={drawings}>
      <LiveExample kind={kind} name={name} />
    </DrawingsContext>
  )
  drawn = draw(example, host, 'auto')
  return drawn.place
}

const button = async (place: HTMLElement, text: string) => {
  await expect
    .poll(() => [...place.querySelectorAll('button')].map(({ textContent }) => textContent), LOADING)
    .toContain(text)
  return [...place.querySelectorAll('button')].find((one) => one.textContent === text) as HTMLButtonElement
}

describe('a live example', () => {
  it.each(Object.entries(verbExamples).filter(([, { isRead }]) => !isRead))(
    'of the verb %s has a button',
    async (name) => {
      const place = open('verb', name)
      expect((await button(place, '试一试')).disabled).toBe(false)
      expect(place.querySelector('.loam-error-note, .loam-problems')).toBeNull()
    },
  )

  it('of a verb runs its steps', async () => {
    const place = open('verb', 'set')
    const run = await button(place, '试一试')
    // With the title of the page, which is there to be heard.
    const shown = () => place.querySelector('.loam-page')?.textContent
    await expect.poll(shown).toBe('set试一试1')
    run.click()
    await expect.poll(shown).toBe('set试一试2')
    run.click()
    await expect.poll(shown).toBe('set试一试3')
  })

  it('of a node is the node, of a widget its sample', async () => {
    const node = open('node', 'statistic')
    await expect.poll(() => node.querySelector('.loam-page')?.childElementCount, LOADING).toBeGreaterThan(0)
    expect(node.querySelector('section')?.ariaLabel).toBe(testHost().text(nodes.get('statistic')?.title))
    drawn?.unmount()
    const widget = open('widget', 'number-input')
    await expect.poll(() => widget.querySelector('input'), LOADING).not.toBeNull()
  })

  it('of a function works out what is typed, and says what is wrong with it', async () => {
    const place = open('function', 'ROUND')
    const field = page.getByRole('textbox')
    await expect.poll(() => place.querySelector('output')?.textContent).toBe('1.01')
    await field.fill('ROUND(2.555, 2)')
    await expect.poll(() => place.querySelector('output')?.textContent).toBe('2.56')
    await field.fill('ROUND(2.5')
    await expect.poll(() => place.querySelector('output')?.dataset['wrong']).toBe('true')
    await field.fill('')
    expect(place.querySelector('output')?.textContent).not.toBe('2.56')
  })

  it('of a call asks with what is typed; one that changes something is not there to be tried', async () => {
    const host = testHost({ 'billRule.list': () => ({ list: ['答'] }) })
    const place = open('call', 'billRule.list', host)
    const ask = await button(place, '调用')
    await page.getByRole('textbox').fill('[1]')
    ask.click()
    await expect.poll(() => place.querySelector('[role=alert]')?.textContent).toContain('JSON 对象')
    expect(host.calls).toEqual([])
    await page.getByRole('textbox').fill('{"keyword":"a"}')
    ask.click()
    await expect.poll(() => place.querySelector('pre')?.textContent).toContain('答')
    expect(host.calls).toEqual([{ name: 'billRule.list', input: { keyword: 'a' } }])
    drawn?.unmount()
    expect(open('call', 'billRule.delete').childElementCount).toBe(0)
    drawn?.unmount()
    expect(open('verb', 'delete').childElementCount).toBe(0)
    drawn?.unmount()
    expect(open('node', 'nowhere').childElementCount).toBe(0)
  })
})
