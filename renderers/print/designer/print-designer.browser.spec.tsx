import { CallError } from '@runtime/host'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setTheme } from '../../shell/theme'
import '../../shell/base.css'
import { type Answer, draw, type TestHost, testHost } from '../../testing'
import { isUnsaved } from '../../unsaved'
import { PrintDesigner } from '.'

const PAGE = { type: '2', width: 210, height: 297, direction: '纵向', mt: 15, mb: 15, ml: 15, mr: 15 }
const STORED = {
  ...{ id: 't1', fullName: '采购单', enCode: 'purchase', category: 'c1', type: 1, modelId: 'm1' },
  ...{ printTemplate: '<h2>采购订单</h2><p>单号：{no}</p>', pageParam: PAGE },
  ...{ sortCode: 3, enabledMark: 1, description: '两联' },
}
const FIELDS = [
  {
    id: 'headTable',
    fullName: '采购订单',
    children: [
      { id: 'no', fullName: '单号', jnpfKey: 'input' },
      { id: 'buyer', fullName: '采购员', jnpfKey: 'input' },
    ],
  },
  {
    id: 'items',
    fullName: '明细',
    children: [{ id: 'items.amount', fullName: '金额', jnpfKey: 'inputNumber' }],
  },
]
const PRINTABLE = {
  ...{ fullName: '采购单', printTemplate: '<p>旧的</p>', pageParam: PAGE },
  printData: { no: 'CG-7', buyer: '王工', items: [{ amount: 3 }] },
  ...{ printer: { name: '王', account: 'wang' }, printTime: 0, operatorRecordList: [] },
}
const LOADING = { timeout: 20_000 }

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => page.viewport(1440, 900))
afterEach(() => {
  drawn?.unmount()
  setTheme({ dark: false })
})

async function open({
  stored = {},
  answers = {},
  ...props
}: {
  readonly stored?: object
  readonly answers?: Readonly<Record<string, Answer>>
  readonly mayEdit?: boolean
  readonly isPreview?: boolean
  readonly onLeave?: () => void
} = {}): Promise<TestHost> {
  const kept = { ...STORED, ...stored }
  const host = testHost({
    'print.info': () => ({ ...kept }),
    'print.fields': () => ({ list: FIELDS }),
    'print.update': (input) => void Object.assign(kept, input),
    ...answers,
  })
  drawn = draw(<PrintDesigner id="t1" isPreview={false} mayEdit onLeave={() => undefined} {...props} />, host)
  await expect.element(sheet(), LOADING).toBeVisible()
  return host
}

const sheet = () => page.getByRole('region', { name: '纸张' })
const written = () => sheet().element().querySelector<HTMLElement>('.ProseMirror') as HTMLElement
const button = (name: string) => page.getByRole('button', { name, exact: true })
const updates = ({ calls }: TestHost) =>
  calls.filter(({ name }) => name === 'print.update').map(({ input }) => input)

async function save(host: TestHost) {
  const before = updates(host).length
  await button('保存').click()
  await expect.poll(() => updates(host).length).toBe(before + 1)
  return updates(host).at(-1)
}

function caretAtEnd() {
  written().focus()
  getSelection()?.selectAllChildren(written())
  getSelection()?.collapseToEnd()
}

