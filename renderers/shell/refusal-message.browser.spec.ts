import { CallError } from '@runtime/host'
import { beforeAll, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import permission from '../../schemas/locales/permission.json'
import { switchLanguage } from './language'
import { showRefusal } from './refusal-message'
import { noteRefusal, refusedRight } from './refusals'

beforeAll(() => switchLanguage('zh', async () => ({ 'permission.why': permission.why.zh })))

it('knows by its sentence which right a refusal was for', () => {
  noteRefusal(new CallError(403, '没有权限：字典 · 编辑', [], { right: 'system.dictionary:btn_edit' }))
  noteRefusal(new CallError(400, '名称重复', [], { right: 7 }))
  noteRefusal(new Error('没有网络'))
  expect(refusedRight('没有权限：字典 · 编辑')).toBe('system.dictionary:btn_edit')
  for (const text of ['名称重复', '没有网络']) expect(refusedRight(text)).toBeUndefined()
  for (let index = 0; index < 20; index++) noteRefusal(new CallError(403, `${index}`, [], { right: 'a' }))
  expect(refusedRight('没有权限：字典 · 编辑')).toBeUndefined()
})

it('leads from the message to why, and takes itself away', async () => {
  let times = 0
  showRefusal('没有权限：字典 · 编辑', () => times++)
  await expect.element(page.getByText('没有权限：字典 · 编辑')).toBeVisible()
  await page.getByRole('button', { name: '权限来源' }).click()
  expect(times).toBe(1)
  await expect.element(page.getByText('没有权限：字典 · 编辑')).not.toBeInTheDocument()
})
