import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = () => page.getByRole('textbox', { name: '字段' })
const EXPRESSION = { language: 'expression', names: [{ name: 'flow', label: '流量' }] }

async function open(options: Parameters<typeof mountWidget>[1] = {}) {
  const field = mountWidget(widget, options)
  await expect.element(box()).toBeVisible()
  return field
}

describe('code', () => {
  it('writes what is typed, line by line, and Tab leaves it', async () => {
    const field = await open({ settings: { language: 'sql' } })
    const keys: string[] = []
    const listen = (event: KeyboardEvent) => keys.push(event.key)
    document.body.addEventListener('keydown', listen)
    await userEvent.tab()
    await userEvent.keyboard('a{Enter}b')
    document.body.removeEventListener('keydown', listen)
    expect(field.value()).toBe('a\nb')
    expect(keys).not.toContain('Enter')
    await userEvent.keyboard('{Escape}{Tab}')
    expect(document.activeElement).not.toBe(box().element())
    expect(field.blurs()).toBe(1)
    await userEvent.click(box())
    await userEvent.keyboard('{Control>}a{/Control}{Delete}')
    expect(field.value()).toBeNull()
  })

  it('completes functions of the library and the names that are given', async () => {
    const field = await open({ settings: EXPRESSION })
    await userEvent.tab()
    await userEvent.keyboard('ROUNDU')
    await expect.element(page.getByRole('option', { name: /ROUNDUP/ })).toBeVisible()
    await expect
      .poll(() => document.querySelector('.loam-code-example')?.textContent)
      .toBe('ROUNDUP(1.21, 1) → 1.3')
    await page.getByRole('option', { name: /ROUNDUP/ }).click()
    expect(field.value()).toBe('ROUNDUP()')
    await userEvent.keyboard('fl')
    await expect.element(page.getByRole('option', { name: /flow/ })).toHaveTextContent('流量')
    await page.getByRole('option', { name: /flow/ }).click()
    await userEvent.keyboard(', 1')
    expect(field.value()).toBe('ROUNDUP(flow, 1)')
  })

  it('completes tables and their columns, quoted where the database needs it', async () => {
    const field = await open({ settings: { language: 'sql' } })
    field.update({
      options: [
        { value: 'area', label: '行政区划', children: [{ value: 'fullName', label: 'text' }] },
        { value: 'order.items', label: '采购单' },
      ],
    })
    await userEvent.tab()
    await userEvent.keyboard('select * from ord')
    await expect.element(page.getByRole('option', { name: /order\.items/ })).toHaveTextContent('采购单')
    await page.getByRole('option', { name: /order\.items/ }).click()
    expect(field.value()).toBe('select * from "order.items"')
    await userEvent.keyboard(', area where area.ful')
    await page.getByRole('option', { name: /fullName/ }).click()
    expect(field.value()).toBe('select * from "order.items", area where area."fullName"')
  })

  it('underlines what is wrong, in the colours of the page', async () => {
    await open({ settings: EXPRESSION, value: "IF(flow > 1, 'a', 'b') + flwo" })
    await expect.poll(() => document.querySelector('.cm-lintRange-error')?.textContent).toBe('flwo')
    expect(document.querySelector('.loam-code-string')?.textContent).toBe("'a'")
    expect(document.querySelector('.loam-code-function')?.textContent).toBe('IF')
  })

  it('takes a value from outside without answering it, and another language', async () => {
    const field = await open({ settings: { language: 'json' }, value: '{"a": 1}' })
    expect(document.querySelector('.loam-code-property')?.textContent).toBe('"a"')
    field.update({ value: 'select 1' })
    await expect.element(box()).toHaveTextContent('select 1')
    field.update({ settings: { ...widget.definition.defaults, language: 'sql' } as never })
    await expect.poll(() => document.querySelector('.loam-code-keyword')?.textContent).toBe('select')
    expect(field.changes).toEqual([])
  })

  it('takes nothing while it is locked, and says so', async () => {
    const field = await open({ value: 'a', props: { readonly: true } })
    await userEvent.tab()
    await userEvent.keyboard('b{Enter}{Backspace}')
    await expect.element(box()).toHaveAttribute('aria-readonly', 'true')
    field.update({ readonly: false, disabled: true, error: '不对' })
    await expect.element(box()).toHaveAttribute('contenteditable', 'false')
    await expect.element(box()).toHaveAttribute('aria-describedby', 'field-error')
    expect(field.changes).toEqual([])
  })

  it('holds 10,000 lines and draws those that are seen', async () => {
    const field = await open({ value: 'select 1;\n'.repeat(10_000), settings: { language: 'sql' } })
    expect(document.querySelectorAll('.cm-line').length).toBeLessThan(200)
    await userEvent.click(box())
    await userEvent.keyboard('{Control>}{End}{/Control}x')
    expect(String(field.value()).endsWith('\nx')).toBe(true)
  })
})
