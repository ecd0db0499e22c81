// biome-ignore-all lint/suspicious/noThenProperty: `then` is a word of the language; nothing here is awaited.
import { describe, expect, it, vi } from 'vitest'
import { scopeOf } from '../expression'
import { CallError, type Host, type WatchedWork } from '../host'
import type { ActionDocument, Surface, TraceEntry } from './action'
import { createActionRunner } from './runner'

function hostWith(parts: Partial<Host> = {}): Host {
  const host: Host = {
    language: 'zh',
    text: (text) => (typeof text === 'object' ? text.zh : (text ?? '')),
    user: { userId: '1', userAccount: 'admin', userName: '管理员' },
    now: () => 0,
    call: vi.fn(async () => ({ data: { id: '7' }, msg: '新建成功' })),
    toast: vi.fn(),
    confirm: vi.fn(async () => true),
    prompt: vi.fn(async () => 'x'),
    navigate: vi.fn(),
    openWindow: vi.fn(),
    download: vi.fn(async () => undefined),
    chooseFiles: vi.fn(async () => []),
    copy: vi.fn(async () => undefined),
    print: vi.fn(),
  }
  return { ...host, ...parts }
}

function surfaceWith(parts: Partial<Surface> = {}): Surface {
  return {
    open: vi.fn(async () => 'closed with'),
    close: vi.fn(),
    set: vi.fn(),
    reload: vi.fn(async () => undefined),
    invalidate: vi.fn(),
    reset: vi.fn(),
    validate: vi.fn(async () => true),
    submit: vi.fn(async () => undefined),
    emit: vi.fn(),
    ...parts,
  }
}

function setup(parts: { host?: Partial<Host>; surface?: Partial<Surface>; names?: object } = {}) {
  const host = hostWith(parts.host)
  const surface = surfaceWith(parts.surface)
  const trace: TraceEntry[] = []
  const runner = createActionRunner({
    host,
    surface,
    scope: scopeOf({ ...parts.names }),
    onTrace: (entry) => entry.endedAt === undefined && trace.push(entry),
  })
  return { host, surface, runner, trace }
}

/** A call that answers when told to. */
function heldCall() {
  const held: { answer: () => void; signal: AbortSignal | undefined } = {
    answer: () => undefined,
    signal: undefined,
  }
  const call: Host['call'] = (_name, _input, options) =>
    new Promise((resolve, reject) => {
      held.signal = options?.signal
      held.answer = () => resolve({ data: null, msg: '' })
      options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
    })
  return { held, call: vi.fn(call) }
}

describe('a list of steps', () => {
  it('gives each step the result of the one before', async () => {
    const { runner, host, surface } = setup({ names: { row: { id: '3' } } })
    await runner.run([
      { call: 'dictionaryData.create', with: { parentId: '${row.id}' } },
      { toast: 'success', text: '${result.msg}', for: 1000 },
      { close: 'item', with: '${result.data.id}' },
    ])
    expect(host.call).toHaveBeenCalledWith('dictionaryData.create', { parentId: '3' }, expect.anything())
    expect(host.toast).toHaveBeenCalledWith('success', '新建成功', 1000)
    expect(surface.close).toHaveBeenCalledWith('item', '7')
  })

  it('stops at a refused call and shows what the server says', async () => {
    const call = vi.fn(async () => {
      throw new CallError(400, '编码已存在')
    })
    const { runner, host, surface } = setup({ host: { call } })
    await runner.run([{ call: 'dictionaryData.create' }, { close: 'item' }])
    expect(host.toast).toHaveBeenCalledWith('error', '编码已存在', 1500)
    expect(surface.close).not.toHaveBeenCalled()
  })

  it('leaves field errors to the form that has the fields', async () => {
    const errors = [{ path: 'enCode', message: '编码已存在' }]
    const call = vi.fn(async () => {
      throw new CallError(400, '编码已存在', errors)
    })
    const showErrors = vi.fn(() => true)
    const { runner, host } = setup({ host: { call }, surface: { showErrors } })
    await runner.run({ call: 'dictionaryData.create' })
    expect(showErrors).toHaveBeenCalledWith(errors)
    expect(host.toast).not.toHaveBeenCalled()
  })

  it('ends quietly when a question is answered with no', async () => {
    const { runner, host } = setup({ host: { confirm: vi.fn(async () => false) } })
    await runner.run([{ confirm: '@common.deleteTip', danger: true }, { call: 'dictionaryData.delete' }])
    expect(host.call).not.toHaveBeenCalled()
    expect(host.toast).not.toHaveBeenCalled()
  })

  it('ends quietly when the form is not valid', async () => {
    const { runner, host } = setup({ surface: { validate: vi.fn(async () => false) } })
    await runner.run([{ validate: true }, { call: 'dictionaryData.create' }])
    expect(host.call).not.toHaveBeenCalled()
  })

  it('skips a step whose condition does not hold', async () => {
    const { runner, surface } = setup({ names: { row: { id: null } } })
    await runner.run([
      { reload: 'a', when: 'row.id != null' },
      { reload: ['b', 'c'], when: 'row.id == null' },
    ])
    expect(surface.reload).toHaveBeenCalledTimes(1)
    expect(surface.reload).toHaveBeenCalledWith(['b', 'c'])
  })

  it('names a step that no verb knows', async () => {
    const { runner, host } = setup()
    await runner.run({ cal: 'x' })
    expect(host.toast).toHaveBeenCalledWith('error', '@action.unknownVerb', 1500)
  })
})

