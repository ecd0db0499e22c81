import '../../shell/base.css'
import { found } from '@runtime/design/address'
import type { Reason } from '@runtime/design/dialect'
import { insertWidget } from '@runtime/design/edits'
import type { DesignSession } from '@runtime/design/session'
import type { Node } from '@runtime/form/formdata/identities'
import { createRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { draw, testHost } from '../../testing'
import { longOrder, sessionOf } from '../specs/orders'
import { Canvas, type CanvasHandle } from './canvas'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

function open(session = sessionOf()) {
  const ref = createRef<CanvasHandle>()
  const refused: Reason[] = []
  drawn = draw(
    <Canvas session={session} ref={ref} onRefused={(reason) => refused.push(reason)} />,
    testHost(),
    '800px',
  )
  return { session, ref, refused, place: drawn.place }
}

const node = (id: number) => ({ part: 'formData', node: id, path: [] }) as const
const chosen = (session: DesignSession) => session.selection.nodes.map((one) => one.node)
const names = (session: DesignSession, parent?: number): readonly unknown[] => {
  const list = parent
    ? found(session.tree, { ...node(parent), path: ['__config__', 'children'] })
    : found(session.tree, { part: 'formData', path: ['fields'] })
  return (list as readonly Node[]).map((one) => one['__vModel__'] ?? (one['__config__'] as Node)['jnpfKey'])
}

const element = (place: HTMLElement, path: string) =>
  place.querySelector<HTMLElement>(`[data-path="${path}"]`) as HTMLElement
const ready = (place: HTMLElement, path = 'no') => expect.poll(() => element(place, path)).toBeTruthy()

type Spot = readonly [x: number, y: number]
/** A point of an element, by parts of its width and height. */
function at(target: HTMLElement, [x, y]: Spot) {
  const box = target.getBoundingClientRect()
  return { clientX: box.x + box.width * x, clientY: box.y + box.height * y }
}

const BASE = { bubbles: true, cancelable: true, pointerId: 7, pointerType: 'mouse', isPrimary: true }
const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Puts the pointer down on one spot, moves to another, and lets go there unless told otherwise. */
async function drag(
  from: HTMLElement,
  to: { clientX: number; clientY: number },
  { letGo = true, spot = [0.3, 0.5] as Spot } = {},
) {
  const start = at(from, spot)
  const canvas = from.closest('.loam-canvas') as HTMLElement
  const send = (type: string, point: object, on: EventTarget = window) =>
    on.dispatchEvent(new PointerEvent(type, { ...BASE, ...point, button: 0, buttons: 1 }))
  send('pointerdown', start, canvas)
  send('pointermove', { clientX: start.clientX + 9, clientY: start.clientY })
  send('pointermove', to)
  await frame()
  if (letGo) send('pointerup', to)
  await frame()
}

describe('the canvas', () => {
  it('shows the form as it is, and chooses what is pressed', async () => {
    const { session, place } = open()
    await ready(place, 'items.count')
    expect(place.querySelector('[inert] .loam-form')).toBeTruthy()
    const canvas = place.querySelector('.loam-canvas') as HTMLElement
    const press = (target: HTMLElement, more = {}) =>
      canvas.dispatchEvent(new MouseEvent('click', { ...BASE, ...at(target, [0.5, 0.5]), ...more }))
    press(element(place, 'supplier'))
    expect(chosen(session)).toEqual([104])
    press(element(place, 'no'), { ctrlKey: true })
    expect(chosen(session)).toEqual([104, 101])
    press(place.querySelector('[role="columnheader"][data-path="items.count"]') as HTMLElement)
    expect(chosen(session)).toEqual([110])
    press(place.querySelectorAll<HTMLElement>('[data-pane]')[1] as HTMLElement)
    expect(session.selection.nodes[0]).toEqual({ ...node(105), path: ['__config__', 'children', 1] })
    await expect.poll(() => place.querySelectorAll<HTMLElement>('[role="tab"]')[1]?.ariaSelected).toBe('true')
  })

  it('moves what is dragged to where its line stands, in one step', async () => {
    const { session, place } = open()
    await ready(place, 'supplier')
    await drag(element(place, 'no'), at(element(place, 'supplier'), [0.5, 0.9]))
    expect(names(session, 103)).toEqual(['supplier', 'no'])
    expect(session.history.steps).toHaveLength(1)
    session.undo()
    await frame()
    await drag(element(place, 'no'), at(element(place, 'day'), [0.9, 0.5]))
    expect(names(session).slice(0, 2)).toEqual(['day', 'no'])
    await drag(element(place, 'supplier'), at(element(place, 'note'), [0.5, 0.1]))
    expect(names(session, 103)).toEqual([])
    const line = place.querySelector('.loam-canvas-line') as HTMLElement
    expect(line.hidden).toBe(true)
  })

  it('drops among the columns of a sub-table, and says why a container cannot stand there', async () => {
    const { session, place } = open()
    await ready(place, 'items.count')
    await drag(element(place, 'no'), at(element(place, 'items.count'), [0.2, 0.5]))
    expect(names(session, 108)).toEqual(['item', 'no', 'count'])
    const card = place.querySelector('[data-node="card#103"]') as HTMLElement
    const spot: Spot = [0.5, 0.02]
    await drag(card, at(element(place, 'items.count'), [0.2, 0.5]), { spot })
    // A container is no column: it comes to stand beside the table, as its line did.
    expect(names(session)).toEqual(['day', 'tab', 'card', 'items'])
  })

  it('says why something cannot stand where it is held, and Escape ends the drag', async () => {
    const { session, place } = open()
    await ready(place, 'items.count')
    const canvas = place.querySelector('.loam-canvas') as HTMLElement
    await drag(
      element(place, 'no'),
      { clientX: canvas.getBoundingClientRect().x + 4, clientY: 300 },
      { letGo: false },
    )
    const ghost = place.querySelector('.loam-canvas-ghost') as HTMLElement
    expect(ghost.textContent).toContain('只能放在表单里')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    expect(ghost.hidden).toBe(true)
    expect(session.history.steps).toHaveLength(0)
  })

  it('marks what is chosen where it is, also when it is drawn later', async () => {
    const { session, place } = open(sessionOf({ idGlobal: 1, fields: [] }))
    await expect.poll(() => place.querySelector('.loam-canvas')).toBeTruthy()
    await frame()
    insertWidget(session, 'sub-table', { label: '明细', now: 1 })
    await expect.poll(() => place.querySelector('[role="columnheader"]')).toBeTruthy()
    const height = (selector: string) => place.querySelector(selector)?.getBoundingClientRect().height
    await expect.poll(() => height('.loam-canvas-chosen')).toBe(height('[data-path]'))
  })

  it('takes new fields from outside', async () => {
    const { session, ref, place } = open()
    await ready(place)
    const outside = document.createElement('button')
    place.append(outside)
    const start = new PointerEvent('pointerdown', { ...BASE, clientX: 2, clientY: 2 })
    ref.current?.drag(start, { widget: 'input', label: '单行输入' })
    const to = at(element(place, 'day'), [0.2, 0.5])
    window.dispatchEvent(new PointerEvent('pointermove', { ...BASE, ...to }))
    await frame()
    window.dispatchEvent(new PointerEvent('pointerup', { ...BASE, ...to }))
    expect(names(session).slice(0, 3)).toEqual(['no', 'inputField121', 'day'])
    expect(chosen(session)).toEqual([121])
  })

  it('lets a finger scroll, and drag where it rests first', async () => {
    const { session, place } = open()
    await ready(place, 'supplier')
    const canvas = place.querySelector('.loam-canvas') as HTMLElement
    const touch = { ...BASE, pointerType: 'touch', button: 0, buttons: 1 }
    const [from, to] = [at(element(place, 'no'), [0.3, 0.5]), at(element(place, 'supplier'), [0.5, 0.9])]
    const send = (type: string, point: object, on: EventTarget = window) =>
      on.dispatchEvent(new PointerEvent(type, { ...touch, ...point }))
    send('pointerdown', from, canvas)
    send('pointermove', to)
    await frame()
    send('pointerup', to)
    expect(session.history.steps).toHaveLength(0)
    send('pointerdown', from, canvas)
    await expect.poll(() => canvas.hasAttribute('data-dragging')).toBe(true)
    send('pointermove', to)
    await frame()
    send('pointerup', to)
    expect(names(session, 103)).toEqual(['supplier', 'no'])
  })

  it('draws one leaf for a label that is typed in a form of 500', async () => {
    const { session, place } = open(sessionOf(longOrder(500)))
    await ready(place)
    await frame()
    const changed = new Set<string>()
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const around = target instanceof Element ? target : target.parentElement
        changed.add(around?.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? 'elsewhere')
      }
    })
    const form = place.querySelector('.loam-form') as HTMLElement
    watch.observe(form, { subtree: true, childList: true, characterData: true })
    const what = { ...node(101), path: ['__config__', 'label'] }
    session.run({ do: 'set', what, value: '订单号' }, { typed: true })
    await expect.poll(() => element(place, 'no').textContent).toContain('订单号')
    await frame()
    watch.disconnect()
    expect([...changed]).toEqual(['no'])
  })
})
