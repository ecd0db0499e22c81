import { CallError, type Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { button, FILE, show } from '../specs/shown-page'

const PUMP = {
  node: 'form',
  name: 'pump',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: '名称', minLength: 2 },
      active: { type: 'boolean', title: '启用', default: true },
      source: { type: 'object', title: '来源', properties: { topic: { type: 'string', title: '主题' } } },
    },
  },
  record: { name: '泵' },
  submit: [{ call: 'pump.save', with: { pump: '${form}' } }],
}
const BUTTONS = [
  { node: 'button', text: '检查', do: [{ validate: 'pump' }, { call: 'pump.checked' }] },
  { node: 'button', text: '还原', do: { reset: 'pump' } },
  { node: 'button', text: '改名', do: { set: { 'form.source.topic': 'sf/7' } } },
]
const standing = (more: object = {}) => ({
  [FILE]: { title: 'A', body: { node: 'stack', items: [{ ...PUMP, ...more }, ...BUTTONS] } },
})
const inDialog = {
  [FILE]: {
    title: 'A',
    body: { node: 'button', text: '打开', do: { open: 'pump' } },
    dialogs: { pump: { title: '泵站', body: { ...PUMP, submit: [...PUMP.submit, { close: true }] } } },
  },
}
const answering = () => vi.fn<Host['call']>(async () => ({ data: null, msg: '' }))
const LOADING = { timeout: 45_000 }
const name = () => screen.getByLabelText('名称', { exact: false })
const named = async (value: string) => {
  await expect.element(name(), LOADING).toBeVisible()
  await name().fill(value)
}
const calls = (call: ReturnType<typeof answering>) => call.mock.calls.map(([requested]) => requested)

describe('a form of a JSON Schema in a page', () => {
  it('is judged, and then its submit runs with what was filled in', async () => {
    const call = answering()
    show(standing(), call)
    await named('')
    ;(await button('@common.save')).click()
    await expect.element(screen.getByRole('alert').first()).toBeVisible()
    expect(calls(call)).toEqual([])
    await named('一号泵')
    ;(await button('@common.save')).click()
    await expect.poll(() => calls(call)).toEqual(['pump.save'])
    expect(call.mock.calls[0]?.[1]).toEqual({
      pump: { name: '一号泵', active: true },
    })
  })

  it('is named by validate, reset and set', async () => {
    const call = answering()
    show(standing(), call)
    await named('')
    ;(await button('检查')).click()
    await expect.element(screen.getByRole('alert').first()).toBeVisible()
    expect(calls(call)).toEqual([])
    ;(await button('还原')).click()
    await expect.element(name()).toHaveValue('泵')
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
    await named('二号泵')
    ;(await button('改名')).click()
    await expect.element(screen.getByLabelText('主题')).toHaveValue('sf/7')
    ;(await button('检查')).click()
    await expect.poll(() => calls(call)).toEqual(['pump.checked'])
  })

  it('shows what the server found at its fields', async () => {
    const call = vi.fn<Host['call']>(async () => {
      throw new CallError(400, '不行', [{ path: 'source.topic', message: '主题已被占用' }])
    })
    show(standing(), call)
    await named('一号泵')
    ;(await button('@common.save')).click()
    await expect.element(screen.getByText('主题已被占用')).toBeVisible()
    await named('三号泵')
    await expect.element(screen.getByText('主题已被占用')).not.toBeInTheDocument()
  })

  it('is asked about before a dialog with typed changes closes, and not before one without', async () => {
    const host = show(inDialog, answering())
    ;(await button('打开')).click()
    await expect.element(name(), LOADING).toBeVisible()
    const close = () => screen.getByRole('button', { name: '@view.close' }).click()
    await close()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(host.confirm).not.toHaveBeenCalled()
    ;(await button('打开')).click()
    await named('一号泵')
    await close()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(host.confirm).toHaveBeenCalledTimes(1)
  })

  it('is folded to its summary on a phone, and folds again when it has been asked with', async () => {
    await screen.viewport(390, 800)
    try {
      const call = answering()
      show(standing({ summary: '查泵' }), call)
      const summary = screen.getByRole('button', { name: '查泵' })
      await expect.element(summary, LOADING).toHaveAttribute('aria-expanded', 'false')
      await summary.click()
      await named('一号泵')
      ;(await button('@common.save')).click()
      await expect.element(summary).toHaveAttribute('aria-expanded', 'false')
      expect(calls(call)).toEqual(['pump.save'])
    } finally {
      await screen.viewport(1280, 800)
    }
  })
})