describe('what started a run', () => {
  it('shows it and refuses a second start while it runs', async () => {
    const { held, call } = heldCall()
    const { runner } = setup({ host: { call } })
    const first = runner.run({ call: 'a.b' }, {}, { source: 'save' })
    expect(runner.state.running['save']).toBe(true)
    await runner.run({ call: 'a.b' }, {}, { source: 'save' })
    expect(call).toHaveBeenCalledTimes(1)
    held.answer()
    await first
    expect(runner.state.running['save']).toBeUndefined()
    void runner.run({ call: 'a.b' }, {}, { source: 'save' })
    await expect.poll(() => call).toHaveBeenCalledTimes(2)
  })

  it('marks a further place as loading while the call runs', async () => {
    const { held, call } = heldCall()
    const { runner } = setup({ host: { call }, names: { row: { id: '5' } } })
    const run = runner.run({ call: 'a.b', loading: 'row ${row.id}' })
    await expect.poll(() => runner.state.running).toEqual({ 'row 5': true })
    held.answer()
    await run
    expect(runner.state.running).toEqual({})
  })

  it('is free again after a failure', async () => {
    const call = vi.fn(async () => {
      throw new CallError(500, '请求出错')
    })
    const { runner } = setup({ host: { call } })
    await runner.run({ call: 'a.b' }, {}, { source: 'save' })
    expect(runner.state.running).toEqual({})
  })
})

describe('cancelling', () => {
  it('aborts the call under way and runs nothing after it, without a message', async () => {
    const { held, call } = heldCall()
    const { runner, host, surface } = setup({ host: { call } })
    const run = runner.run([{ call: 'a.b' }, { close: true }])
    await expect.poll(() => held.signal).toBeDefined()
    runner.cancel()
    await run
    expect(held.signal?.aborted).toBe(true)
    expect(surface.close).not.toHaveBeenCalled()
    expect(host.toast).not.toHaveBeenCalled()
  })

  it('runs nothing after a step that knows no signal', async () => {
    let close: (value: unknown) => void = () => undefined
    const open = vi.fn(() => new Promise<unknown>((resolve) => (close = resolve)))
    const { runner, surface } = setup({ surface: { open } })
    const run = runner.run([{ open: 'item', untilClosed: true }, { reload: 'items' }])
    await expect.poll(() => open).toHaveBeenCalled()
    runner.cancel()
    close(undefined)
    await run
    expect(surface.reload).not.toHaveBeenCalled()
  })

  it('ends a wait at once', async () => {
    const { runner } = setup()
    const run = runner.run({ wait: 600_000 })
    runner.cancel()
    await run
  })
})

