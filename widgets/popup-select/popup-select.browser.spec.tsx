import { stands } from '@tests/stands'
import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { COLUMNS, MATERIALS, type RowsHost, rowsHost } from '../shared/chooser/testing'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(async () => {
  unmountAll()
  await page.viewport(1440, 900)
})

const SOURCE = { interfaceId: 'materials', columnOptions: COLUMNS }
const box = () => page.getByRole('combobox', { name: '字段' })
const dialog = () => page.getByRole('dialog')
const rows = () => [...document.querySelectorAll('[role="grid"] [aria-rowindex][aria-selected]')]
const row = (name: string) => dialog().getByRole('row', { name })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const pages = (host: RowsHost) =>
  host.calls.filter(({ name }) => name === 'dataInterface.page').map(({ input }) => input)

async function open(settings: object = {}, value: unknown = null, host = rowsHost(), props: object = {}) {
  const mounted = mountWidget(widget, {
    settings: { ...SOURCE, ...settings },
    value,
    props: { host, ...props },
  })
  await box().click()
  await expect.element(dialog()).toBeVisible()
  await expect.poll(() => document.querySelector('[role="grid"]')?.getAttribute('aria-busy')).toBe('false')
  return { ...mounted, host }
}

describe('the popup of a popup select', () => {
  it('is headed 选择数据, 800 px wide, and has a keyword, its buttons and a table with a radio column', async () => {
    await open()
    await expect.element(page.getByRole('dialog', { name: '选择数据' })).toBeVisible()
    expect(dialog().element().getBoundingClientRect().width).toBe(800)
    for (const name of ['查询', '重置', '刷新', '取消', '确定'])
      await expect.element(button(name)).toBeVisible()
    expect(rows()).toHaveLength(3)
    expect(document.querySelectorAll('.loam-rows-radio')).toHaveLength(3)
    expect(dialog().getByRole('columnheader').all()).toHaveLength(3)
  })

  it('has the heading, width and place that its settings say', async () => {
    await open({ popupTitle: '选择物料', popupWidth: '600px', popupType: 'drawer' })
    await expect.element(page.getByRole('dialog', { name: '选择物料' })).toBeVisible()
    await expect.poll(() => dialog().element().getBoundingClientRect().left).toBe(840)
  })

  it('begins with the present value, and writes another when it is confirmed', async () => {
    const { value, changes } = await open({}, 'pipe')
    await expect.element(row('PE 支管')).toHaveAttribute('aria-selected', 'true')
    await row('电动球阀').click()
    expect(changes).toEqual([])
    await button('确定').click()
    expect(value()).toBe('valve')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(box()).toHaveValue('电动球阀')
  })

  it('does nothing when nothing is chosen, and keeps its value when cancelled', async () => {
    const { changes } = await open()
    await button('确定').click()
    await expect.element(dialog()).toBeVisible()
    await row('滴灌带').click()
    await button('取消').click()
    expect(changes).toEqual([])
  })

  it('asks for 100,000 rows when it opens and for 10,000 after a search or reset', async () => {
    const { host } = await open()
    await userEvent.type(dialog().getByRole('textbox').element(), '支管{Enter}')
    await expect.poll(rows).toHaveLength(1)
    await button('重置').click()
    await expect.poll(rows).toHaveLength(3)
    expect(pages(host).map(({ pageSize, keyword }) => [pageSize, keyword])).toEqual([
      [100_000, ''],
      [10_000, '支管'],
      [10_000, ''],
    ])
    expect(pages(host)[0]).toMatchObject({
      id: 'materials',
      propsValue: 'id',
      relationField: 'fullName',
      columnOptions: 'enCode,fullName',
    })
  })

  it('has pages of 20 where it pages, and goes through them', async () => {
    const many = Array.from({ length: 45 }, (_, at) => ({ id: `m${at}`, fullName: `物料${at}` }))
    const { host } = await open({ hasPage: true }, null, rowsHost(many))
    await expect.element(dialog().getByText('第1/3页')).toBeVisible()
    await button('下一页').click()
    await expect.element(dialog().getByText('第2/3页')).toBeVisible()
    expect(pages(host).map(({ pageSize, currentPage }) => [pageSize, currentPage])).toEqual([
      [20, 1],
      [20, 2],
    ])
  })

  it('shows the last page that there is, when what was on a later one is gone', async () => {
    const many = Array.from({ length: 45 }, (_, at) => ({ id: `m${at}`, fullName: `物料${at}` }))
    await open({ hasPage: true }, null, rowsHost(many))
    await button('下一页').click()
    await button('下一页').click()
    await expect.element(dialog().getByText('第3/3页')).toBeVisible()
    many.splice(25)
    await button('刷新').click()
    await expect.element(dialog().getByText('第2/2页')).toBeVisible()
    await expect.poll(rows).toHaveLength(5)
  })

  it('loads anew with each opening and each refresh', async () => {
    const { host } = await open()
    await button('刷新').click()
    await button('取消').click()
    await box().click()
    await expect.poll(() => pages(host).length).toBe(3)
  })

  it('waits no more when the rows could not be loaded, shows nothing else, and loads with a refresh', async () => {
    const toasts: unknown[] = []
    const host: RowsHost = rowsHost()
    host.toast = (...toast) => void toasts.push(toast)
    host.failing = true
    await open({}, null, host)
    expect(toasts).toEqual([['error', '请求失败，请重试', 1500]])
    expect(rows()).toEqual([])
    expect(document.querySelector('.loam-options-state')).toBeNull()
    expect(document.querySelector('.loam-chooser-pages')).toBeNull()
    await button('刷新').click()
    await expect.poll(rows).toHaveLength(3)
  })

  it('gives parameters the values of the fields they follow', async () => {
    const params = [{ field: 'kind', defaultValue: '', relationField: 'kind' }]
    const context = {
      get: (path: string) => (path === 'kind' ? 'pipe' : undefined),
      set: () => undefined,
      subscribe: () => () => undefined,
    }
    const { host } = await open({ params }, null, rowsHost(), { context })
    expect(pages(host)[0]?.['paramList']).toEqual([
      { field: 'kind', defaultValue: 'pipe', relationField: 'kind' },
    ])
  })

  it('takes several where it may, in the order of choosing, and knows their rows at once', async () => {
    const { value, host } = await open({ multiple: true }, ['pipe'])
    await row('滴灌带').click()
    await row('PE 支管').click()
    await row('电动球阀').click()
    await button('确定').click()
    expect(value()).toEqual(['tape', 'valve'])
    const source = { kind: 'interface', id: 'materials', params: [], value: 'id', label: 'fullName' } as const
    expect(host.names?.lookup(source, 'valve')).toMatchObject({ text: '电动球阀', data: MATERIALS[2] })
  })

  it('is driven by the keyboard alone, and gives the focus back', async () => {
    const { value } = await open()
    await userEvent.keyboard('{Escape}')
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog()).toBeVisible()
    await expect.poll(rows).toHaveLength(3)
    await userEvent.click(dialog().getByRole('grid').element())
    await userEvent.keyboard('{Home}{ArrowDown}{Enter}')
    expect(value()).toBe('pipe')
    await expect.element(box()).toHaveFocus()
  })

  it('draws of 10,000 rows those in view', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `m${at}`, fullName: `物料${at}` }))
    await open({}, null, rowsHost(many))
    expect(rows().length).toBeLessThan(60)
    const grid = dialog().getByRole('grid').element()
    expect(grid.getAttribute('aria-rowcount')).toBe('10001')
    grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
    await expect.poll(() => rows().at(-1)?.textContent).toContain('物料9999')
  })

  it.each(['light', 'dark'])('has nothing that an accessibility check objects to, %s', async (theme) => {
    if (theme === 'dark') document.body.setAttribute('arco-theme', 'dark')
    try {
      await open({ hasPage: true }, 'pipe')
      // What fades in has another contrast in the meantime.
      await Promise.all(document.getAnimations().map(({ finished }) => finished))
      // The colours of buttons are the product's theme's, which is not here.
      await stands()
      const { violations } = await axe.run(
        { include: [dialog().element()], exclude: ['.arco-btn'] },
        {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
        },
      )
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      )
    } finally {
      document.body.removeAttribute('arco-theme')
    }
  })

  it('opens at once in a table cell, from the list’s last line, and writes there', async () => {
    const { value } = mountWidget(widget, { settings: SOURCE, cell: true, props: { host: rowsHost() } })
    await page.getByRole('button', { name: '从表格中选择…' }).click()
    await row('滴灌带').click()
    await button('确定').click()
    expect(value()).toBe('tape')
    await expect.element(box()).toHaveFocus()
  })

  it('is a sheet on a phone, with two lines a row and nothing that scrolls the page sideways', async () => {
    await page.viewport(390, 844)
    await open()
    await expect.poll(() => dialog().element().getBoundingClientRect().bottom).toBe(844)
    expect(document.querySelectorAll('.loam-rows-brief')).toHaveLength(3)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    for (const one of rows()) expect(one.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  })
})

