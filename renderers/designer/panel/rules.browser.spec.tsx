import '../../shell/base.css'
import { found } from '@runtime/design/address'
import { DesignSession } from '@runtime/design/session'
import { createField } from '@runtime/widget/design'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { SettingsInspector } from './index'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

type Field = Readonly<Record<string, unknown>>

function made(key: string, id: number, name: string, label: string, more: object = {}): Field {
  const widget = designed.get(key)
  if (!widget) throw new Error(key)
  return { ...createField(widget, { id, label, now: 0 }), __vModel__: name, ...more } as Field
}

const table = (children: readonly Field[]) => {
  const field = made('sub-table', 101, 'items', '明细')
  return { ...field, __config__: { ...(field['__config__'] as object), children } }
}

const FIELDS = [
  table([
    made('number-input', 102, 'quantity', '数量'),
    made('number-input', 103, 'price', '单价'),
    made('number-input', 104, 'amount', '金额'),
  ]),
  made('number-input', 105, 'total', '总金额'),
  made('input', 106, 'reason', '原因'),
]

async function open(chosen: number) {
  const formData = JSON.stringify({ idGlobal: 110, fields: FIELDS })
  const session = new DesignSession({ id: 'm', texts: { formData }, widgets: { catalogue, designed } })
  session.select({ nodes: [{ part: 'formData', node: chosen, path: [] }] })
  drawn = draw(
    <div style={{ width: 320, background: 'var(--color-bg-2)' }}>
      <SettingsInspector session={session} />
    </div>,
    testHost(),
    'auto',
  )
  // Patterns are called so too; they stand above.
  await page.getByText('规则', { exact: true }).last().click()
  return { session, formData }
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const rulesOf = (session: DesignSession, node: number) =>
  found(session.tree, { part: 'formData', node, path: ['__loam__'] })

describe('rules in the settings panel', () => {
  it('complete fields by label and by name, show a sample, and are gone to the byte when emptied', async () => {
    const { session, formData } = await open(106)
    await userEvent.click(box('显示条件'))
    await userEvent.keyboard('to')
    await expect.element(page.getByRole('option', { name: /^total/ })).toHaveTextContent('总金额')
    await userEvent.keyboard('{Backspace}{Backspace}总')
    const offered = page.getByRole('option', { name: /^total/ })
    // What is pressed within a moment of being offered is taken for a slip, and not put in.
    await expect
      .poll(async () => {
        if (offered.query()) await offered.click()
        return box('显示条件').element().textContent
      })
      .toBe('total')
    await userEvent.keyboard(' > 10000')
    await expect.poll(() => rulesOf(session, 106)).toEqual({ visible: 'total > 10000' })
    const sample = box('示例值：总金额')
    await userEvent.fill(sample, '20000')
    await expect.element(page.getByText('示例：成立')).toBeVisible()
    await userEvent.fill(sample, '1')
    await expect.element(page.getByText('示例：不成立')).toBeVisible()
    expect(rulesOf(session, 106)).toEqual({ visible: 'total > 10000' })
    await userEvent.click(box('显示条件'))
    await userEvent.keyboard('{Control>}a{/Control}{Delete}')
    await expect.poll(() => session.history.texts.formData).toBe(formData)
  })

  it('know the row that a column stands in, and say what is wrong at its place', async () => {
    const { session } = await open(104)
    await userEvent.click(box('取值公式'))
    await userEvent.keyboard('quantity * pri')
    await expect.element(page.getByRole('option', { name: /^price/ })).toHaveTextContent('单价 · 本行')
    await userEvent.keyboard('{Escape}ec')
    await expect.poll(() => document.querySelector('.cm-lintRange-error')?.textContent).toBe('priec')
    await userEvent.hover(page.getByText('priec'))
    await expect.element(page.getByText('是否要写 price？')).toBeVisible()
    await userEvent.keyboard('{Backspace}{Backspace}ce{Escape}')
    await expect.poll(() => rulesOf(session, 104)).toEqual({ formula: 'quantity * price' })
    await userEvent.fill(box('示例值：数量'), '3')
    await userEvent.fill(box('示例值：单价'), '40')
    await expect.element(page.getByText('示例：120')).toBeVisible()
    await userEvent.click(box('取值公式'))
    await userEvent.keyboard('{Escape}{Tab}')
    expect(document.activeElement).not.toBe(box('取值公式').element())
  })

  it('of conditions are made row by row over the same text, and undone step by step', async () => {
    const { session } = await open(106)
    await page.getByRole('button', { name: '逐条设置：显示条件' }).click()
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name: `显示条件 ${name}`, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('选择字段', '总金额')
    await choose('条件', '大于')
    await expect.element(page.getByText('补全各行的值后才会写入规则。')).toBeVisible()
    await page.getByRole('spinbutton', { name: '值', exact: true }).click()
    await userEvent.keyboard('120')
    await expect.poll(() => rulesOf(session, 106)).toEqual({ visible: 'total > 120' })
    await expect.element(box('显示条件')).toHaveTextContent('total > 120')
    await choose('条件', '不为空')
    await expect.poll(() => rulesOf(session, 106)).toEqual({ visible: '!ISEMPTY(total)' })
    session.undo()
    await expect.element(page.getByRole('spinbutton', { name: '值', exact: true })).toHaveValue('120')
    await userEvent.click(box('显示条件'))
    await userEvent.keyboard('{Control>}a{/Control}total + 1 > 3{Escape}')
    await expect.element(page.getByText('这条规则无法逐条表示')).toBeVisible()
    await page.getByRole('button', { name: '修改表达式' }).click()
    await expect.poll(() => document.activeElement).toBe(box('显示条件').element())
    const panel = document.querySelector('.loam-inspector') as HTMLElement
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth)
  })

  it('explain functions by their use', async () => {
    await open(105)
    await userEvent.click(box('取值公式'))
    await userEvent.keyboard('SUMI')
    await expect.element(page.getByRole('option', { name: /^SUMIF/ })).toBeVisible()
    await expect.poll(() => document.querySelector('.loam-code-example')?.textContent).toContain('SUMIF(')
  })
})
