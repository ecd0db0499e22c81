import { CallError } from '@runtime/host'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answer, draw, testHost } from '../testing'
import { RecordPrint } from './record-print'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  vi.restoreAllMocks()
})

const TEMPLATE =
  '<h2>采购订单</h2><p>{no} {qrcode(no)} {barcode(no)}</p><table border="1"><tbody><tr><td>{items.name}</td><td>{thousands(items.price, 2)}</td></tr></tbody></table>'
const PRINTABLE = {
  printTemplate: TEMPLATE,
  pageParam: { type: '2', width: 210, height: 297, direction: '纵向', mt: 15, mb: 15, ml: 15, mr: 15 },
  printData: {
    no: 'CG-1',
    items: [
      { name: '<b>滴灌带</b>', price: 1860 },
      { name: '阀', price: 2 },
    ],
  },
  printer: { name: '王', account: 'wang' },
  printTime: 0,
  operatorRecordList: [],
}

function open(
  templateIds: readonly string[],
  answers: Readonly<Record<string, Answer>> = {},
  formName = '采购订单',
  recordIds: readonly string[] = ['r1'],
) {
  const saved: { url: string; name: string | undefined }[] = []
  const host = {
    ...testHost({ 'print.data': () => PRINTABLE, 'print.log': () => null, ...answers }),
    download: async (url: string, name?: string) => void saved.push({ url, name }),
  }
  drawn = draw(
    <RecordPrint
      templateIds={templateIds}
      recordIds={recordIds}
      formName={formName}
      onClose={() => undefined}
    />,
    host,
  )
  return { host, saved }
}

async function sheet(): Promise<HTMLIFrameElement> {
  await expect.element(page.getByTitle('打印预览')).toBeVisible()
  const frame = page.getByTitle('打印预览').element() as HTMLIFrameElement
  await expect.poll(() => frame.contentDocument?.querySelectorAll('td').length).toBe(4)
  return frame
}

