import '../../shell/base.css'
import type { FilesHandle } from '@runtime/files'
import { compileForm } from '@runtime/form'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { NameCache } from '@runtime/widget/name-cache'
import { seriousIn } from '@tests/axe'
import { catalogue, widgetOf } from '@widgets/registry'
import { useMemo } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FormView, preloadForm, submitForm, useFormStore } from '../../form'
import { KeptView } from '../../kept-view'
import { setTheme } from '../../shell/theme'
import { draw, testHost } from '../../testing'
import { WidgetSample } from '../widget-sample'

/** Every widget of the registry goes through this, whoever adds it: nothing here names one. */

const PAGE = { list: [], pagination: { currentPage: 1, pageSize: 20, total: 0 } }

const never = () => Promise.reject(new Error('No file is sent or fetched here'))
/** A way of files that nothing goes. */
const noFiles: FilesHandle = {
  upload: () => {
    throw new Error('No file is sent here')
  },
  uploadImage: never,
  download: never,
  downloadAll: never,
  preview: () => undefined,
  read: never,
}

/** Answers every call with nothing: what a widget shows while there is nothing to choose is part of it. */
function emptyHost(): Host {
  const host = testHost()
  const nameCache = new NameCache(async (requests) => requests.map(() => []))
  const call = async () => ({ data: PAGE, msg: '' })
  return { ...host, call, names: nameCache, named: nameCache.lookup, files: noFiles }
}

let drawn: ReturnType<typeof draw> | undefined

const EMPTY = {}

/** A form of one required field, as a page holds it. */
function Required({ document, held }: { readonly document: object; readonly held: { store?: FormStore } }) {
  const plan = useMemo(() => compileForm(document, { id: 'suite', catalogue }), [document])
  const store = useFormStore(plan, EMPTY, 'new')
  held.store = store
  return <FormView store={store} />
}

async function open(key: string): Promise<HTMLElement> {
  const definition = catalogue.get(key)
  if (!definition) throw new Error(`No widget "${key}"`)
  drawn = draw(null, emptyHost(), 'auto')
  keep = (shown) =>
    drawn?.render(
      <KeptView shown={shown}>
        <WidgetSample definition={definition} />
      </KeptView>,
    )
  keep(true)
  const { place } = drawn
  await expect.poll(() => face(place, '编辑')?.querySelector('.loam-form-item')).toBeTruthy()
  // What loads on use has taken its place; the first time, its library is built for the test.
  await expect.poll(() => place.querySelector('.loam-form-waiting')).toBeNull()
  return place
}

/** Hides the drawn widget as a page that is kept, or shows it again. */
let keep: (shown: boolean) => void = () => undefined

function face(place: HTMLElement, title: string): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>('.loam-sample-face')].find(
    (section) => section.querySelector('h3')?.textContent === title,
  )
}

const FOCUSABLE =
  'input:not([disabled]), textarea:not([disabled]), select:not([disabled]), button:not([disabled]), [contenteditable="true"], [tabindex]:not([tabindex="-1"])'