describe('designing a print template', () => {
  it('puts a field in at the caret by the keyboard, and saves all members of the template', async () => {
    const host = await open()
    caretAtEnd()
    const first = button('采购订单')
    first.element().focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('采购员')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('有未保存的修改')).toBeVisible()
    expect(written().contains(document.activeElement)).toBe(true)
    const { printTemplate, ...others } = (await save(host)) as { printTemplate: string }
    expect(printTemplate).toMatch(/^<h2>采购订单<\/h2><p>单号：\{no\}\{buyer\}<\/p>$/)
    const { printTemplate: _, ...members } = STORED
    expect(others).toEqual(members)
    await expect.poll(() => isUnsaved()).toBe(false)
  })

  it('puts a field in as a code', async () => {
    const host = await open()
    caretAtEnd()
    button('单号').element().focus()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    expect(await save(host)).toMatchObject({ printTemplate: expect.stringContaining('{qrcode(no') })
  })

  it('finds fields by a part of their name', async () => {
    await open()
    await page.getByRole('textbox', { name: '请输入关键词' }).first().fill('金额')
    await expect.element(button('金额')).toBeVisible()
    expect(button('单号').elements()).toEqual([])
  })

  it('sets margins by the keyboard, and undoes them in their order with the text', async () => {
    const host = await open()
    caretAtEnd()
    await userEvent.keyboard('甲')
    const left = page.getByRole('slider', { name: '左边距' })
    left.element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(left).toHaveAttribute('aria-valuenow', '17')
    await userEvent.keyboard('{End}')
    await expect.element(left).toHaveAttribute('aria-valuenow', '100')
    await button('撤销').click()
    await expect.element(left).toHaveAttribute('aria-valuenow', '15')
    expect(written().textContent).toContain('甲')
    await button('撤销').click()
    expect(written().textContent).not.toContain('甲')
    await expect.element(page.getByText('有未保存的修改')).not.toBeInTheDocument()
    await button('重做').click()
    await button('重做').click()
    await expect.element(left).toHaveAttribute('aria-valuenow', '100')
    expect(await save(host)).toMatchObject({ pageParam: { ml: 100, mr: 15 } })
  })

  it('sets up the page: paper, lines, watermark and copies', async () => {
    const host = await open()
    await page.getByRole('tab', { name: '页面' }).click()
    await page.getByText('横向', { exact: true }).click()
    // The head of the sheet leads to where it is set.
    await button('页脚').click()
    await expect
      .poll(() => document.activeElement?.closest('[data-part]')?.getAttribute('data-part'))
      .toBe('foot')
    await userEvent.keyboard('第 {{page} 页')
    await page.getByRole('textbox', { name: '文字' }).fill('内部')
    await page.getByRole('textbox', { name: '第 1 联' }).fill('存根')
    await page.getByRole('textbox', { name: '第 2 联' }).fill('客户联')
    await page.getByRole('combobox', { name: '规格' }).click()
    await page.getByRole('option', { name: /^A5/ }).click()
    expect(await save(host)).toMatchObject({
      pageParam: {
        ...{ type: '3', width: 148, height: 210, direction: '横向' },
        footer: { left: '第 {page} 页', center: '', right: '' },
        watermark: { text: '内部', opacity: 0.08 },
        copies: ['存根', '客户联'],
      },
    })
    expect(sheet().element().querySelector('.loam-print-paper')).toHaveStyle({ width: '210mm' })
  })

  it('takes out of a source what a template may not hold, and names it', async () => {
    // The policy reports handlers in markup that is only being read, to be cleaned.
    const swallow = (event: Event) => event.stopImmediatePropagation()
    addEventListener('securitypolicyviolation', swallow, true)
    onTestFinished(() => removeEventListener('securitypolicyviolation', swallow, true))
    const host = await open()
    await button('源码').click()
    const dialog = page.getByRole('dialog', { name: '源码' })
    const source = dialog.getByRole('textbox', { name: '源码' })
    await expect.element(source, LOADING).toBeVisible()
    await source.fill('<p onclick="x()" style="position: fixed; color: red">甲</p><script>y()</script>')
    await dialog.getByRole('button', { name: '应用' }).click()
    await expect.poll(() => host.toasts.at(-1)?.text).toMatch(/onclick、position、<script>|<script>/)
    expect(written().textContent).toBe('甲')
    expect((await save(host))?.['printTemplate']).not.toMatch(/script|onclick|position/)
    await button('撤销').click()
    expect(written().textContent).toContain('采购订单')
  })
})

describe('preview', () => {
  const LIST = {
    'onlineDevelopment.list': () => ({
      list: [{ id: 'r1', no: 'CG-7', buyer: '王工' }],
      pagination: { total: 1 },
    }),
    'print.data': () => PRINTABLE,
  }
  const paper = async () => {
    const frame = page.getByTitle('打印预览')
    await expect.element(frame, LOADING).toBeVisible()
    return () => (frame.element() as HTMLIFrameElement).contentDocument?.body.textContent ?? ''
  }

  it('fills what is not saved yet with a record that is chosen', async () => {
    const host = await open({ answers: LIST })
    caretAtEnd()
    await userEvent.keyboard('改过')
    await button('预览').click()
    await page.getByRole('button', { name: 'CG-7 · 王工' }).click(LOADING)
    const text = await paper()
    await expect.poll(text).toContain('单号：CG-7改过')
    expect(text()).not.toContain('旧的')
    expect(host.calls.at(-1)).toEqual({ name: 'print.data', input: { id: 't1', formId: 'r1' } })
    expect(updates(host)).toEqual([])
  })

  it('opens at once where it is asked for, and takes a sample where records may not be seen', async () => {
    const refused = () => {
      throw new CallError(403, '没有权限')
    }
    await open({ isPreview: true, mayEdit: false, answers: { 'onlineDevelopment.list': refused } })
    await expect.element(page.getByText('没有权限'), LOADING).toBeVisible()
    await button('使用示例数据').click()
    await expect.poll(await paper()).toContain('单号：单号1')
  })
})

