import { describe, expect, it, vi } from 'vitest'
import { scopeOf } from '../../expression'
import { CallError, type Host } from '../../host'
import type { Resource } from '../../resource'
import { type ActionDocument, compileAction, createActionRunner } from '../index'

const rule: Resource = {
  title: '规则',
  dialog: { add: '新建', edit: '编辑' },
  key: 'id',
  name: 'fullName',
  tag: 'rules',
  right: 'system.rule',
  calls: { create: 'rule.create', update: 'rule.update', delete: 'rule.delete', state: 'rule.setState' },
  accepts: { create: ['fullName', 'digit'], update: ['fullName', 'digit', 'version'] },
  acts: { release: { call: 'rule.release', accepts: ['id', 'version', 'note', 'kind'] } },
}
/** A thing of a project, whose version goes by another name. */
const valve: Resource = {
  ...rule,
  tag: 'valves',
  project: 'projectId',
  version: 'rowVersion',
  calls: { create: 'valve.create', update: 'valve.update' },
  accepts: { create: ['fullName', 'projectId'], update: ['fullName', 'rowVersion'] },
}
/** What there is once. */
const config: Resource = { ...rule, tag: 'config', calls: { update: 'config.save' } }

/** A form with two fields over a record that has more: who made it, and its version. */
const filled = {
  record: { id: '7', fullName: '订单', digit: 4, note: '只看', creatorUser: '甲', version: 3 },
  fields: new Set(['fullName', 'digit', 'note']),
}

function place(answer: Host['call'] = async () => ({ data: null, msg: '好了' })) {
  const told: string[] = []
  const call = vi.fn<Host['call']>(async (...given) => {
    told.push(`call ${given[0]}`)
    return answer(...given)
  })
  const host = {
    resources: async () => ({ rule, valve, config }),
    project: { id: 'P1' },
    now: () => 0,
    text: (text: unknown, params?: object) => `${String(text)} ${JSON.stringify(params ?? {})}`,
    call,
    toast: vi.fn((kind: string, text: string) => void told.push(`${kind} ${text}`)),
  }
  const surface = {
    filled: () => filled,
    close: vi.fn(() => void told.push('close')),
    invalidate: vi.fn((tags: readonly string[]) => void told.push(`invalidate ${tags}`)),
    showErrors: vi.fn((errors: readonly unknown[]) => errors.length > 0),
    showConflict: vi.fn(() => true),
  }
  const run = (action: ActionDocument, names: Readonly<Record<string, unknown>>) =>
    createActionRunner({ host: host as never, surface: surface as never, scope: scopeOf({ ...names }) }).run(
      compileAction(action),
    )
  return { run, call, told, host, surface }
}

describe('save', () => {
  it('changes the record there is: its own members that the call accepts, and its version', async () => {
    const { run, call, told, host } = place()
    const result = await run({ save: 'rule' }, { row: { id: '7' } })
    const input = { id: '7', fullName: '订单', digit: 4, version: 3 }
    expect(call).toHaveBeenCalledWith('rule.update', input, expect.anything())
    expect(told).toEqual(['call rule.update', 'success 好了', 'close', 'invalidate rules'])
    expect(host.toast).toHaveBeenCalledWith('success', '好了', 1500)
    expect(result).toEqual({ data: null, msg: '好了' })
  })

  it('makes one where there is none, or where one is copied', async () => {
    for (const row of [undefined, null, {}, { id: '' }, { copied: '7' }]) {
      const { run, call } = place()
      await run({ save: 'rule' }, { row })
      expect(call).toHaveBeenCalledWith('rule.create', { fullName: '订单', digit: 4 }, expect.anything())
    }
  })

  it('sends what stands beside the form too', async () => {
    const { run, call } = place()
    await run({ save: 'rule', with: { typeId: '${page.id}', digit: 9 } }, { page: { id: 'T1' } })
    expect(call.mock.calls[0]?.[1]).toEqual({ fullName: '订单', digit: 9, typeId: 'T1' })
  })

  it('names the chosen project and the version, where the call takes them', async () => {
    const { run, call } = place()
    await run({ save: 'valve' }, {})
    expect(call.mock.calls[0]?.slice(0, 2)).toEqual(['valve.create', { fullName: '订单', projectId: 'P1' }])
    await run({ save: 'valve' }, { row: { id: '7', rowVersion: 5 } })
    expect(call.mock.calls[1]?.slice(0, 2)).toEqual([
      'valve.update',
      { id: '7', fullName: '订单', rowVersion: 5 },
    ])
  })

  it('changes what there is once, which has no key', async () => {
    const { run, call } = place()
    await run({ save: 'config' }, {})
    expect(call.mock.calls[0]?.slice(0, 2)).toEqual([
      'config.save',
      { fullName: '订单', digit: 4, version: 3 },
    ])
  })

  it('with an act sends what that accepts: of the form, and of the row its key and, where none was read, its version', async () => {
    const { run, call, told } = place()
    await run({ save: 'rule.release' }, { row: { id: '7', version: 2, kind: 'x' } })
    expect(call).toHaveBeenCalledWith(
      'rule.release',
      { id: '7', note: '只看', version: 3 },
      expect.anything(),
    )
    expect(told).toEqual(['call rule.release', 'success 好了', 'close', 'invalidate rules'])
  })

  it('stays open over a refusal, which is shown on its fields', async () => {
    const errors = [{ path: 'fullName', message: '名称已存在' }]
    const { run, surface, told } = place(async () => {
      throw new CallError(400, '名称已存在', errors)
    })
    await run({ save: 'rule' }, {})
    expect(surface.showErrors).toHaveBeenCalledWith(errors)
    expect(told).toEqual(['call rule.create'])
  })

  it('shows what somebody else has saved meanwhile', async () => {
    const data = { data: { fullName: '别人的', version: 4 } }
    const { run, surface, told } = place(async () => {
      throw new CallError(409, '已被修改', [], data)
    })
    await run({ save: 'rule' }, { row: { id: '7' } })
    expect(surface.showConflict).toHaveBeenCalledWith(data)
    expect(told).toEqual(['call rule.update'])
  })
})