describe('the field of a popup select', () => {
  const field = (host = rowsHost(), value: unknown = null) => {
    const mounted = mountWidget(widget, { settings: SOURCE, value, props: { host } })
    ;(box().element() as HTMLElement).focus()
    return { ...mounted, host }
  }
  const lines = () => page.getByRole('option').elements()

  it('narrows a short list as one types, by name or code, and takes the line at Enter', async () => {
    const { value, host } = field()
    await userEvent.keyboard('球')
    await expect.poll(lines).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    expect(value()).toBe('valve')
    await expect.element(box()).toHaveValue('电动球阀')
    await userEvent.keyboard('W-1')
    await expect.element(page.getByRole('option', { name: '滴灌带 · W-1' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(box()).toHaveValue('电动球阀')
    expect(dialog().elements()).toEqual([])
    expect(pages(host).map(({ pageSize }) => pageSize)).toEqual([200, 200])
  })

  it('shows the list at an arrow, with the present choice, and says what failed', async () => {
    const host = rowsHost()
    host.failing = true
    field(host, 'pipe')
    await expect.element(box()).toHaveValue('PE 支管')
    await userEvent.keyboard('{ArrowDown}')
    await page.getByRole('button', { name: '重试' }).click()
    await expect.poll(lines).toHaveLength(3)
    await expect.element(page.getByRole('option', { selected: true })).toHaveTextContent('PE 支管')
    await stands()
    const { violations } = await axe.run(
      { include: [document.querySelector('.loam-choice-popup') as HTMLElement] },
      { runOnly: ['wcag2a', 'wcag2aa'] },
    )
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  it('is emptied by its cross, or by Delete', async () => {
    const { value } = mountWidget(widget, { settings: SOURCE, value: 'pipe', props: { host: rowsHost() } })
    await expect.element(box()).toHaveValue('PE 支管')
    ;(box().element() as HTMLElement).focus()
    await userEvent.keyboard('{Delete}')
    expect(value()).toBe('')
  })

  it('does not open while it is disabled', async () => {
    mountWidget(widget, { settings: SOURCE, value: 'pipe', props: { host: rowsHost(), disabled: true } })
    await userEvent.click(document.querySelector('.arco-select-view') as Element, { force: true })
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })
})
