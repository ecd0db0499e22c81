import { NodeSelection } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { fakeHost, fileOf } from '@widgets/shared/files/specs/fake-files'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DRAG_TYPE, type Insertable, type TemplateEditor } from '..'
import { drawEditor, sheet, tool } from './drawn-editor'

let drawn: Awaited<ReturnType<typeof drawEditor>> | undefined
afterEach(() => drawn?.unmount())

async function open(...given: Parameters<typeof drawEditor>) {
  drawn = await drawEditor(...given)
  return drawn
}

/** Sets the caret behind the n-th sign of a text of the template. */
function setCaret({ tiptap }: TemplateEditor, text: string, signs = 0) {
  let found = -1
  tiptap.state.doc.descendants((node, at) => {
    if (found < 0 && node.isText && node.text?.includes(text)) found = at + node.text.indexOf(text)
  })
  tiptap.view.focus()
  tiptap.commands.setTextSelection(found + signs)
}

function choosePlace({ tiptap }: TemplateEditor, expression: string) {
  tiptap.state.doc.descendants((node, at) => {
    if (node.attrs['expression'] === expression)
      tiptap.view.dispatch(tiptap.state.tr.setSelection(NodeSelection.create(tiptap.state.doc, at)))
  })
  tiptap.view.focus()
}

const chips = () => [...document.querySelectorAll<HTMLElement>('.loam-print-chip')]

