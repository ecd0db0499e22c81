import '../../shell/base.css'
import { beginList } from '@runtime/design/list/edits'
import { propsOf } from '@runtime/design/list/entries'
import type { DesignSession } from '@runtime/design/session'
import { asRecord } from '@runtime/json'
import { listOf } from '@runtime/list/json'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { sessionOf } from '../specs/orders'
import { ListDesigner } from './list-designer'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

function begun(): DesignSession {
  const session = sessionOf()
  const command = session.plan && beginList(session.tree, session.plan, 'columnData')
  if (command) session.run(command)
  return session
}

async function open(session = begun()) {
  await page.viewport(1440, 900)
  drawn = draw(<ListDesigner session={session} />, testHost(), '800px')
  return { session, place: drawn.place }
}

const list = ({ tree }: DesignSession) => asRecord(tree.columnData)
const columns = (session: DesignSession) => propsOf(list(session), 'columnList')
const head = (place: HTMLElement, path: string) =>
  place.querySelector<HTMLElement>(`[data-column="${path}"]`) as HTMLElement
const item = (name: string, bar = '列') =>
  page.getByRole('group', { name: bar, exact: true }).getByRole('button', { name, exact: true })

describe('a list under design', () => {
  it('is begun by the form where there is none', async () => {
    const { session, place } = await open(sessionOf())
    await page.getByRole('button', { name: '按表单生成列表' }).click()
    await expect.poll(() => head(place, 'no')).toBeTruthy()
    expect(columns(session)).toEqual(['no', 'day', 'supplier', 'note'])
    // Records of samples stand in it.
    await expect.poll(() => place.querySelectorAll('.loam-list-row').length).toBe(5)
  })

  it('has its columns reordered by drag and by key, and undo gives the text back', async () => {
    const { session, place } = await open()
    const before = session.history.texts
    await expect.poll(() => head(place, 'supplier')).toBeTruthy()
    await userEvent.dragAndDrop(head(place, 'no'), head(place, 'supplier'), {
      sourcePosition: { x: 20, y: 20 },
      targetPosition: { x: head(place, 'supplier').offsetWidth - 20, y: 20 },
    })
    await expect.poll(() => columns(session)).toEqual(['day', 'supplier', 'no', 'note'])
    await item('单号').click()
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await expect.poll(() => columns(session)).toEqual(['day', 'no', 'supplier', 'note'])
    await expect.poll(() => document.activeElement?.getAttribute('data-item')).toBe('no')
    await userEvent.keyboard('{Control>}z{/Control}')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => session.history.texts).toEqual(before)
  })

  it('has a column chosen by its head, made wider, set in the panel and taken out', async () => {
    const { session, place } = await open()
    await expect.poll(() => head(place, 'supplier')).toBeTruthy()
    await userEvent.click(head(place, 'supplier'))
    await expect.poll(() => head(place, 'supplier').hasAttribute('data-chosen')).toBe(true)
    const entry = () => listOf(list(session)['columnList'])[2]
    const panel = page.getByRole('region', { name: '供应商的设置' })
    await panel.getByLabelText('宽度（像素）').fill('180')
    await expect.poll(() => entry()?.['width']).toBe(180)
    item('供应商').element().closest('button')?.focus()
    await userEvent.keyboard('+')
    await expect.poll(() => entry()?.['width']).toBe(190)
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => columns(session)).toEqual(['no', 'day', 'note'])
  })

  it('takes a search field in, switches a button off, and does nothing else that is pressed in it', async () => {
    const { session, place } = await open()
    await expect.poll(() => head(place, 'no')).toBeTruthy()
    await page.getByRole('combobox', { name: '添加查询字段' }).click()
    await page.getByRole('option', { name: '供应商' }).click()
    await expect.poll(() => propsOf(list(session), 'searchList')).toEqual(['no', 'day', 'supplier'])
    await item('批量删除', '列表按钮').click()
    await page.getByRole('button', { name: '移除“批量删除”' }).click()
    await expect.poll(() => listOf(list(session)['btnsList']).map(({ value }) => value)).toEqual(['add'])
    const { version } = session
    place.querySelector<HTMLElement>('.loam-list-toolbar button')?.click()
    place.querySelector<HTMLElement>('.loam-list-sort')?.click()
    expect(session.version).toBe(version)
  })

  it('calls what is in it as it is called in the list that is drawn, also where the model keeps no word', async () => {
    const session = begun()
    const btnsList = [{ value: 'add', label: '新增' }, { value: 'download' }]
    session.run({ do: 'set', what: { part: 'columnData', path: ['btnsList'] }, value: btnsList })
    const { place } = await open(session)
    await expect.element(item('新建', '列表按钮')).toBeVisible()
    await expect.element(item('导出', '列表按钮')).toBeVisible()
    const drawnButtons = () => place.querySelector('.loam-list-toolbar')?.textContent
    await expect.poll(drawnButtons).toContain('新建')
    expect(drawnButtons()).toContain('导出')
  })

  it('of phones begins as a copy and says where it differs', async () => {
    const { session } = await open()
    await page.getByText('移动端', { exact: true }).click()
    await page.getByRole('button', { name: '复制电脑端的列表' }).click()
    await expect.element(page.getByText('与电脑端相同')).toBeVisible()
    await item('日期', '查询字段').click()
    await page.getByRole('button', { name: '移除“日期”' }).click()
    await page.getByText('与电脑端有 1 处不同').click()
    await expect.element(page.getByText('“移动端列表”移除查询字段“日期”')).toBeVisible()
    expect(columns(session)).toHaveLength(4)
  })

  it('has its settings in a sheet on a phone', async () => {
    const session = begun()
    await page.viewport(390, 844)
    drawn = draw(<ListDesigner session={session} />, testHost(), '800px')
    await item('供应商').click()
    await expect.element(page.getByLabelText('宽度（像素）')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('a header over columns of a list under design', () => {
  const headers = (session: DesignSession) =>
    listOf(list(session)['complexHeaderList']).map(({ fullName, childColumns }) => [fullName, childColumns])

  it('is put over the chosen column, takes in one that is dropped on it, and is renamed and dissolved', async () => {
    const { session, place } = await open()
    await expect.poll(() => head(place, 'supplier')).toBeTruthy()
    const before = session.history.texts
    await item('日期').click()
    await page.getByRole('button', { name: '添加分组' }).click()
    await expect.poll(() => headers(session)).toEqual([['分组', ['day']]])
    await userEvent.dragAndDrop(item('说明'), item('分组', '表头分组'))
    await expect.poll(() => headers(session)).toEqual([['分组', ['day', 'note']]])
    expect(columns(session)).toEqual(['no', 'day', 'note', 'supplier'])
    const panel = page.getByRole('region', { name: '分组的设置' })
    await panel.getByLabelText('标题').fill('往来')
    await expect
      .poll(() => place.querySelector('.loam-list-design-canvas')?.textContent ?? '')
      .toContain('往来')
    // By keys a column leaves it again.
    item('说明').element().closest('button')?.focus()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await expect.poll(() => headers(session)).toEqual([['往来', ['day']]])
    await page.getByRole('button', { name: '移除“往来”' }).click()
    await expect.poll(() => headers(session)).toEqual([])
    for (let step = 0; step < 5; step++) session.undo()
    expect(session.history.texts).toEqual(before)
  })

  it('is put over all columns that are chosen together, by pointer or by key', async () => {
    const { session, place } = await open()
    await expect.poll(() => head(place, 'supplier')).toBeTruthy()
    await item('单号').click()
    await item('供应商').click({ modifiers: ['Control'] })
    item('说明').element().closest('button')?.focus()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await page.getByRole('button', { name: '添加分组' }).click()
    await expect.poll(() => headers(session)).toEqual([['分组', ['no', 'supplier', 'note']]])
    expect(columns(session)).toEqual(['no', 'supplier', 'note', 'day'])
  })
})