describe('control', () => {
  const cases: readonly [string, ActionDocument, readonly string[]][] = [
    ['if chooses then', { if: 'n > 1', then: { emit: 'yes' }, else: { emit: 'no' } }, ['yes']],
    ['if chooses else', { if: 'n > 5', then: { emit: 'yes' }, else: { emit: 'no' } }, ['no']],
    ['each goes in order', { each: 'list', do: { emit: '${item} ${index}' } }, ['a 0', 'b 1']],
    ['each names its item', { each: 'list', as: 'one', do: { emit: '${one}' } }, ['a', 'b']],
    ['parallel runs all', { parallel: [{ emit: 'a' }, { emit: 'b' }] }, ['a', 'b']],
    ['stop ends everything', [{ if: 'true', then: [{ emit: 'a' }, { stop: true }] }, { emit: 'b' }], ['a']],
    ['finally runs', { try: { emit: 'a' }, finally: { emit: 'b' } }, ['a', 'b']],
  ]
  it.each(cases)('%s', async (_name, action, events) => {
    const { runner, surface } = setup({ names: { n: 2, list: ['a', 'b'] } })
    await runner.run(action)
    expect(vi.mocked(surface.emit).mock.calls.map(([event]) => event)).toEqual(events)
  })

  it('try goes on after a failure, with the error for catch', async () => {
    const call = vi.fn(async () => {
      throw new CallError(409, '已被修改')
    })
    const { runner, surface, host } = setup({ host: { call } })
    await runner.run([
      { try: { call: 'a.b' }, catch: { emit: '${error.code} ${error.message}' } },
      { emit: 'on' },
    ])
    expect(vi.mocked(surface.emit).mock.calls.map(([event]) => event)).toEqual(['409 已被修改', 'on'])
    expect(host.toast).not.toHaveBeenCalled()
  })

  it('hands what somebody else saved meanwhile to the surface, and tells it where there is no place for it', async () => {
    const call = vi.fn(async () => {
      throw new CallError(409, '已被修改', [], { version: 2 })
    })
    const { runner, surface, host } = setup({ host: { call } })
    const showConflict = vi.fn(() => true)
    Object.assign(surface, { showConflict })
    await runner.run({ call: 'a.b' })
    expect(showConflict).toHaveBeenCalledWith({ version: 2 })
    expect(host.toast).not.toHaveBeenCalled()
    showConflict.mockReturnValue(false)
    await runner.run({ call: 'a.b' })
    expect(host.toast).toHaveBeenCalledTimes(1)
  })

  it('retry tries again and gives up with the last failure', async () => {
    const call = vi.fn(async () => {
      throw new CallError(500, '繁忙')
    })
    const { runner, host } = setup({ host: { call } })
    await runner.run({ retry: { call: 'a.b' }, times: 3, delay: 0 })
    expect(call).toHaveBeenCalledTimes(3)
    expect(host.toast).toHaveBeenCalledTimes(1)
  })

  it('parse names the place of what is no JSON', async () => {
    const text = vi.fn<Host['text']>((key) => String(key))
    const { runner } = setup({ host: { text }, names: { json: '{\n  "a": }' } })
    await runner.run({ parse: '${json}' })
    expect(text).toHaveBeenCalledWith('@action.notJson', { line: 2, column: 8 })
  })

  it('upload refuses a file that is too large, and sends one that is not', async () => {
    const file = { name: 'a.bdd', size: 10, type: '', arrayBuffer: vi.fn(), text: vi.fn() }
    const { runner, host } = setup({ host: { chooseFiles: vi.fn(async () => [file]) } })
    await runner.run({ upload: 'dictionaryData.import', maxSize: 9 })
    expect(host.call).not.toHaveBeenCalled()
    await runner.run({ upload: 'dictionaryData.import', maxSize: 10 })
    expect(host.call).toHaveBeenCalledWith('dictionaryData.import', { file }, expect.anything())
  })

  describe('upload with progress', () => {
    const file = { name: 'a.xlsx', size: 10, type: '', arrayBuffer: vi.fn(), text: vi.fn() }
    const step = {
      upload: 'fieldImport.run',
      progress: { call: 'fieldImport.progress', cancel: 'fieldImport.cancel', title: '@importing' },
    }
    const begun = (answer: (name: string) => Promise<unknown>) => {
      const shown = { close: vi.fn(), end: vi.fn() }
      const progress = vi.fn((_: WatchedWork) => shown)
      const call = vi.fn((name: string, _?: object) => answer(name) as Promise<never>)
      const { runner, host } = setup({ host: { chooseFiles: vi.fn(async () => [file]), progress, call } })
      return { runner, host, shown, progress, call }
    }

    it('asks and cancels by the name that the work was sent with, and goes on to the next step', async () => {
      const { runner, shown, progress, call } = begun(async () => ({ data: { done: 1 }, msg: '好' }))
      expect(await runner.run([step])).toEqual({ data: { done: 1 }, msg: '好' })
      const { progressId: id = '' } = (call.mock.calls[0]?.[1] ?? {}) as { progressId?: string }
      expect(id).toMatch(/^\S{8,64}$/)
      const [work] = progress.mock.calls[0] ?? []
      expect(await work?.ask()).toEqual({ done: 1 })
      await work?.cancel?.()
      expect(call.mock.calls.slice(1)).toEqual([
        ['fieldImport.progress', { id }],
        ['fieldImport.cancel', { id }],
      ])
      expect(shown.close).toHaveBeenCalledOnce()
    })

    it('leaves a refusal standing, ends the run, and toasts nothing', async () => {
      const { runner, host, shown } = begun(async () =>
        Promise.reject(new CallError(400, '请选择 xlsx 文件')),
      )
      await runner.run([step, { toast: 'success', text: '好' }])
      expect(shown.end).toHaveBeenCalledWith('error', '请选择 xlsx 文件')
      expect(host.toast).not.toHaveBeenCalled()
    })

    it('goes on when the page is left, and says then what has become of it', async () => {
      let finish = (_: unknown) => undefined as unknown
      const { runner, shown, call } = begun(() => new Promise((resolve) => (finish = resolve)))
      const running = runner.run([step])
      await vi.waitFor(() => expect(call).toHaveBeenCalled())
      runner.cancel()
      finish({ data: {}, msg: '导入完成：新增 3，更新 0' })
      await running
      expect(shown.end).toHaveBeenCalledWith('success', '导入完成：新增 3，更新 0')
    })
  })
})

