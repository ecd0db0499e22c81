import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { COLUMNS, rowsHost } from '../shared/chooser/testing'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(async () => {
  unmountAll()
  await page.viewport(1440, 900)
})

const box = () => page.getByRole('combobox', { name: '字段' })
const layer = () => page.getByRole('dialog')
const row = (name: string) => layer().getByRole('row', { name })
const button = (name: string) => layer().getByRole('button', { name, exact: true })

async function open(settings: object = {}, value: unknown = null, host = rowsHost()) {
  const mounted = mountWidget(widget, {
    settings: { interfaceId: 'materials', columnOptions: COLUMNS, ...settings },
    value,
    props: { host },
  })
  await box().click()
  await expect.poll(() => document.querySelector('[role="grid"]')?.getAttribute('aria-busy')).toBe('false')
  return { ...mounted, host }
}

describe('the popover', () => {
  it('is 700 px wide with a list of 300 px, and asks for 10,000 rows', async () => {
    const { host } = await open()
    expect(layer().element().getBoundingClientRect().width).toBe(700)
    expect(document.querySelector('.loam-rows')?.getBoundingClientRect().height).toBe(300)
    expect(host.calls.map(({ input }) => input['pageSize'])).toEqual([10_000])
    expect(layer().getByRole('textbox').all()).toHaveLength(0)
  })

  it('has a keyword where it filters', async () => {
    const { host } = await open({ filterable: true })
    await expect.element(layer().getByRole('textbox')).toHaveFocus()
    await userEvent.keyboard('支管')
    await expect.poll(() => document.querySelectorAll('.loam-rows-line').length).toBe(1)
    expect(host.calls.at(-1)?.input['keyword']).toBe('支管')
  })

  it('takes a single row with its press, and nothing when none is chosen any more', async () => {
    const { value, changes } = await open({}, 'tape')
    await row('PE 支管').click()
    expect(value()).toBe('pipe')
    await expect.element(layer()).not.toBeInTheDocument()
    await box().click()
    await row('PE 支管').click()
    await button('确定').click()
    expect(changes).toEqual(['pipe', ''])
  })

  it('toggles several with checkboxes, and replaces the tags when confirmed', async () => {
    const { value, changes, container } = await open({ multiple: true }, ['tape'])
    expect(document.querySelectorAll('.loam-rows-check')).toHaveLength(3)
    await row('滴灌带').click()
    await row('电动球阀').click()
    await row('PE 支管').click()
    expect(changes).toEqual([])
    await button('确定').click()
    expect(value()).toEqual(['valve', 'pipe'])
    const tags = [...container.querySelectorAll('.loam-choice-tag-text')].map((tag) => tag.textContent)
    expect(tags).toEqual(['电动球阀', 'PE 支管'])
  })

  it('writes at once when a tag is removed', async () => {
    const { value } = mountWidget(widget, {
      settings: { interfaceId: 'materials', multiple: true },
      value: ['tape', 'pipe'],
      props: { host: rowsHost() },
    })
    await page.getByRole('button', { name: '移除滴灌带' }).click()
    expect(value()).toEqual(['pipe'])
  })

  it('is left by Escape, Tab at its end and a press beside it, the focus going back to its field', async () => {
    const { changes } = await open({ filterable: true })
    await userEvent.keyboard('{Escape}')
    await expect.element(layer()).not.toBeInTheDocument()
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(layer()).toBeVisible()
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect.element(layer()).not.toBeInTheDocument()
    await box().click()
    await expect.element(layer()).toBeVisible()
    await userEvent.click(document.body, { position: { x: 1200, y: 800 } })
    await expect.element(layer()).not.toBeInTheDocument()
    expect(changes).toEqual([])
  })

  it('is a sheet on a phone', async () => {
    await page.viewport(390, 844)
    await open({ filterable: true })
    await expect.poll(() => layer().element().getBoundingClientRect().bottom).toBe(844)
    expect(layer().element().getBoundingClientRect().width).toBe(390)
  })
})
