import '../../shell/base.css'
import { beginList } from '@runtime/design/list/edits'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { sessionOf } from '../specs/orders'
import { ListDesigner } from './list-designer'

// What edits code and what runs scripts are fetched apart; waiting for them is no part of what is tested.
beforeAll(() => Promise.all([import('../panel/editors/script-code'), import('../../script')]))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

const code = page.getByRole('textbox', { name: '脚本', exact: true })
const report = page.getByRole('region', { name: '试运行结果' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/** The script of a new button, open in its editor. */
async function open() {
  await page.viewport(1440, 900)
  const session = sessionOf()
  const command = session.plan && beginList(session.tree, session.plan, 'columnData')
  if (command) session.run(command)
  const asked: string[] = []
  const host = {
    ...testHost(),
    async request(_: string, url: string) {
      asked.push(url)
      return { data: null, msg: '' }
    },
  }
  drawn = draw(<ListDesigner session={session} />, host, '800px')
  const buttons = page.getByRole('group', { name: '自定义按钮' })
  await buttons.getByRole('button', { name: '添加按钮' }).click()
  await buttons.getByRole('button', { name: '按钮', exact: true }).click()
  await press('编辑 脚本')
  return { session, asked }
}

it('runs unsaved on a record that the list shows, with what it logs and asks for', async () => {
  const { session, asked } = await open()
  await expect.element(code).toHaveTextContent('({ data, index, refresh, onlineUtils }) => {')
  const before = session.history.texts
  await userEvent.fill(
    code,
    `({ data, index, refresh, onlineUtils, request }) => {
      console.log('got', data.id, index)
      onlineUtils.toast('办好了')
      refresh()
      request('/api/orders', 'POST').catch(() => {})
      return data.no
    }`,
  )
  await press('试运行')
  await expect.element(report.getByRole('status')).toHaveTextContent('运行完成')
  for (const words of ['提示：办好了', '刷新列表', 'POST /api/orders', 'got 1 0'])
    await expect.element(report).toHaveTextContent(words)
  await page.getByRole('combobox', { name: '试运行的记录' }).click()
  await page.getByRole('option', { name: /^3\. / }).click()
  await press('试运行')
  await expect.element(report).toHaveTextContent('got 3 2')
  expect(asked).toEqual([])
  expect(session.history.texts).toEqual(before)
})

it('is marked where it failed, and completed with what it is given and with fields by their label', async () => {
  await open()
  await userEvent.fill(code, '({ data }) => {\n  return data > 100 ? nothing : never\n}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(report.getByRole('status')).toHaveTextContent("'never' is not defined")
  await expect.poll(() => document.querySelector('.cm-lintRange-error')?.textContent).toBe('never')
  await userEvent.fill(code, '({ data, refresh }) => {\n  ')
  await userEvent.keyboard('refr')
  await page.getByRole('option', { name: /^refresh/ }).click()
  await expect.element(code).toHaveTextContent('refresh()')
  await userEvent.keyboard('{End}; data.')
  await expect.element(page.getByRole('option', { name: /^supplier(?!_)/ })).toHaveTextContent('供应商')
})
