import type { PageParam, Printable } from '@runtime/print'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { PrintDesk } from './print-desk'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  vi.restoreAllMocks()
})

const A4: PageParam = {
  ...{ type: '2', width: 210, height: 297, direction: '纵向' },
  ...{ mt: 15, mb: 15, ml: 15, mr: 15 },
}

/** Records on a sheet with more settings than A4 has, when they are shown. */
async function open(
  more: Partial<PageParam> = {},
  names: readonly string[] = ['a'],
  template = '<p>{no}</p>',
) {
  const printables = names.map(
    (no): Printable => ({
      ...{ fullName: '订单', printTemplate: template, pageParam: { ...A4, ...more }, printData: { no } },
      ...{ printer: { name: '王', account: 'wang' }, printTime: 0, operatorRecordList: [] },
    }),
  )
  const load = async () => printables
  drawn = draw(
    <PrintDesk load={load} fileName="订单" title="订单预览" onClose={() => undefined} />,
    testHost(),
  )
  await expect.element(page.getByTitle('打印预览')).toBeVisible()
  const frame = page.getByTitle('打印预览').element() as HTMLIFrameElement
  const parts = names.length * (more.copies?.length ?? 1)
  await expect.poll(() => frame.contentDocument?.getElementsByClassName('part').length).toBe(parts)
  return frame
}

const desk = () => page.getByRole('region', { name: '订单预览' }).element() as HTMLElement

describe('the print desk', () => {
  it('keeps the copies of a record together, and turns by records', async () => {
    const frame = await open({ copies: ['存根', '客户联'] }, ['a', 'b'])
    const words = [...(frame.contentDocument?.querySelectorAll('.part') ?? [])].map(
      (part) =>
        `${part.querySelector('p')?.textContent?.trim()} ${part.querySelector('.margin')?.textContent}`,
    )
    expect(words).toEqual(['a 存根', 'a 客户联', 'b 存根', 'b 客户联'])
    await page.getByRole('button', { name: '下一页' }).click()
    await expect.element(page.getByRole('status')).toHaveTextContent('2 / 2')
    const top = desk().getBoundingClientRect().top - frame.getBoundingClientRect().top
    const parts = frame.contentDocument?.querySelectorAll<HTMLElement>('.part')
    // The desk's edge stays seen above it.
    expect(parts?.[2]?.offsetTop).toBeCloseTo(top + 16, 0)
  })

  it('draws a code that several sheets show once', async () => {
    const draws = vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL')
    const frame = await open({ copies: ['一', '二', '三'] }, ['a', 'a'], '{barcode(no)}')
    await expect.poll(() => frame.contentDocument?.images.length).toBe(6)
    expect(draws).toHaveBeenCalledTimes(1)
  })

  it('shows all of what is longer than a sheet', async () => {
    const frame = await open({}, ['a'], '<p>{no}</p>'.repeat(100))
    const length = () => frame.contentDocument?.documentElement.scrollHeight ?? 0
    await expect.poll(() => length() > 1500 && frame.clientHeight === length()).toBe(true)
  })
})

describe('heads and feet', () => {
  const footer = { center: '{page}' }
  const words = () => page.getByRole('note')

  it('are printed by this browser', async () => {
    await open({ footer })
    expect(words().elements()).toEqual([])
  })

  it('are said to be missing where a browser does not know them, if there are any', async () => {
    const replace = CSSStyleSheet.prototype.replaceSync
    vi.spyOn(CSSStyleSheet.prototype, 'replaceSync').mockImplementation(function (this: CSSStyleSheet) {
      replace.call(this, '@page {}')
    })
    await open({ footer })
    await expect.element(words()).toHaveTextContent('此浏览器不打印页眉页脚和页码')
    drawn?.unmount()
    await open()
    expect(words().elements()).toEqual([])
  })
})

describe('the desk on a phone', () => {
  afterEach(() => page.viewport(1440, 900))

  it('shows the sheet’s whole width', async () => {
    await page.viewport(390, 844)
    const frame = await open()
    await expect.poll(() => frame.getBoundingClientRect().width).toBeLessThan(390)
    expect(desk().scrollWidth).toBe(desk().clientWidth)
    for (const name of ['打印', '下载', 'Word（.docx）']) {
      const box = page.getByRole('button', { name, exact: true }).element().getBoundingClientRect()
      expect([box.left >= 0, box.right <= 390, box.bottom <= 844]).toEqual([true, true, true])
    }
  })
})
