import { CallError } from '@runtime/host'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answer, draw, testHost } from '../testing'
import { RecordPrint } from './record-print'
import { wordDocument } from './word'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

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
    ['采购订单', '采购订单.doc'],
    ['', '打印文档.doc'],
  ])('is saved for Word under the form’s name %j', async (formName, file) => {
    const { saved } = open(['t1'], {}, formName)
    await sheet()
    await page.getByRole('button', { name: '下载' }).click()
    await expect.poll(() => saved.map(({ name }) => name)).toEqual([file])
    const text = await (await fetch(saved[0]?.url ?? '')).text()
    expect(text).toMatch(/^MIME-Version: 1.0\r\nContent-Type: multipart\/related/)
    expect(text.match(/Content-Type: image\/png/g)).toHaveLength(2)
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

describe('a Word document', () => {
  it('leaves out pictures that are not to be had', async () => {
    const text = await (await wordDocument('<p>一</p><img src="/none.png">')).text()
    expect(text.match(/Content-Type: image/g)).toBeNull()
    expect(text.match(/Content-Type: text\/html/g)).toHaveLength(1)
  })
})
