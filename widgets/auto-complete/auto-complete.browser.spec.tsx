import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MATERIALS, rowsHost } from '../shared/chooser/testing'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)

const SETTINGS = { interfaceId: 'materials', relationField: 'fullName' }
const box = () => page.getByRole('combobox', { name: '字段' })
const options = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)
const mount = (settings: object = {}, host = rowsHost()) => ({
  ...mountWidget(widget, { settings: { ...SETTINGS, ...settings }, props: { host } }),
  host,
})

it('suggests each text once, 50 at most, for what has been typed when typing rests', async () => {
  const twice = [...MATERIALS, { id: 'pipe-2', fullName: 'PE 支管' }]
  const { host, value } = mount({}, rowsHost(twice))
  await userEvent.type(box().element(), '支管')
  await expect.poll(options).toEqual(['PE 支管'])
  expect(host.calls).toHaveLength(1)
  expect(host.calls[0]?.input).toMatchObject({ keyword: '支管', pageSize: 50, relationField: 'fullName' })
  expect(value()).toBe('支管')
})

it('puts what is typed into the parameter that asks for it', async () => {
  const params = [
    { field: 'word', defaultValue: '', relationField: '@keyword' },
    { field: 'kind', defaultValue: 'x' },
  ]
  const { host } = mount({ params, total: 10 })
  await userEvent.type(box().element(), '阀')
  await expect.poll(() => host.calls.length).toBe(1)
  expect(host.calls[0]?.input).toMatchObject({
    pageSize: 10,
    keyword: '',
    paramList: [
      { field: 'word', defaultValue: '阀' },
      { field: 'kind', defaultValue: 'x' },
    ],
  })
})

it('takes a suggestion by the keyboard, and keeps any other text', async () => {
  const { value } = mount()
  await userEvent.type(box().element(), '阀')
  await expect.poll(options).toEqual(['电动球阀'])
  expect(box().element().getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{ArrowDown}')
  expect(box().element().getAttribute('aria-activedescendant')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(value()).toBe('电动球阀')
  expect(options()).toEqual([])
  await userEvent.fill(box().element(), '别的')
  await userEvent.keyboard('{Enter}')
  expect(value()).toBe('别的')
})

it('suggests nothing when the request fails', async () => {
  const host = rowsHost()
  host.failing = true
  mount({}, host)
  await userEvent.type(box().element(), '阀')
  await expect.poll(() => host.calls.length).toBe(1)
  expect(options()).toEqual([])
  expect(document.querySelector('[role="alert"]')).toBeNull()
})
