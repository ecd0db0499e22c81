import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = () => page.getByRole('textbox', { name: '字段' })

describe('textarea', () => {
  it('grows between its rows and counts', async () => {
    const settings = { autoSize: { minRows: 2, maxRows: 4 }, maxlength: 200 }
    const field = mountWidget(widget, { settings })
    const height = () => box().element().getBoundingClientRect().height
    const before = height()
    await userEvent.tab()
    await userEvent.keyboard('一{Enter}二{Enter}三')
    expect(field.value()).toBe('一\n二\n三')
    expect(height()).toBe(before + 22)
    await expect.element(page.getByText('5/200')).toBeVisible()
    field.update({ value: 'x\n'.repeat(20) })
    expect(height()).toBe(before + 44)
  })

  it('takes a single cell of a spreadsheet as it reads there, in place of what is selected', async () => {
    const field = mountWidget(widget, { value: 'x' })
    const area = box().element() as HTMLTextAreaElement
    area.focus()
    area.setSelectionRange(1, 1)
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '"一\n二 ""三"""\r\n')
    clipboardData.setData('text/html', '<table><tr><td>一<br>\n  二 "三"</td></tr></table>')
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await expect.poll(field.value).toBe('x一\n二 "三"')
  })

  it('in a table cell makes a line by Alt+Enter and lets Enter through', async () => {
    const field = mountWidget(widget, { value: 'a', cell: true })
    const keys: string[] = []
    const listen = (event: KeyboardEvent) => keys.push(event.key)
    document.body.addEventListener('keydown', listen)
    await userEvent.keyboard('b{Alt>}{Enter}{/Alt}c')
    expect(field.value()).toBe('b\nc')
    expect(keys).not.toContain('Enter')
    await userEvent.keyboard('{Enter}')
    document.body.removeEventListener('keydown', listen)
    expect(keys).toContain('Enter')
  })
})
