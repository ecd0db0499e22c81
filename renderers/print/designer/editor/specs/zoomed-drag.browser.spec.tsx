import { afterEach, expect, it } from 'vitest'
import { drawEditor, sheet } from './drawn-editor'

let drawn: Awaited<ReturnType<typeof drawEditor>> | undefined
afterEach(() => drawn?.unmount())

const TABLE =
  '<table border="1"><colgroup><col style="width: 60mm"><col style="width: 60mm"></colgroup><tbody><tr><td>甲</td><td>乙</td></tr></tbody></table>'

it.each([0.5, 1, 1.5])('drags a column as far as the pointer goes on a sheet at zoom %s', async (zoom) => {
  drawn = await drawEditor(TABLE)
  const surface = sheet().element() as HTMLElement
  const around = surface.parentElement as HTMLElement
  around.style.zoom = String(zoom)
  const cell = surface.querySelector('td') as HTMLElement
  const { right, top } = cell.getBoundingClientRect()
  const at = (target: EventTarget, type: string, clientX: number, buttons = 1) =>
    target.dispatchEvent(
      new MouseEvent(type, {
        clientX,
        clientY: top + 5,
        buttons,
        bubbles: true,
        cancelable: true,
        view: window,
      }),
    )
  at(cell, 'mousemove', right - 1, 0)
  at(cell, 'mousedown', right - 1)
  // 20 mm of the sheet.
  const way = (20 * 96 * zoom) / 25.4
  at(window, 'mousemove', right - 1 - way / 2)
  at(window, 'mousemove', right - 1 - way)
  at(window, 'mouseup', right - 1 - way, 0)
  const [first, second] = [...drawn.editor.template().matchAll(/<col style="width: ([\d.]+)mm"/g)].map(
    ([, width]) => Number(width),
  )
  // A pointer stands at whole pixels.
  expect(Math.abs((first ?? 0) - 40)).toBeLessThan(1)
  expect(second).toBe(60)
})
