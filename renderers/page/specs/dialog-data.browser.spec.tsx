import type { Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { button, FILE, show } from './shown-page'

const LOADING = { timeout: 45_000 }
const stacked = (...items: object[]) => ({ node: 'stack', items })
const pressed = (text: string, action: object) => ({ node: 'button', text, do: action })
const toasts = (host: Host) => vi.mocked(host.toast).mock.calls.map(([, text]) => text)

describe('a dialog', () => {
  it('has sources of its own, asked with what it takes, beside those of the page', async () => {
    const call = vi.fn<Host['call']>(async (name, input) => ({
      data:
        name === 'role.users' ? { list: [{ id: '1', name: `人${input?.['id']}` }] } : { list: [{ id: '2' }] },
      msg: '',
    }))
    const dialogs = {
      members: {
        title: '成员',
        takes: { row: 'object' },
        data: { members: { call: 'role.users', with: { id: '${row.id}' } } },
        body: stacked(
          { node: 'table', source: 'members', columns: [{ path: 'name', label: '姓名' }] },
          { node: 'text', text: '${COUNT(data.members)}/${COUNT(data.roles)}' },
          pressed('再查', { reload: 'members' }),
          pressed('关', { close: true }),
        ),
      },
    }
    const body = stacked(
      pressed('甲', { open: 'members', with: { row: { id: 'a' } } }),
      pressed('乙', { open: 'members', with: { row: { id: 'b' } } }),
    )
    show({ [FILE]: { title: 'A', data: { roles: { call: 'role.list' } }, body, dialogs } }, call)
    const asked = () => call.mock.calls.filter(([name]) => name === 'role.users').map(([, input]) => input)
    ;(await button('甲')).click()
    await expect.element(screen.getByText('人a'), LOADING).toBeVisible()
    await expect.element(screen.getByText('1/1')).toBeVisible()
    ;(await button('再查')).click()
    await expect.poll(asked).toEqual([{ id: 'a' }, { id: 'a' }])
    ;(await button('关')).click()
    await expect.poll(() => document.querySelector('.arco-table')).toBeNull()
    ;(await button('乙')).click()
    await expect.element(screen.getByText('人b')).toBeVisible()
  })

  it('shows beside its form what is typed there, as it is typed, and submits it for who asks', async () => {
    const call = vi.fn<Host['call']>(async () => ({ data: null, msg: '' }))
    const form = { fields: [{ name: 'name', widget: 'input', label: '名称' }] }
    const dialogs = {
      edit: {
        title: '泵',
        form: 'a.form.json',
        body: stacked({ node: 'text', text: '名为${form.name}' }, pressed('存', { submit: true })),
        submit: { call: 'pump.save', with: { name: '${form.name}' } },
      },
    }
    const body = pressed('改', { open: 'edit' })
    show({ [FILE]: { title: 'A', body, dialogs }, 'forms/a.form.json': form }, call)
    ;(await button('改')).click()
    await expect.element(screen.getByLabelText('名称'), LOADING).toBeVisible()
    await userEvent.fill(screen.getByLabelText('名称'), '东泵')
    await expect.element(screen.getByText('名为东泵')).toBeVisible()
    ;(await button('存')).click()
    await expect
      .poll(() => call.mock.calls.map(([name, input]) => [name, input]))
      .toEqual([['pump.save', { name: '东泵' }]])
  })
})

describe('a step that names a form', () => {
  const done = { toast: 'success', text: '做了' }

  it('is told that there is none, and what follows it is not done', async () => {
    const body = stacked(
      pressed('校验', [{ validate: 'other' }, done]),
      pressed('提交', [{ submit: 'other' }, done]),
      pressed('重置', [{ reset: 'other' }, done]),
      pressed('哪个', [{ validate: true }, done]),
    )
    const host = show({ [FILE]: { title: 'A', body } }, vi.fn<Host['call']>())
    for (const name of ['校验', '提交', '重置', '哪个']) (await button(name)).click()
    await expect
      .poll(() => toasts(host))
      .toEqual([...Array(3).fill('@document.unknownForm'), '@document.noForm'])
  })
})

describe('a list in a page that cannot be', () => {
  it('says in words what is wrong with it', async () => {
    const search = ['a', 'a'].map((name) => ({ field: { name, widget: 'input', label: '名' } }))
    const body = { node: 'list', source: 'rows', columns: [{ path: 'a', label: '名' }], search }
    const host = show(
      { [FILE]: { title: 'A', data: { rows: { call: 'row.list' } }, body } },
      vi.fn<Host['call']>(async () => ({ data: { list: [] }, msg: '' })),
    )
    vi.spyOn(host, 'text').mockImplementation((text) => (typeof text === 'string' ? `句:${text}` : ''))
    await expect
      .poll(() => document.querySelector('.loam-error-note')?.textContent, LOADING)
      .toBe('句:@form.problem.duplicate')
  })
})