/** What the keyboard reaches in the sample's editing face, below its header. */
function reachable(place: HTMLElement): HTMLElement[] {
  const form = face(place, '编辑')?.querySelector<HTMLElement>('.loam-form')
  return [...(form?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )
}

async function turnOn(place: HTMLElement, state: string): Promise<void> {
  const toggle = face(place, '编辑')?.querySelector<HTMLElement>(`[role="switch"][aria-label="${state}"]`)
  if (!toggle) throw new Error(`No switch for ${state}`)
  await userEvent.click(toggle)
}

/** Wider than its place without a scrollbar of its own. */
function overflowing(place: HTMLElement): readonly string[] {
  return [...place.querySelectorAll<HTMLElement>('.loam-sample-face, .loam-sample-settings')]
    .filter((section) => section.scrollWidth > section.clientWidth + 1)
    .map((section) => section.querySelector('h3')?.textContent ?? '')
}

/** Settings are made of widgets that each come here themselves: in the dark they are read at one. */
const FIRST = catalogue.all()[0]?.key

/** Once a file, before what is tried of widgets. */
export function drawWidgets(): void {
  beforeAll(async () => {
    setTheme({ dark: false })
    // A colour that is still on its way is neither theme's.
    document.head.append(
      Object.assign(document.createElement('style'), {
        textContent: '*, ::before, ::after { transition: none !important }',
      }),
    )
    await preloadForm()
  })

  afterEach(async () => {
    drawn?.unmount()
    drawn = undefined
    setTheme({ dark: false })
    await page.viewport(1440, 900)
  })
}

export function isReadable(key: string): void {
  it('is drawn light and dark, named and readable, without serious findings', async () => {
    const place = await open(key)
    expect(await seriousIn(place, 'all')).toEqual([])
    setTheme({ dark: true })
    const faces = place.querySelector<HTMLElement>('.loam-sample-faces')
    expect(faces).not.toBeNull()
    expect(await seriousIn(key === FIRST || !faces ? place : faces, 'contrast')).toEqual([])
  })
}

/** Of a page that is kept: what a widget owns outside of React is there again, whole, and has let nothing fail. */
export function isKept(key: string): void {
  it('is drawn as it was each time its page is shown again', async () => {
    const place = await open(key)
    const item = () => face(place, '编辑')?.querySelector<HTMLElement>('.loam-form-item')
    const outline = () => [...(item()?.querySelectorAll('*') ?? [])].map(({ tagName }) => tagName).join(' ')
    await expect.poll(outline).not.toBe('')
    for (let time = 0; time < 3; time++) {
      const before = outline()
      keep(false)
      await expect.poll(() => item()?.checkVisibility()).toBe(false)
      keep(true)
      await expect.poll(() => item()?.checkVisibility()).toBe(true)
      await expect.poll(outline).toBe(before)
    }
  })
}

export function isUsable(key: string): void {
  const definition = catalogue.get(key)
  const widget = widgetOf(key)
  const entered =
    definition?.kind === 'field' &&
    definition.server === undefined &&
    definition.derived === undefined &&
    key !== 'calculate' &&
    widget?.Edit !== undefined

  it('fits 390 px', async () => {
    await page.viewport(390, 844)
    const place = await open(key)
    expect(overflowing(place)).toEqual([])
  })

  // What takes no value has neither keyboard nor faults.
  if (!entered) return

  it('is reached and left by keyboard, and keeps its value on the way', async () => {
    const place = await open(key)
    const value = () => face(place, '值')?.querySelector('pre')?.textContent
    const before = value()
    const [first] = reachable(place)
    expect(first, 'something takes the keyboard').toBeDefined()
    first?.focus()
    expect(place.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}{Tab}')
    expect(document.activeElement).not.toBe(first)
    expect(value()).toBe(before)
  })

  it('disabled or read-only, takes nothing that is typed', async () => {
    const place = await open(key)
    const value = () => face(place, '值')?.querySelector('pre')?.textContent
    const before = value()
    for (const state of ['禁用', '只读']) {
      await turnOn(place, state)
      for (const element of reachable(place).slice(0, 3)) {
        element.focus()
        await userEvent.keyboard('7{ArrowUp}{ArrowRight}{Backspace}{Delete}')
        await userEvent.keyboard('{Escape}')
      }
      expect(value(), state).toBe(before)
      expect(document.querySelector('[role="dialog"], [role="listbox"]'), state).toBeNull()
      await turnOn(place, state)
    }
  })

  it('says under itself what is wrong, points at it, and takes the focus', async () => {
    const field = { widget: key, label: '样品', ...definition?.example?.field, name: 'sample' }
    const document_ = {
      fields: [...(definition?.example?.beside ?? []), { ...field, default: null, required: true }],
    }
    const held: { store?: FormStore } = {}
    drawn = draw(<Required document={document_} held={held} />, emptyHost(), 'auto')
    const frame = () => drawn?.place.querySelector<HTMLElement>('[data-path="sample"]')
    await expect.poll(() => (held.store ? frame() : null)).toBeTruthy()
    await expect.poll(() => drawn?.place.querySelector('.loam-form-waiting')).toBeNull()
    held.store?.set('sample', null, 'user')
    expect(await submitForm(held.store as FormStore, async () => 1)).toEqual({ state: 'invalid' })
    const marked = () => frame()?.querySelector('[aria-invalid="true"]')
    await expect.poll(() => marked()?.getAttribute('aria-describedby')).toBeTruthy()
    const message = document.getElementById(marked()?.getAttribute('aria-describedby') ?? '')
    expect(message?.textContent).toMatch(/样品|请/)
    expect(message?.getAttribute('role')).toBe('alert')
    await expect.poll(() => frame()?.contains(document.activeElement)).toBe(true)
    expect(await seriousIn(drawn.place, 'all')).toEqual([])
    setTheme({ dark: true })
    expect(await seriousIn(drawn.place, 'contrast')).toEqual([])
  })

  if (definition?.settings.properties['options'] === undefined) return

  it('opens 10,000 choices without drawing them all', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      value: `v${index}`,
      label: `选项${index}`,
    }))
    const example = {
      ...definition?.example,
      field: { ...definition?.example?.field, options: many, default: null },
    }
    drawn = draw(<WidgetSample definition={{ ...definition, example } as never} />, emptyHost(), 'auto')
    const { place } = drawn
    await expect.poll(() => reachable(place).length).toBeGreaterThan(0)
    reachable(place)[0]?.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => document.body.textContent?.includes('选项0')).toBe(true)
    const drawnOptions = document.querySelectorAll(
      '[role="option"], [role="treeitem"], input[type="radio"], input[type="checkbox"]',
    )
    expect(drawnOptions.length).toBeLessThan(500)
  })
}