describe('delete', () => {
  it('deletes the record, tells the server’s word and fetches again', async () => {
    const { run, call, told } = place()
    await run({ delete: 'rule' }, { row: { id: '7', fullName: '订单' } })
    expect(call).toHaveBeenCalledWith('rule.delete', { id: '7' }, expect.anything())
    expect(told).toEqual(['call rule.delete', 'success 好了', 'invalidate rules'])
  })

  it('deletes several until one is refused, and fetches again what has gone', async () => {
    const { run, call, told } = place(async (_name, input) => {
      if (input?.['id'] === '2') throw new CallError(400, '正在使用')
      return { data: null, msg: '好了' }
    })
    await run({ delete: 'rule', rows: 'rows' }, { rows: [{ id: '1' }, { id: '2' }, { id: '3' }] })
    expect(call.mock.calls.map(([, input]) => input)).toEqual([{ id: '1' }, { id: '2' }])
    expect(told).toEqual(['call rule.delete', 'call rule.delete', 'invalidate rules', 'error 正在使用'])
  })
})

describe('toggle', () => {
  it('switches the record and says so for a second', async () => {
    const { run, call, told, host } = place()
    await run({ toggle: 'rule', row: 'page.chosen' }, { page: { chosen: { id: '9' } }, row: { id: '7' } })
    expect(call).toHaveBeenCalledWith('rule.setState', { id: '9' }, expect.anything())
    expect(host.toast).toHaveBeenCalledWith('success', '好了', 1000)
    expect(told.at(-1)).toBe('invalidate rules')
  })
})

describe('act', () => {
  it('sends what the call accepts of the record, tells the server’s word and fetches again', async () => {
    const { run, call, told } = place()
    await run(
      { act: 'rule.release', with: { note: '好' } },
      { row: { id: '7', version: 2, kind: 'x', digit: 4 } },
    )
    const input = { id: '7', version: 2, kind: 'x', note: '好' }
    expect(call).toHaveBeenCalledWith('rule.release', input, expect.anything())
    expect(told).toEqual(['call rule.release', 'success 好了', 'invalidate rules'])
  })

  it('is said where there is none of that name', async () => {
    const { run, told, call } = place()
    for (const act of ['rule.relase', 'rule', 'rule.toString']) await run({ act }, { row: { id: '7' } })
    expect(told).toEqual(
      ['relase', '', 'toString'].map(
        (act) => `error @document.resourceLacks ${JSON.stringify({ name: 'rule', act })}`,
      ),
    )
    expect(call).not.toHaveBeenCalled()
  })
})

it('a resource that the host does not have, or that lacks the call, is said', async () => {
  const { run, told, call } = place()
  await run({ delete: 'rul' }, { row: { id: '7' } })
  expect(told).toEqual(['error @document.unknownResource {"name":"rul"}'])
  const { calls: _calls, ...rest } = rule
  const bare = place()
  Object.assign(bare.host, { resources: async () => ({ rule: { ...rest, calls: {} } }) })
  await bare.run({ toggle: 'rule' }, { row: { id: '7' } })
  expect(bare.told).toEqual(['error @document.resourceLacks {"name":"rule","act":"state"}'])
  expect(call).not.toHaveBeenCalled()
})
