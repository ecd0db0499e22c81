import type { Locator, Page } from '@playwright/test'
import { fillSheets, PLAIN_PAGE, type Printable, printDocument, writePageParam } from '@runtime/print'
import { type Hands, keys, mouse } from './hands'
import { expect, test } from './journey'
import { onPaper, printed } from './paper'

const ORDERS = 'demo-purchase-order'
const BASE = '/api/visualdev/Base'

interface Way extends Hands {
  /** The caret goes into what can be written in. */
  enter(what: Locator): Promise<void>
  /** Chooses, in a box that is searched by words, what they name. */
  pick(box: Locator, words: string): Promise<void>
}

const ways: Readonly<Record<string, (page: Page) => Way>> = {
  'the mouse': (page) => ({
    ...mouse(page),
    enter: (what) => what.click(),
    async pick(box, words) {
      await box.click()
      await page.getByRole('option', { name: words }).click()
    },
  }),
  'the keys alone': (page) => {
    const hands = keys(page)
    return {
      ...hands,
      enter: hands.reach,
      async pick(box, words) {
        // The box hands the focus on to the field in it.
        await hands.reach(box.locator('input'))
        await page.keyboard.press('Enter')
        await page.keyboard.type(words)
        await expect(page.getByRole('option', { name: words })).toBeVisible()
        await page.keyboard.press('Enter')
      },
    }
  },
}

async function call<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.fetch(path, {
    method,
    headers: { Authorization: token },
    ...(body && { data: body }),
  })
  const { code, msg, data } = await answer.json()
  expect(code, msg).toBe(200)
  return data
}

/** Lets the list of orders print with these templates. */
async function offer(page: Page, printIds: readonly string[]): Promise<void> {
  type Model = Readonly<Record<'fullName' | 'enCode' | 'formData' | 'columnData', string>>
  const { fullName, enCode, formData, columnData } = await call<Model>(page, 'GET', `${BASE}/${ORDERS}`)
  const list = JSON.stringify({ ...JSON.parse(columnData), printIds })
  await call(page, 'PUT', `${BASE}/${ORDERS}`, { fullName, enCode, formData, columnData: list })
  await call(page, 'POST', `${BASE}/${ORDERS}/Actions/Release`, {})
}

/** Prints what is on the desk; the browser's own dialog stays away. */
async function print(hands: Hands, desk: Locator): Promise<void> {
  await desk.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
    const { contentWindow: sheets } = frame
    if (sheets) sheets.print = () => void sheets.dispatchEvent(new Event('afterprint'))
  })
  await hands.press(desk.getByRole('button', { name: '打印', exact: true }))
  await hands.press(desk.getByRole('button', { name: '返回' }))
}

test('two long orders on paper: heads on each sheet, rows whole, numbers through, each its own head, marked all over', async ({
  context,
}) => {
  const LINES = 120
  const order = (no: string): Printable => ({
    fullName: '',
    printTemplate: [
      '<h2>{no}</h2><table border="1"><colgroup><col style="width: 20mm"><col style="width: 40mm"><col></colgroup><thead><tr><th>序号</th><th>物料</th><th>备注</th></tr></thead><tbody>',
      '<tr><td>{index}</td><td>{items.thing}</td><td>{items.note}</td></tr></tbody></table><p>完</p>',
    ].join(''),
    pageParam: writePageParam({
      ...PLAIN_PAGE,
      isLandscape: true,
      head: { left: '单号 {no}', center: '', right: '' },
      foot: { left: '', center: '', right: '{page}/{pages}' },
      watermark: { text: '{printer.name}', opacity: 0.1 },
    }),
    printData: {
      no,
      items: Array.from({ length: LINES }, (_, at) => ({
        thing: `阀门${at + 1}`,
        // Every third row has lines that a sheet's end could come between.
        note: at % 3 === 0 ? `起${at + 1} ${'甲乙丙丁'.repeat(40)} 止${at + 1}` : '',
      })),
    },
    operatorRecordList: [],
    printer: { name: '王小田', account: 'wang' },
    printTime: 0,
  })
  const options = { timeZone: 'Asia/Shanghai', text: String }
  const { page, sheets, watermark } = fillSheets([order('A1'), order('B2')], options)
  const paper = await printed(context, printDocument({ page, parts: sheets, watermark, title: '智慧农田' }))

  expect(paper.length).toBeGreaterThan(6)
  expect(paper.map(({ width, height }) => [width, height])).toEqual(paper.map(() => [297, 210]))
  expect(paper.map(({ lines }) => lines.at(-1))).toEqual(paper.map((_, at) => `${at + 1}/${paper.length}`))
  expect(paper.filter(({ lines }) => !lines.includes('序号 物料 备注'))).toEqual([])
  expect(paper.filter(({ hasWatermark }) => !hasWatermark)).toEqual([])
  const middle = paper.length / 2
  expect(paper.map(({ lines }) => lines[0])).toEqual(
    paper.map((_, at) => (at < middle ? '单号 A1' : '单号 B2')),
  )
  const numbers = (pattern: RegExp) =>
    paper.map(({ lines }) => [...lines.join('\n').matchAll(pattern)].map(([, number]) => Number(number)))
  const expected = Array.from({ length: LINES }, (_, at) => at + 1)
  expect(numbers(/阀门(\d+)/g).flat()).toEqual([...expected, ...expected])
  expect(numbers(/止(\d+)/g).flat()).toHaveLength(80)
  expect(numbers(/起(\d+)/g)).toEqual(numbers(/止(\d+)/g))
})