describe('printing a record', () => {
  it('shows the only template at once, filled, with codes of the documented sizes and no scripts', async () => {
    const { host } = open(['t1'])
    const frame = await sheet()
    const paper = frame.contentDocument
    expect([...(paper?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual([
      '<b>滴灌带</b>',
      '1,860.00',
      '阀',
      '2.00',
    ])
    const [qrcode, barcode] = paper?.images ?? []
    await expect.poll(() => [qrcode?.naturalWidth, qrcode?.naturalHeight]).toEqual([265, 265])
    // 80 of the lines, 10 of JsBarcode's margin on either side.
    await expect.poll(() => barcode?.naturalHeight).toBe(100)
    expect(frame.sandbox.contains('allow-scripts')).toBe(false)
    expect(host.calls).toEqual([{ name: 'print.data', input: { id: 't1', formId: 'r1' } }])
  })

  it('prints the sheet under the fixed title, and notes it afterwards', async () => {
    const { host } = open(['t1'])
    const frame = await sheet()
    const paper = frame.contentWindow as Window
    const before = document.title
    const titles: string[] = []
    vi.spyOn(paper, 'print').mockImplementation(() => void titles.push(document.title))
    await page.getByRole('button', { name: '打印', exact: true }).click()
    expect(titles).toEqual(['智慧农田'])
    const notes = () => host.calls.filter(({ name }) => name === 'print.log').map(({ input }) => input)
    expect(notes()).toEqual([])
    paper.dispatchEvent(new Event('afterprint'))
    expect(document.title).toBe(before)
    expect(notes()).toEqual([{ printTitle: '采购订单', printNum: 1, printId: 't1' }])
  })

  it('prints several records in one go, each on a sheet of its own, and notes how many', async () => {
    const ids = ['r1', 'r2', 'r3']
    const { host } = open(['t1'], { 'print.batchData': () => ids.map(() => PRINTABLE) }, '采购订单', ids)
    await expect.element(page.getByTitle('打印预览')).toBeVisible()
    const frame = page.getByTitle('打印预览').element() as HTMLIFrameElement
    await expect.poll(() => frame.contentDocument?.querySelectorAll('h2').length).toBe(3)
    const breaks = [...(frame.contentDocument?.body.children ?? [])].filter(
      (part) => frame.contentWindow?.getComputedStyle(part).breakBefore === 'page',
    )
    expect(breaks).toHaveLength(2)
    const paper = frame.contentWindow as Window
    vi.spyOn(paper, 'print').mockImplementation(() => undefined)
    await page.getByRole('button', { name: '打印', exact: true }).click()
    paper.dispatchEvent(new Event('afterprint'))
    expect(host.calls).toEqual([
      { name: 'print.batchData', input: { id: 't1', formId: 'r1,r2,r3' } },
      { name: 'print.log', input: { printTitle: '采购订单', printNum: 3, printId: 't1' } },
    ])
  })

  it.each([
    ['下载', '采购订单', '采购订单.doc'],
    ['下载', '', '打印文档.doc'],
    ['Word（.docx）', '采购订单', '采购订单.docx'],
  ])('is saved for Word by %s under the form’s name %j', async (button, formName, file) => {
    const { saved } = open(['t1'], {}, formName)
    await sheet()
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect.poll(() => saved.map(({ name }) => name)).toEqual([file])
    const text = await (await fetch(saved[0]?.url ?? '')).text()
    if (file.endsWith('.docx')) return expect(text).toMatch(/^PK/)
    expect(text).toMatch(/^MIME-Version: 1.0\r\nContent-Type: multipart\/related/)
    expect(text.match(/Content-Type: image\/png/g)).toHaveLength(2)
  })

  it('says so when it could not be saved', async () => {
    const { host } = open(['t1'])
    await sheet()
    host.download = () => Promise.reject(new Error('full'))
    await page.getByRole('button', { name: '下载' }).click()
    await expect.poll(() => host.toasts).toEqual([{ kind: 'error', text: '文档没有生成，请重试' }])
    await expect.element(page.getByRole('button', { name: '下载' })).toBeEnabled()
  })

  it('says dictionaries’ names, in the margins too, and the values of a dictionary that is gone', async () => {
    const printable = {
      ...PRINTABLE,
      printTemplate: `${TEMPLATE}<p id="names">{dict(kind, "d1")} {dict(kind, "d2")}</p>`,
      printData: { ...PRINTABLE.printData, kind: 'b' },
      pageParam: { ...PRINTABLE.pageParam, header: { left: '${dict(kind, "d1")}' } },
    }
    const options: Answer = ({ id }) => {
      if (id === 'd2') throw new CallError(404, '不存在')
      const child = { id: 'x', enCode: 'b', fullName: '滴灌', children: [] }
      return { list: [{ id: 'y', enCode: 'a', fullName: '灌溉', children: [child] }] }
    }
    const { host } = open(['t1'], { 'print.data': () => printable, 'dictionaryData.options': options })
    const frame = await sheet()
    expect(frame.contentDocument?.getElementById('names')?.textContent).toBe('滴灌 b')
    expect(frame.contentDocument?.querySelector('.margin-head')?.textContent).toBe('滴灌')
    expect(host.calls.filter(({ name }) => name === 'dictionaryData.options')).toHaveLength(2)
  })

  it('lets one of several be chosen', async () => {
    const { host } = open(['t1', 't2'], {
      'print.options': () => [
        { id: 't1', fullName: '详单' },
        { id: 't2', fullName: '简单' },
      ],
    })
    const chooser = page.getByRole('dialog', { name: '请选择打印模板' })
    await expect.element(chooser.getByRole('button', { name: '详单' })).toBeVisible()
    expect(chooser.element().getBoundingClientRect().width).toBe(400)
    await chooser.getByRole('button', { name: '简单' }).click()
    await sheet()
    expect(chooser.elements()).toEqual([])
    expect(host.calls.at(-1)).toEqual({ name: 'print.data', input: { id: 't2', formId: 'r1' } })
  })

  it('says so when the template is gone', async () => {
    const gone = () => {
      throw new CallError(404, '此表单的打印模板不存在或不可用')
    }
    open(['t1'], { 'print.data': gone })
    await expect.element(page.getByText('此表单的打印模板不存在或不可用')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '打印', exact: true })).toBeDisabled()
  })
})

describe('a batch', () => {
  const ids = Array.from({ length: 45 }, (_, at) => `r${at + 1}`)
  const printable = (id: string) => ({ ...PRINTABLE, printData: { ...PRINTABLE.printData, no: id } })
  const answers = {
    'print.batchData': ({ formId }: Readonly<Record<string, unknown>>) =>
      String(formId).split(',').map(printable),
    'print.data': ({ formId }: Readonly<Record<string, unknown>>) => printable(String(formId)),
  }
  const desk = () => page.getByRole('region', { name: '打印预览' }).element() as HTMLElement
  const shown = async (count: number) => {
    await expect.element(page.getByTitle('打印预览')).toBeVisible()
    const frame = page.getByTitle('打印预览').element() as HTMLIFrameElement
    await expect.poll(() => frame.contentDocument?.getElementsByClassName('part').length).toBe(count)
    // As long as what it shows, so that the desk alone scrolls.
    await expect
      .poll(() => frame.clientHeight - (frame.contentDocument?.documentElement.scrollHeight ?? 0))
      .toBe(0)
    return frame
  }
  /** The record whose sheet begins at the desk's upper edge. */
  const atTop = (frame: HTMLIFrameElement) => {
    const top = desk().getBoundingClientRect().top - frame.getBoundingClientRect().top
    const parts = [...(frame.contentDocument?.querySelectorAll<HTMLElement>('.part') ?? [])]
    return parts.findIndex((part) => Math.abs(part.offsetTop - top) < 32) + 1
  }

  it('is read and printed as one, and turned from record to record', async () => {
    const { host } = open(['t1'], answers, '采购订单', ids)
    const frame = await shown(45)
    const place = page.getByRole('status')
    const next = page.getByRole('button', { name: '下一页' })
    await expect.element(place).toHaveTextContent('1 / 45')
    await expect.element(page.getByRole('button', { name: '上一页' })).toBeDisabled()
    await next.click()
    await expect.element(place).toHaveTextContent('2 / 45')
    expect(atTop(frame)).toBe(2)

    desk().focus()
    await userEvent.keyboard('{PageDown}{PageDown}{PageUp}')
    await expect.element(place).toHaveTextContent('3 / 45')
    expect(atTop(frame)).toBe(3)
    frame.contentWindow?.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }))
    await expect.element(place).toHaveTextContent('4 / 45')

    desk().scrollTop = desk().scrollHeight
    await expect.element(place).toHaveTextContent('45 / 45')
    await expect.element(next).toBeDisabled()

    vi.spyOn(frame.contentWindow as Window, 'print').mockImplementation(() => undefined)
    await page.getByRole('button', { name: '打印', exact: true }).click()
    frame.contentWindow?.dispatchEvent(new Event('afterprint'))
    expect(host.calls.map(({ name }) => name)).toEqual([...Array(3).fill('print.batchData'), 'print.log'])
    expect(host.calls.at(-1)?.input).toEqual({ printTitle: '采购订单', printNum: 45, printId: 't1' })
  })

  it('leaves out a record that is gone, and says which', async () => {
    const gone = () => {
      throw new CallError(404, '记录不存在')
    }
    const answer = ({ formId }: Readonly<Record<string, unknown>>) =>
      formId === 'r2' ? gone() : printable(String(formId))
    const { host } = open(
      ['t1'],
      { 'print.batchData': gone, 'print.data': answer },
      '采购订单',
      ids.slice(0, 3),
    )
    const frame = await shown(2)
    await expect.element(page.getByText('第 2 条不可打印（已删除或无权查看），已跳过')).toBeVisible()
    vi.spyOn(frame.contentWindow as Window, 'print').mockImplementation(() => undefined)
    await page.getByRole('button', { name: '打印', exact: true }).click()
    frame.contentWindow?.dispatchEvent(new Event('afterprint'))
    expect(host.calls.at(-1)?.input).toMatchObject({ printNum: 2 })
  })
})