describe('the trace', () => {
  it('tells verb, depth, input and output of every step', async () => {
    const { runner, trace } = setup({ names: { row: { id: '3' } } })
    await runner.run([{ if: 'row.id == "3"', then: { call: 'a.b', with: { id: '${row.id}' } } }])
    expect(trace).toMatchObject([
      { verb: 'if', depth: 1 },
      {
        verb: 'call',
        depth: 2,
        input: { call: 'a.b', with: { id: '3' } },
        output: { msg: '新建成功' },
        endedAt: 0,
      },
    ])
  })
})

describe('choosing rows of a data interface', () => {
  const step = {
    choose: 'valves',
    title: '@pick',
    key: 'id',
    mode: 'drawer',
    columns: [{ value: 'name', label: { zh: '名称', zhtw: '名稱', en: 'Name' } }],
    chosen: '${kept}',
  }

  it('asks with what the step says, and goes on with the rows', async () => {
    const chooseRows = vi.fn(async () => [{ id: 'v1', name: '一号阀' }])
    const { runner, host } = setup({ host: { chooseRows }, names: { kept: ['v7'] } })
    await runner.run([step, { toast: 'success', text: '${JOIN(result.name)}' }])
    expect(chooseRows).toHaveBeenCalledWith({
      interfaceId: 'valves',
      title: '@pick',
      key: 'id',
      mode: 'drawer',
      columns: [{ value: 'name', label: '名称' }],
      chosen: ['v7'],
    })
    expect(host.toast).toHaveBeenCalledWith('success', '一号阀', 1500)
  })

  it.each([
    ['nothing is chosen', { chooseRows: async () => null }],
    ['there is no screen for it', {}],
  ])('ends the run when %s', async (_what, parts) => {
    const { runner, host } = setup({ host: parts })
    await runner.run([step, { toast: 'success', text: 'on' }])
    expect(host.toast).not.toHaveBeenCalled()
  })
})
