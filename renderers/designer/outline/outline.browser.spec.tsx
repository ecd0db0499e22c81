import { modelTexts } from '@runtime/design/document'
import { outlineOf } from '@runtime/design/outline'
import { DesignSession } from '@runtime/design/session'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { Outline } from '.'

const EMPTY = '{"fields": [], "idGlobal": 100,\n  "labelWidth": 100}'

const sessionOf = (formData = EMPTY) =>
  new DesignSession({ id: 'order', texts: { formData }, widgets: { catalogue, designed } })

function shown(session: DesignSession, onEdit?: () => void) {
  const host = testHost()
  const place = draw(<Outline session={session} {...(onEdit && { onEdit })} />, host, '500px')
  return { host, ...place }
}

const tree = () => page.getByRole('tree')
const focusTree = async () => {
  await expect.element(tree()).toBeVisible()
  tree().element().focus()
}
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')].map(
    (row) =>
      `${'  '.repeat(Number(row.ariaLevel) - 1)}${row.querySelector('.loam-outline-label')?.textContent ?? '?'}`,
  )
const said = () => document.querySelector('[aria-live]')?.textContent
const insert = async (words: string) => {
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard(`${words}{Enter}`)
  await expect.element(tree()).toHaveFocus()
}
const rename = async (label: string) => {
  await userEvent.keyboard(`{F2}${label}{Enter}`)
  await expect.element(tree()).toHaveFocus()
}

describe('the outline', () => {
  it('builds an order by keyboard alone; undone, every byte is as before', async () => {
    const session = sessionOf()
    const { unmount } = shown(session)
    await focusTree()
    await insert('单据')
    await rename('单号')
    await insert('input')
    await rename('供应商')
    await insert('datePicker')
    await insert('textarea')
    await insert('calculate')
    await rename('合计')
    await insert('card')
    expect(said()).toBe('已插入卡片，位于表单，第 6 项，共 6 项')
    // The date goes into the card below it, and out again behind it.
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{ArrowRight}{/Alt}')
    expect(said()).toBe('已移动日期选择，位于卡片，第 1 项，共 1 项')
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    expect(said()).toBe('已移动日期选择，位于表单，第 6 项，共 6 项')
    await insert('明细')
    await rename('明细')
    for (const name of ['单行', '数字', '数字']) await insert(name)
    await expect
      .poll(rows)
      .toEqual([
        ...['单号', '供应商', '多行输入', '合计', '卡片', '日期选择', '明细'],
        ...['  单行输入', '  数字输入', '  数字输入'],
      ])
    const table = JSON.parse(modelTexts(session.history.document).formData ?? '').fields[6]
    expect(table.__config__.children).toHaveLength(3)
    expect(table.__config__.label).toBe('明细')
    // A container is refused as a column, in words.
    await userEvent.keyboard(
      '{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{Alt>}{ArrowDown}{ArrowDown}{/Alt}',
    )
    while (session.history.canUndo) await userEvent.keyboard('{Control>}z{/Control}')
    expect(modelTexts(session.history.document).formData).toBe(EMPTY)
    await expect.poll(rows).toEqual([])
    unmount()
  })

  it('copies, cuts, pastes and duplicates, says why not, and finds what is looked for', async () => {
    const session = sessionOf()
    const { host, unmount } = shown(session)
    await focusTree()
    await insert('单行')
    await rename('供应商')
    await userEvent.keyboard('{Control>}c{/Control}{Control>}v{/Control}')
    await expect.poll(rows).toEqual(['供应商', '供应商'])
    await userEvent.keyboard('{Control>}d{/Control}')
    await rename('合同')
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
    await userEvent.keyboard('{Control>}x{/Control}')
    expect(said()).toBe('已剪切2 个控件')
    await expect.poll(rows).toEqual(['供应商'])
    await userEvent.keyboard('{Control>}v{/Control}{Alt>}{ArrowRight}{/Alt}')
    expect(host.toasts.at(-1)).toEqual({ kind: 'warning', text: '这里不能放其他控件' })
    await userEvent.keyboard('{Control>}f{/Control}hetong')
    await expect.poll(rows).toEqual(['合同'])
    await userEvent.keyboard('{Escape}{Home}{Space}{Control>}a{/Control}{Delete}')
    await expect.poll(rows).toEqual([])
    unmount()
  })

  it('is a tree to assistive technology, of which only what is in view is drawn', async () => {
    const fields = Array.from({ length: 1000 }, (_, row) => ({
      __config__: {
        jnpfKey: 'card',
        formId: row * 5 + 1,
        label: '卡片',
        children: Array.from({ length: 4 }, (_, at) => ({
          __config__: {
            jnpfKey: 'input',
            formId: row * 5 + at + 2,
            label: `甲${row}-${at}`,
            required: at === 0,
          },
          __vModel__: `f${row}_${at}`,
        })),
      },
      header: `第${row}组`,
    }))
    const session = sessionOf(JSON.stringify({ fields }))
    const edit = vi.fn()
    const { unmount } = shown(session, edit)
    expect(outlineOf(session.tree, catalogue)).toHaveLength(5000)
    await focusTree()
    expect(document.querySelectorAll('[role="treeitem"]').length).toBeLessThan(60)
    await userEvent.keyboard('{End}')
    const active = () => document.getElementById(tree().element().getAttribute('aria-activedescendant') ?? '')
    await expect.poll(() => active()?.textContent).toContain('甲999-3')
    expect(active()).toHaveAttribute('aria-level', '2')
    expect(active()).toHaveAttribute('aria-posinset', '4')
    expect(active()).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.poll(() => active()?.getAttribute('aria-expanded')).toBe('false')
    expect(active()).toHaveAttribute('aria-setsize', '1000')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(edit).toHaveBeenCalledOnce()
    // Chosen elsewhere, it is shown here.
    const node = outlineOf(session.tree, catalogue).find(({ name }) => name === 'f500_0')
    if (node) session.select({ nodes: [node.address] })
    await expect.poll(() => active()?.textContent).toContain('甲500-0')
    expect(active()?.querySelector('[aria-label="必填"]')).not.toBeNull()
    // Typed on, the line that is called so.
    await userEvent.keyboard('f998_2')
    await expect.poll(() => active()?.textContent).toContain('甲998-2')
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(tree()).toHaveFocus()
    unmount()
  })
})
