import { CallError } from '@runtime/host'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { button, control, LOADING, PUMP, panel } from '../../specs/panels'

const asks = () => {
  throw new CallError(4101, '请确认后再执行', [], { confirmToken: 't1', expiresIn: 30, snapshot: {} })
}
/** What a finger meets in the middle of an element. */
const met = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2)
}

describe('the question before a start, on a phone', () => {
  it('lies over the lower edge of the map, whole and covered by nothing, however far its panel is scrolled', async () => {
    await page.viewport(390, 900)
    await control(PUMP, { 'pump.controlPump': asks }, { isNarrow: true })
    await button('启动水泵').click()
    const yes = button(/^确认（/)
    await expect.element(yes, LOADING).toHaveTextContent('确认（30 秒）')
    const box = () => yes.element().closest('fieldset') as HTMLElement
    const frame = document.querySelector('.loam-map-frame') as HTMLElement
    const sheet = document.querySelector('.loam-map-sheet') as HTMLElement
    for (const top of [0, sheet.scrollHeight]) {
      sheet.scrollTop = top
      const { bottom, left, right } = box().getBoundingClientRect()
      const around = frame.getBoundingClientRect()
      expect([bottom, left, right]).toEqual([around.bottom, around.left, around.right])
      for (const act of box().querySelectorAll('button')) {
        expect(act.contains(met(act)), act.textContent ?? '').toBe(true)
        expect(act.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
      }
    }
    // What stands in the panel can be scrolled out from under it.
    const last = [...sheet.querySelectorAll('button')].at(-1) as HTMLElement
    last.scrollIntoView({ block: 'end' })
    sheet.scrollTop = sheet.scrollHeight
    expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(box().getBoundingClientRect().top)
  })

  it('stands in its panel where there is room', async () => {
    await control(PUMP, { 'pump.controlPump': asks })
    await button('启动水泵').click()
    await expect.element(button(/^确认（/), LOADING).toBeVisible()
    expect(
      panel()
        .element()
        .contains(button(/^确认（/).element()),
    ).toBe(true)
  })
})
