import { draw, type TestHost, testHost } from '@renderers/testing'
import type { Host } from '@runtime/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FeaturePreview } from '.'

const field = (vModel: string, jnpfKey: string, label: string, more: object = {}) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, span: 24, showLabel: true, required: vModel === 'name' },
  ...more,
})
const column = (prop: string, label: string, jnpfKey: string) => ({
  prop,
  id: prop,
  label,
  jnpfKey,
  sortable: true,
})
const config = {
  ...{ id: 'm1', fullName: '机井', type: 1, webType: '2', version: 0 },
  formData: JSON.stringify({
    fields: [
      field('name', 'input', '名称'),
      field('depth', 'inputNumber', '深度'),
      field('paper', 'uploadFile', '附件'),
    ],
    ...{ popupType: 'general', generalWidth: '600px', hasPrintBtn: true, printButtonText: '打印' },
    printId: ['t1'],
  }),
  columnData: JSON.stringify({
    ...{ type: 1, hasPage: true, pageSize: 20, printIds: ['t1'] },
    searchList: [{ ...column('name', '名称', 'input'), searchType: 2 }],
    columnList: [column('name', '名称', 'input'), column('depth', '深度', 'inputNumber')],
    btnsList: [
      { value: 'add', label: '新增' },
      { value: 'batchRemove', label: '批量删除' },
      { value: 'batchPrint', label: '批量打印' },
      { value: 'download', label: '导出' },
      { value: 'upload', label: '导入' },
    ],
    columnBtnsList: [
      { value: 'edit', label: '编辑' },
      { value: 'remove', label: '删除' },
      { value: 'detail', label: '详情' },
    ],
  }),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
const importRows = vi.fn()
const upload = vi.fn()
const request = vi.fn()
beforeEach(async () => {
  await page.viewport(1440, 900)
  localStorage.clear()
  sessionStorage.clear()
  host = testHost()
  const files = { upload, uploadImage: upload } as unknown as NonNullable<Host['files']>
  Object.assign(host, { importRows, request, files, chooseFiles: upload })
})
afterEach(() => {
  drawn?.unmount()
  // Whatever was done, nothing has left.
  expect(host.calls).toEqual([])
  for (const left of [importRows, upload, request]) expect(left).not.toHaveBeenCalled()
})

const rows = () => document.querySelectorAll('.loam-list-row').length
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const shown = () => drawn?.place.textContent ?? ''
const told = () => host.toasts.map(({ text }) => text)
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }).last())
const nameInput = () => dialog()?.querySelector<HTMLInputElement>('[data-path="name"] input')
const pick = (index: number) =>
  (page.getByRole('checkbox', { name: `选择第 ${index} 行`, exact: true }).element() as HTMLElement).click()

async function open(type?: string) {
  drawn = draw(<FeaturePreview config={config} {...(type !== undefined && { type })} />, host)
  if (type === undefined) await expect.poll(shown, { timeout: 15_000 }).toContain('共 25 条')
}

async function fill(name: string) {
  await expect.poll(nameInput).toBeTruthy()
  await userEvent.fill(nameInput() as HTMLElement, name)
}

async function search(name: string) {
  await userEvent.fill(page.getByRole('textbox', { name: '名称' }), name)
  await userEvent.keyboard('{Enter}')
}

describe('a draft in the feature preview', () => {
  it('says what it is, and keeps what is made, changed and deleted on the page', async () => {
    await open()
    await expect.element(page.getByRole('note')).toHaveTextContent('正在预览草稿')
    await press('新建')
    await fill('新井')
    await press('确 定')
    await expect.poll(dialog).toBeNull()
    expect(told()).toEqual(['已保存（仅本页）'])
    await expect.poll(shown).toContain('共 26 条')
    await search('新井')
    await expect.poll(rows).toBe(1)
    await press('编辑')
    await fill('新井二')
    await press('确 定')
    await expect.poll(dialog).toBeNull()
    await expect.poll(shown).toContain('新井二')
    await press('删除')
    await expect.poll(rows).toBe(0)
    expect(host.questions.at(-1)).toContain('新井二')
    await search('')
    await expect.poll(shown).toContain('共 25 条')
    for (const index of [1, 2]) pick(index)
    await press('批量删除')
    await expect.poll(shown).toContain('共 23 条')
  })

  it('refuses what the form refuses, asks nothing of who leaves it, and shows a record', async () => {
    await open()
    await press('新建')
    await expect.poll(nameInput).toBeTruthy()
    await press('确 定')
    await expect.poll(() => dialog()?.querySelector('[data-path="name"] [role="alert"]')).toBeTruthy()
    await fill('临时')
    // What was typed counts for nothing here: nobody is asked.
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialog).toBeNull()
    expect(host.questions).toEqual([])
    await userEvent.click(page.getByRole('button', { name: '详情', exact: true }).first())
    const beside = page.getByRole('region', { name: '记录', exact: true })
    await expect.element(beside).toHaveTextContent('深度')
    await press('关闭记录')
    await expect.element(beside).not.toBeInTheDocument()
    await userEvent.click(document.querySelectorAll('.loam-list-row [role="cell"]')[2] as HTMLElement)
    await expect.element(beside).toHaveTextContent('深度')
    expect(beside.element().querySelector('[role="alert"]')).toBeNull()
  })

  it('prints nothing, and says so', async () => {
    await open()
    pick(1)
    await press('批量打印')
    await expect.poll(told).toEqual(['功能预览不支持打印'])
    await press('详情')
    await press('更多')
    await page.getByRole('menuitem', { name: '打印' }).click()
    await expect.poll(told).toEqual(['功能预览不支持打印', '功能预览不支持打印'])
  })

  it('refuses to export, to import and to take files in words', async () => {
    await open()
    await press('导入')
    await expect.poll(told).toEqual(['功能预览不支持导入'])
    await press('导出')
    await expect.poll(dialog).not.toBeNull()
    await press('导出')
    await expect.poll(() => told().join() + dialog()?.textContent).toContain('功能预览不支持导出')
    await userEvent.keyboard('{Escape}')
    await press('新建')
    await expect.poll(nameInput).toBeTruthy()
    await userEvent.click(dialog()?.querySelector('[data-path="paper"] button') as HTMLElement)
    await expect.poll(told).toContain('功能预览不支持上传文件')
  })

  it('has the form alone too, whose records are in the list, and a phone’s width', async () => {
    await open('form')
    const name = page.getByRole('textbox', { name: '名称' })
    await userEvent.fill(name, '独立表单')
    await press('确 定')
    await expect.poll(told).toEqual(['已保存（仅本页）'])
    await userEvent.click(page.getByText('列表', { exact: true }))
    await expect.poll(shown).toContain('共 26 条')
    expect(shown()).toContain('独立表单')
    await userEvent.click(page.getByText('手机', { exact: true }))
    const frame = page.getByTitle('手机').element() as HTMLIFrameElement
    expect(frame.clientWidth).toBe(390)
    expect(frame).toHaveProperty('previewed.trial.memory.records.length', 26)
  })
})