describe('problems', () => {
  it('are counted, listed, and each leads to where it stands', async () => {
    await open({
      stored: {
        printTemplate: '<p>{no}{lost}</p>',
        pageParam: { ...PAGE, header: { left: '{gone}' } },
      },
    })
    await button('2 个问题').click()
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /\{gone\}/ })
      .click()
    await expect.poll(() => (document.activeElement as HTMLInputElement | null)?.value).toBe('{gone}')
    await userEvent.keyboard('{Control>}a{/Control}{Delete}')
    await button('1 个问题').click()
    await page.getByRole('listitem').getByRole('button', { name: /lost/ }).click()
    expect(written().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => page.getByRole('button', { name: /个问题$/ }).elements()).toEqual([])
  })
})

describe('what is not saved', () => {
  it('is asked about before the designer is left', async () => {
    const onLeave = vi.fn()
    const host = await open({ onLeave })
    caretAtEnd()
    await userEvent.keyboard('甲')
    expect(isUnsaved()).toBe(true)
    host.yes = false
    await button('返回').click()
    await expect.poll(() => host.questions.length).toBe(1)
    expect(onLeave).not.toHaveBeenCalled()
    host.yes = true
    await button('返回').click()
    await expect.poll(() => onLeave.mock.calls.length).toBe(1)
  })

  it('stays unsaved when the server refuses it, which is said', async () => {
    const refuse = () => {
      throw new CallError(400, '参数错误', [{ path: 'pageParam', message: '左右边距过大' }])
    }
    const host = await open({ answers: { 'print.update': refuse } })
    caretAtEnd()
    await userEvent.keyboard('甲')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(page.getByText('参数错误；左右边距过大')).toBeVisible()
    expect(updates(host)).toHaveLength(1)
    expect(isUnsaved()).toBe(true)
  })

  it('does not write over what somebody else has designed since, unless the person agrees', async () => {
    let now: object = STORED
    const host = await open({ answers: { 'print.info': () => now } })
    caretAtEnd()
    await userEvent.keyboard('甲')
    now = { ...STORED, fullName: '改了名', printTemplate: '<p>别人的</p>' }
    host.yes = false
    await button('保存').click()
    await expect.poll(() => host.questions.length).toBe(1)
    await expect.element(button('保存')).not.toHaveClass('arco-btn-loading')
    expect(updates(host)).toEqual([])
    host.yes = true
    // What the list has changed meanwhile stays.
    expect(await save(host)).toMatchObject({
      fullName: '改了名',
      printTemplate: expect.stringContaining('甲'),
    })
  })
})

it('only shows where nothing may be changed', async () => {
  await open({ mayEdit: false })
  await expect.element(page.getByText('只读')).toBeVisible()
  expect(button('保存').elements()).toEqual([])
  expect(button('采购员').elements()).toEqual([])
  await expect.poll(() => written().isContentEditable).toBe(false)
  const left = page.getByRole('slider', { name: '左边距' })
  left.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(left).toHaveAttribute('aria-valuenow', '15')
})

for (const dark of [false, true]) {
  for (const width of [1440, 390]) {
    it(`is accessible at ${width} px${dark ? ' in the dark' : ''}`, async () => {
      await page.viewport(width, 844)
      setTheme({ dark })
      await open({ stored: { pageParam: { ...PAGE, header: { left: '{gone}' } } } })
      await button('1 个问题').click()
      await expect.element(page.getByText('{gone}').last()).toBeVisible()
      expect(await faults()).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      await page.getByRole('tab', { name: '页面' }).click()
      await expect.element(page.getByRole('textbox', { name: '第 1 联' })).toBeInTheDocument()
      expect(await faults()).toEqual([])
    })
  }
}

async function faults() {
  await Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      .map(({ finished }) => finished),
  )
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
