import { HostProvider } from '@renderers/host'
import { compilePage } from '@runtime/page'
import { examplePage, type NodeExample } from '@runtime/page/examples'
import { permissionsOf } from '@runtime/permission/permission'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageAddressProvider } from '../../address'
import { useNodeContext } from '../../context'
import { drawings } from '../../drawings'
import { DrawingsContext } from '../../node'
import { OpenPage } from '../../open-page'
import type { Screen } from '../../screen'
import { PageServicesProvider } from '../../services'
import { exampleHost } from '../example-host'

/** An example as one word of it differs. */
export interface Variation extends Partial<NodeExample> {
  /** Words of the node. */
  readonly words?: Readonly<Record<string, unknown>>
}

/** What a person does before it is looked at. */
export type Act = (place: HTMLElement) => Promise<unknown>

export interface Pair {
  readonly without: Variation
  readonly written: Variation
  readonly act?: Act
  /** Pixels of the screen, where it is not a large one. */
  readonly width?: number
}

const LARGE = { width: 1440, height: 900 }
const WAITS = '.loam-wait, .arco-skeleton, .loam-form-waiting, .arco-spin-loading, .arco-icon-loading'
/** Every second time that is slow on two busy cores. */
const LOADING = { timeout: 10_000, interval: 40 }

/** Of buttons what everybody may press, as the workspace has it. */
const NOBODY = {
  ...permissionsOf(undefined, { buttons: true, columns: false, form: false }, false),
  button: (code: string) => code === '',
}

let root: Root | undefined
/** Each is a page of its own: what is kept of one (rows, choices) is not of the next. */
let drawn = 0
export function close(): void {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
}

/** Draws an example with a variation, acts, and answers all that there is to see of it. */
export async function seenOf(
  example: NodeExample,
  { words, ...more }: Variation,
  act?: Act,
  width = LARGE.width,
): Promise<string> {
  close()
  drawn += 1
  localStorage.clear()
  await page.viewport(width, LARGE.height)
  const file = `pages/${drawn}.page.json`
  const whole = { ...example, ...more, body: { ...(more.body ?? example.body), ...words } }
  const host = exampleHost(whole)
  const emitted: unknown[] = []
  const services = { permissions: () => NOBODY, emit: (...told: unknown[]) => void emitted.push(told) }
  let search = ''
  const address = {
    search,
    now: () => search,
    change(next: string) {
      search = next
    },
    onTravel: () => () => undefined,
  }
  let screen: Screen | undefined
  const watched = Object.fromEntries(
    Object.entries(drawings).map(([name, Drawing]) => [
      name,
      (props: object) => {
        screen ??= useNodeContext().screen
        const Drawn = Drawing as React.ComponentType<object>
        return <Drawn {...props} />
      },
    ]),
  )
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <HostProvider host={host}>
      <PageServicesProvider value={services}>
        <PageAddressProvider value={address}>
          <DrawingsContext value={watched as unknown as typeof drawings}>
            <OpenPage plan={compilePage(examplePage(whole, 'A'), { file })} route="/a" />
          </DrawingsContext>
        </PageAddressProvider>
      </PageServicesProvider>
    </HostProvider>,
  )
  const seen = () =>
    JSON.stringify([
      steady(document.body),
      [...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()),
      ...[host.calls, host.toasts, host.questions, emitted, search],
      screen?.state,
      // Its file is each drawing's own, and stands in what it asks for.
    ]).replaceAll(file, 'pages/drawn.page.json')
  await settled(place, seen)
  if (act) {
    await act(place)
    await settled(place, seen)
  }
  return seen()
}

/** Waits until nothing loads and nothing moves any more. */
async function settled(place: HTMLElement, seen: () => string): Promise<void> {
  let last = ''
  let times = 0
  await vi.waitFor(() => {
    const now = seen()
    times = now === last ? times + 1 : 0
    last = now
    const waits = place.querySelector('.loam-page') === null || document.querySelector(WAITS) !== null
    if (waits || times < 4) throw new Error('It still moves')
  }, LOADING)
}

/** What stands in the document, without names that each drawing makes up. */
function steady(body: HTMLElement): string {
  return body.innerHTML
    .replace(/ data-page="[^"]*"/g, '')
    .replace(/ (?:id|for|name|aria-(?:controls|labelledby|describedby|owns|activedescendant))="[^"]*"/g, '')
    .replace(/_echarts_instance_="[^"]*"/g, '')
}

/** Presses what is found first. */
export const press =
  (selector: string): Act =>
  (place) =>
    vi.waitFor(() => {
      const found =
        place.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>(selector)
      if (!found) throw new Error(`There is no ${selector}`)
      found.click()
    }, LOADING)

/** Presses with the mouse itself: for what hears more of it than a click. */
export const pressMouse =
  (selector: string): Act =>
  (place) =>
    vi.waitFor(async () => {
      const found = place.querySelector(selector)
      if (!found) throw new Error(`There is no ${selector}`)
      await userEvent.click(found)
    }, LOADING)

/** Presses the button of this text. */
export const pressText =
  (text: string): Act =>
  () =>
    vi.waitFor(() => {
      const all = document.querySelectorAll<HTMLElement>(
        'button, [role=tab], .arco-dropdown-menu-item, .arco-tree-node-title',
      )
      const found = [...all].find((one) => one.textContent?.trim() === text)
      if (!found) throw new Error(`There is no ${text}`)
      found.click()
    }, LOADING)

/** Waits for what comes by itself. */
export const appears =
  (selector: string): Act =>
  () =>
    vi.waitFor(() => {
      if (!document.querySelector(selector)) throw new Error(`There is no ${selector}`)
    }, LOADING)

/** One after the other. */
export const acts =
  (...some: readonly Act[]): Act =>
  async (place) => {
    for (const one of some) await one(place)
  }

/** Types over what stands in an input. */
export const type =
  (selector: string, words: string): Act =>
  async (place) => {
    const found = await vi.waitFor(() => {
      const one = place.querySelector<HTMLElement>(selector)
      if (!one) throw new Error(`There is no ${selector}`)
      return one
    }, LOADING)
    await userEvent.fill(found, words)
    found.blur()
  }

/** Points at what is found first, and waits for what that opens. */
export const point =
  (selector: string): Act =>
  async (place) => {
    const found = place.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`There is no ${selector}`)
    await userEvent.hover(found)
  }

/** Keys on what is found first. */
export const keys =
  (selector: string, pressed: string): Act =>
  async (place) => {
    place.querySelector<HTMLElement>(selector)?.focus()
    await userEvent.keyboard(pressed)
  }

/** Turns the wheel over a drawing, away from oneself. */
export const wheel: Act = async (place) => {
  const canvas = place.querySelector('canvas')
  if (!canvas) throw new Error('There is no drawing')
  await userEvent.wheel(canvas, { delta: { y: -100 }, times: 20 })
}