for (const [name, handsOf] of Object.entries(ways))
  test(`a bookkeeper designs an order form with ${name}, prints one and a batch, and reads the log`, async ({
    people,
  }) => {
    const page = await people.signedIn('bookkeeper')
    const hands = handsOf(page)
    const code = `order${Date.now()}`
    const title = `农资采购单${code.slice(-6)}`

    await hands.goTo('打印模板')
    await hands.press(page.getByRole('button', { name: '新建', exact: true }))
    const dialog = page.getByRole('dialog', { name: '新建打印模板' })
    await hands.fill(dialog.getByRole('textbox', { name: '名称' }), title)
    await hands.fill(dialog.getByRole('textbox', { name: '编码' }), code)
    const model = dialog.getByRole('combobox', { name: '表单' })
    await hands.press(model)
    await hands.choose(model, page.getByRole('treeitem', { name: '采购订单' }))
    await hands.press(dialog.getByRole('button', { name: '去设计' }))

    const sheet = page.getByRole('textbox', { name: '模板内容' })
    const fields = page.getByRole('complementary', { name: '字段与元素' })
    const settings = page.getByRole('group', { name: '所选内容的设置' })
    await hands.enter(sheet)
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await page.keyboard.type('单号：')
    await hands.press(fields.getByRole('button', { name: '单号', exact: true }))
    await hands.press(fields.getByRole('button', { name: '插入明细表' }))
    await page.keyboard.type('人民币：')
    await hands.press(fields.getByRole('button', { name: '合计', exact: true }))
    // A place is a sign like others: beside it the arrow chooses it, and Enter leads to its settings.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await hands.pick(settings.getByRole('combobox', { name: '格式' }), '大写金额')
    await expect(sheet.getByTitle('{amount(F_Total)}')).toBeVisible()

    await hands.press(page.getByRole('tab', { name: '页面' }))
    const pageOf = (legend: string) => page.getByRole('group', { name: legend })
    await hands.fill(pageOf('页脚').getByRole('textbox', { name: '中' }), '第 {page} 页 / 共 {pages} 页')
    await hands.fill(pageOf('联次').getByRole('textbox', { name: '第 1 联' }), '存根')
    await hands.fill(pageOf('联次').getByRole('textbox', { name: '第 2 联' }), '财务联')
    await hands.press(page.getByRole('button', { name: '保存', exact: true }))
    await expect(page.getByRole('status').filter({ hasText: '有未保存的修改' })).toHaveCount(0)

    // One of them, from the designer.
    await hands.press(page.getByRole('button', { name: '预览', exact: true }))
    const chooser = page.getByRole('dialog', { name: '选择用于预览的记录' })
    await hands.press(chooser.getByRole('button', { name: /^CG/ }).first())
    const desk = page.getByRole('dialog', { name: /^(打印)?预览/ })
    await expect(desk.locator('iframe')).toBeVisible()
    const one = await onPaper(page)
    expect(one.map(({ lines }) => lines.at(-1))).toEqual(['第 1 页 / 共 2 页', '第 2 页 / 共 2 页'])
    expect(one.map(({ lines }) => lines[0])).toEqual(['存根', '财务联'])
    expect(one[0]?.lines).toContain(title)
    expect(one[0]?.lines.join('\n')).toMatch(/人民币:[零壹贰叁肆伍陆柒捌玖拾佰仟万亿元角分整]+$/m)
    await print(hands, desk)

    // A page of them, from their list, which has two templates to choose from.
    const id = new URL(page.url()).searchParams.get('id') ?? ''
    await offer(await people.signedIn(), [`${ORDERS}-print`, id])
    await hands.goTo('采购订单')
    await page.reload()
    await hands.press(page.getByRole('checkbox').first())
    await hands.press(page.getByRole('button', { name: '批量打印' }))
    await hands.press(
      page.getByRole('dialog', { name: '请选择打印模板' }).getByRole('button', { name: title }),
    )
    await expect(desk.getByText('1 / 20')).toBeVisible()
    await hands.press(desk.getByRole('button', { name: '下一页' }))
    await expect(desk.getByText('2 / 20')).toBeVisible()
    const batch = await onPaper(page)
    expect(batch.map(({ lines }) => lines.at(-1))).toEqual(
      Array.from({ length: 40 }, (_, at) => `第 ${at + 1} 页 / 共 40 页`),
    )
    await print(hands, desk)

    await hands.goTo('打印模板')
    const row = page.getByRole('row').filter({ hasText: title })
    await hands.press(row.getByRole('button', { name: '更多' }))
    await hands.press(page.getByRole('menuitem', { name: '打印日志' }))
    const log = page.getByRole('dialog', { name: /打印日志/ }).getByRole('row')
    await expect(log).toHaveCount(3)
    await expect(log.nth(1)).toContainText('李晓东')
    await expect(log.nth(1)).toContainText('20')
    await expect(log.nth(2)).toContainText('1')
  })

test('the designer and the print desk speak English, whatever language a template is in', async ({
  people,
}) => {
  const page = await people.signedIn('bookkeeper', { locale: 'en-US' })
  await page.goto(`/designPrint?id=${ORDERS}-print`)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Page' }).click()
  const own = page.getByRole('group', { name: /^(Paper|Margins|Watermark|Copies)$/ })
  await expect(own).toHaveCount(4)
  const words = [...(await own.allInnerTexts()), await page.getByRole('toolbar').textContent()].join()
  expect(words).not.toMatch(/\p{Script=Han}/u)

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'Use sample data' }).click()
  const desk = page.getByRole('dialog').filter({ has: page.locator('iframe') })
  await expect(desk.getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
  await expect(desk.locator('.loam-dialog-foot')).not.toHaveText(/\p{Script=Han}/u)
})