describe('the editor of a print template', () => {
  it('writes what is typed, says so once for each change, and goes back and forth by keys', async () => {
    const { editor, onChange } = await open('<p>单号：{no}</p>')
    expect(chips().map(({ textContent, title }) => [textContent, title])).toEqual([['单号', '{no}']])
    expect(onChange).not.toHaveBeenCalled()
    setCaret(editor, '单号', 3)
    await userEvent.keyboard('A{{total}')
    expect(editor.template()).toBe('<p>单号：A{total}{no}</p>')
    expect(onChange).toHaveBeenCalled()
    editor.setTemplate('<p>另</p>')
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(editor.template()).toBe('<p>单号：A{total}{no}</p>')
    await userEvent.keyboard('{Control>}y{/Control}')
    expect(editor.template()).toBe('<p>另</p>')
  })

  it.each<[Insertable, string]>([
    [{ kind: 'place', expression: 'thousands(total,2)' }, '<p>甲{thousands(total,2)}乙</p>'],
    [{ kind: 'qrcode', path: 'no' }, '<p>甲{qrcode(no)}乙</p>'],
    [{ kind: 'image', path: 'no' }, '<p>甲{image(no)}乙</p>'],
    [{ kind: 'approvals' }, '<p>甲{systemApprovalContent}乙</p>'],
    [{ kind: 'pageBreak' }, '<p>甲</p><div style="page-break-after: always"></div><p>乙</p>'],
    [{ kind: 'condition' }, '<p>{if}甲乙{/if}</p>'],
    [
      { kind: 'table', rows: 1, columns: 2 },
      '<p>甲</p><table border="1"><tbody><tr><td></td><td></td></tr></tbody></table><p>乙</p>',
    ],
    [
      {
        kind: 'detail',
        table: 'items',
        columns: [
          { path: 'items.name', label: '物料', jnpfKey: 'comInput' },
          { path: 'items.amount', label: '金额', jnpfKey: 'inputNumber' },
        ],
      },
      '<p>甲</p><table border="1" style="width: 180mm"><colgroup><col style="width: 90mm"><col style="width: 90mm"></colgroup><thead><tr><th style="text-align: left">物料</th><th style="text-align: right">金额</th></tr></thead><tbody><tr><td style="text-align: left">{items.name}</td><td style="text-align: right">{thousands(items.amount,2)}</td></tr></tbody></table><p>乙</p>',
    ],
  ])('puts in at the caret, and takes back in one step: %o', async (item, html) => {
    const { editor } = await open('<p>甲乙</p>')
    setCaret(editor, '甲', 1)
    editor.insert(item)
    expect(editor.template()).toBe(html)
    expect(document.activeElement).toBe(sheet().element())
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(editor.template()).toBe('<p>甲乙</p>')
  })

  it('leaves a line below a table at the end, to go on typing in', async () => {
    const { editor } = await open('<p>甲</p>')
    setCaret(editor, '甲', 1)
    editor.insert({
      ...{ kind: 'detail', table: 'items' },
      columns: [{ path: 'items.name', label: '物料', jnpfKey: 'comInput' }],
    })
    await userEvent.keyboard('below')
    expect(editor.template()).toMatch(/<\/table><p>below<\/p>$/)
    await userEvent.keyboard('{Control>}zz{/Control}')
    expect(editor.template()).toBe('<p>甲</p>')
  })

  it('takes what is dragged at the place where it is dropped', async () => {
    const { editor } = await open('<p>甲乙</p>')
    setCaret(editor, '甲')
    const text = document.querySelector('.ProseMirror p')?.firstChild as Text
    const range = new Range()
    range.setStart(text, 2)
    const { left, top, height } = range.getBoundingClientRect()
    const dataTransfer = new DataTransfer()
    dataTransfer.setData(DRAG_TYPE, JSON.stringify({ kind: 'place', expression: 'no' }))
    sheet()
      .element()
      .dispatchEvent(
        new DragEvent('drop', {
          dataTransfer,
          clientX: left,
          clientY: top + height / 2,
          bubbles: true,
          cancelable: true,
        }),
      )
    expect(editor.template()).toBe('<p>甲乙{no}</p>')
  })

  it('shows a place that is gone or malformed, and leads to it', async () => {
    const { editor } = await open(
      '<p>{gone} {no} {x y} {if a +}好{/if}{/if}{items.amount}{T1.name}{no_id}</p>',
    )
    const wrong = chips().filter((chip) => chip.getAttribute('aria-invalid') === 'true')
    expect(wrong.map(({ dataset }) => dataset['chip'])).toEqual(['gone', 'x y', 'if a +'])
    expect(wrong[0]?.title).toBe('{gone}\n字段 gone 不存在')
    expect(editor.problems().map(({ title }) => title)).toEqual([
      '字段 gone 不存在',
      '无法识别的内容，打印时为空',
      '表达式末尾缺少一个值',
      '没有与之对应的条件开始',
    ])
    editor.reveal(editor.problems()[1]?.id ?? '')
    await expect.element(page.getByRole('textbox', { name: '表达式' })).toHaveValue('x y')
  })

  it('leads from a chosen place into its settings by Enter and back by Escape, and deletes it by Backspace', async () => {
    const { editor } = await open('<p>甲{total}乙</p>')
    setCaret(editor, '甲', 1)
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    choosePlace(editor, 'total')
    await userEvent.keyboard('{Enter}')
    const panel = page.getByRole('group', { name: '所选内容的设置' })
    await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement).toBe(sheet().element())
    await userEvent.keyboard('{Backspace}')
    expect(editor.template()).toBe('<p>甲乙</p>')
  })

  it('sets how a value is printed, and stays with it', async () => {
    const { editor } = await open('<p>{total}</p>')
    choosePlace(editor, 'total')
    await page.getByRole('combobox', { name: '格式' }).click()
    await page.getByRole('option', { name: '千位分隔' }).click()
    expect(editor.template()).toBe('<p>{thousands(total,2)}</p>')
    await page.getByRole('spinbutton', { name: '小数位数' }).fill('0')
    await expect.poll(() => editor.template()).toBe('<p>{thousands(total,0)}</p>')
    await page.getByRole('combobox', { name: '字段' }).click()
    await page.getByRole('option', { name: '明细 / 金额' }).click()
    await page.getByRole('combobox', { name: '明细取值' }).click()
    await page.getByRole('option', { name: '合计' }).click()
    expect(editor.template()).toBe('<p>{thousands(sum(items.amount),0)}</p>')
  })

  it('says under a condition why it does not hold together', async () => {
    const { editor } = await open('<p>甲</p>')
    setCaret(editor, '甲')
    editor.insert({ kind: 'condition' })
    const box = page.getByRole('textbox', { name: '表达式' })
    await expect.element(box).toHaveAttribute('aria-invalid', 'true')
    await box.fill('total >')
    await expect.element(box).toHaveAttribute('aria-invalid', 'true')
    await box.fill('total > 100')
    await expect.element(box).not.toHaveAttribute('aria-invalid')
    expect(editor.template()).toBe('<p>{if total &gt; 100}甲{/if}</p>')
  })

  it('makes a table by keys alone', async () => {
    const { editor } = await open('<p>甲</p>')
    setCaret(editor, '甲', 1)
    ;(tool('表格').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: '1 行 × 1 列', exact: true })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{Enter}')
    expect(editor.template()).toBe(
      `<p>甲</p><table border="1"><tbody>${`<tr>${'<td></td>'.repeat(3)}</tr>`.repeat(2)}</tbody></table><p><br></p>`,
    )
    await userEvent.keyboard('一{Tab}二')
    expect(editor.template()).toContain('<tr><td>一</td><td>二</td><td></td></tr>')
  })

  it('merges cells and makes rows a head that is written as one', async () => {
    const cells = '<tr><td>一</td><td>二</td></tr>'
    const { editor } = await open(
      `<table border="1"><tbody>${cells}<tr><td>{items.name}</td><td>{no}</td></tr></tbody></table>`,
    )
    expect(document.querySelectorAll('.loam-print-repeats').length).toBe(1)
    const { tiptap } = editor
    tiptap.view.focus()
    tiptap.view.dispatch(tiptap.state.tr.setSelection(CellSelection.create(tiptap.state.doc, 2, 7)))
    await tool('表格').click()
    await page.getByRole('menuitem', { name: '合并单元格' }).click()
    await tool('表格').click()
    await page.getByRole('menuitemcheckbox', { name: '表头行（每页重复）' }).click()
    expect(editor.template()).toBe(
      '<table border="1"><thead><tr><th colspan="2">一<br>二</th></tr></thead><tbody><tr><td>{items.name}</td><td>{no}</td></tr></tbody></table>',
    )
  })

  it('keeps widths in millimetres, together no wider than the sheet, and rows that fill up', async () => {
    const { editor } = await open(
      '<table><tbody><tr><td style="width: 50%">{items.name}</td><td>二</td></tr></tbody></table>',
    )
    setCaret(editor, '二')
    const width = page.getByRole('spinbutton', { name: '列宽' })
    await width.fill('100')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => editor.template()).toContain('<col><col style="width: 100mm">')
    editor.tiptap.commands.setTextSelection(4)
    await width.fill('200')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => editor.template())
      .toContain('<table style="width: 180mm"><colgroup><col style="width: 80mm"><col style="width: 100mm">')
    await page.getByRole('spinbutton', { name: '至少行数（不足补空行）' }).fill('10')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => editor.template()).toContain('<tr data-fill="10"><td>{items.name}</td>')
  })

  it('aligns a cell by the cell, and a paragraph by itself', async () => {
    const { editor } = await open('<p>甲</p><table><tbody><tr><td>格</td></tr></tbody></table>')
    setCaret(editor, '甲')
    await tool('居中').click()
    setCaret(editor, '格')
    await tool('右对齐').click()
    expect(editor.template()).toBe(
      '<p style="text-align: center">甲</p><table><tbody><tr><td style="text-align: right">格</td></tr></tbody></table>',
    )
  })

  it('sends a picture and keeps its address', async () => {
    const host = fakeHost()
    const { editor } = await open('<p>甲</p>', false, host)
    setCaret(editor, '甲', 1)
    host.chosen = [fileOf('x.png', 5, 'image/png')]
    editor.insert({ kind: 'picture' })
    await expect.poll(() => host.images.length).toBe(1)
    const url = `/api/file/Image/annexpic/${'c'.repeat(32)}.png`
    host.images[0]?.answer({ name: 'x.png', fileId: 'c', url })
    await expect.poll(() => editor.template()).toBe(`<p>甲<img src="${url}" width="200"></p>`)
    await expect
      .poll(() => document.querySelector<HTMLImageElement>('.ProseMirror img[src]')?.src)
      .toMatch(/^data:/)
  })

  it('takes pasted markup without what paper may not hold', async () => {
    const { editor } = await open('<p>甲</p>')
    setCaret(editor, '甲', 1)
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<b class="x" style="position: fixed">粗</b><video>v</video>{no}')
    sheet()
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    expect(editor.template()).toBe('<p>甲<strong>粗</strong>{no}</p>')
  })

  it('is closed to writing where it is read only', async () => {
    const { editor, onChange } = await open('<p>甲{no}</p>', true)
    expect(sheet().element().getAttribute('contenteditable')).toBe('false')
    editor.insert({ kind: 'pageBreak' })
    expect(editor.template()).toBe('<p>甲{no}</p>')
    await expect.element(tool('加粗')).toBeDisabled()
    await expect.element(page.getByRole('spinbutton', { name: '字号' })).toBeDisabled()
    expect(onChange).not.toHaveBeenCalled()
  })
})
