import '../../shell/base.css'
import { DesignSession } from '@runtime/design/session'
import { createField } from '@runtime/widget/design'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { SettingsInspector } from './index'

// What edits code and what runs scripts are fetched apart; waiting for them is no part of what is tested.
beforeAll(() => Promise.all([import('./editors/script-code'), import('../../script')]))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

function made(key: string, id: number, name: string, label: string) {
  const widget = designed.get(key)
  if (!widget) throw new Error(key)
  return { ...createField(widget, { id, label, now: 0 }), __vModel__: name }
}

const CHOSEN = [{ part: 'formData', node: 101, path: [] }] as const

async function open(nodes: typeof CHOSEN | readonly [], script: string) {
  const fields = [made('number-input', 101, 'price', '单价'), made('number-input', 102, 'total', '总金额')]
  const formData = JSON.stringify({ idGlobal: 110, fields })
  const session = new DesignSession({ id: 'm', texts: { formData }, widgets: { catalogue, designed } })
  session.select({ nodes })
  const asked: string[] = []
  const host = {
    ...testHost(),
    async request(_: string, url: string) {
      asked.push(url)
      return { data: null, msg: '' }
    },
  }
  drawn = draw(
    <div style={{ width: 320, background: 'var(--color-bg-2)' }}>
      <SettingsInspector session={session} />
    </div>,
    host,
    'auto',
  )
  await page.getByText('事件', { exact: true }).click()
  await page.getByRole('button', { name: `编辑 ${script}` }).click()
  return { session, formData, asked, code: page.getByRole('textbox', { name: script, exact: true }) }
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const report = page.getByRole('region', { name: '试运行结果' })
const marked = () => document.querySelector('.cm-lintRange-error')?.textContent

describe('a script of a form under design', () => {
  it('runs unsaved on the sample, with what it logs, sets and asks for; the model stays as it is', async () => {
    const { session, formData, asked, code } = await open(CHOSEN, '值改变时')
    await userEvent.fill(
      code,
      `({ data, setFormData, setRequired, request }) => {
        console.log('got', data)
        setFormData('total', data * 2)
        setRequired('total', true)
        request('/api/orders', 'POST').catch(() => {})
        return 'end'
      }`,
    )
    await userEvent.fill(page.getByRole('textbox', { name: '示例值：单价', exact: true }), '21')
    await press('试运行')
    await expect.element(report.getByRole('status')).toHaveTextContent('运行完成')
    for (const words of [/总金额：.* → 42/, '必填：总金额', 'POST /api/orders', 'got 21', '返回值："end"'])
      await expect.element(report).toHaveTextContent(words)
    expect(asked).toEqual([])
    expect(session.history.texts.formData).toBe(formData)
  })

  it('is marked where it failed, until it is changed', async () => {
    const { code } = await open(CHOSEN, '值改变时')
    await userEvent.fill(code, '({ data }) => {\n  return data > 100 ? nothing : never\n}')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(report.getByRole('status')).toHaveTextContent("'never' is not defined")
    await expect.poll(marked).toBe('never')
    await userEvent.fill(page.getByRole('textbox', { name: '示例值：单价', exact: true }), '1000')
    await press('试运行')
    await expect.poll(marked).toBe('nothing')
    await press('转到第 2 行第 23 列')
    await userEvent.keyboard('1 + ')
    await expect.poll(marked).toBe(undefined)
    await expect.element(report).toHaveTextContent('脚本已改动')
    await expect.element(code).toHaveTextContent('? 1 + nothing : never')
  })

  it('is ended when it has no end, and says so', async () => {
    const { code } = await open([], '提交前')
    await userEvent.fill(code, '() => { for (;;) {} }')
    await press('试运行')
    await expect.element(report.getByRole('status')).toHaveTextContent('运行时间过长，已中止')
    await expect.element(report).toHaveTextContent('阻止提交')
  })

  it('is completed with what it is given, and with fields by their label', async () => {
    const { code } = await open(CHOSEN, '值改变时')
    await userEvent.fill(code, '({ setFormData, onlineUtils }) => {\n  ')
    await userEvent.keyboard('setF')
    await expect.element(page.getByRole('option', { name: /^setFormData/ })).toHaveTextContent('(name, value')
    await page.getByRole('option', { name: /^setFormData/ }).click()
    await expect.element(page.getByRole('option', { name: /^total/ })).toHaveTextContent('总金额')
    await userEvent.keyboard('总')
    await expect.element(page.getByRole('option', { name: /^price/ })).not.toBeInTheDocument()
    await page.getByRole('option', { name: /^total/ }).click()
    await expect.element(code).toHaveTextContent("setFormData('total')")
    await userEvent.keyboard('{End}; onlineUtils.')
    await expect.element(page.getByRole('option', { name: /^toast/ })).toBeVisible()
  })

  it('begins as a stub of its event, which is taken only when something is written', async () => {
    const { session, formData, code } = await open([], '提交前')
    await expect.element(code).toHaveTextContent('new Promise((resolve, reject)')
    await press('确定')
    expect(session.history.texts.formData).toBe(formData)
    await press('编辑 提交前')
    await userEvent.fill(code, '')
    await press('插入模板')
    await expect.element(code).toHaveTextContent('resolve()')
  })
})
