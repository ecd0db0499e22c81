// biome-ignore-all lint/suspicious/noThenProperty: `then` is a word of the language; nothing here is awaited.
import { describe, expect, it, vi } from 'vitest'
import { scopeOf } from '../expression'
import { CallError, type Host, type WatchedWork } from '../host'
import { createTranslator } from '../text'
import type { ActionDocument, Surface, TraceEntry } from './action'
import { compileAction } from './compile'
import { type ActionRunner, createActionRunner } from './runner'

function hostWith(parts: Partial<Host> = {}): Host {
  const host: Host = {
    language: 'zh',
    text: (text) => createTranslator('zh', new Map()).text(text),
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
  /** As documents have it. */
  const run = (action: ActionDocument, ...rest: Rest) => runner.run(compileAction(action), ...rest)
  return { host, surface, runner: { ...runner, run }, trace }
}

type Rest = Parameters<ActionRunner['run']> extends [unknown, ...infer Others] ? Others : never

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

  it('shows what stands in the way, where the refusal says so and there is a screen for it', async () => {
    const named = [{ name: '李华', path: '/permission/user?keyword=lihua' }, { name: '王五' }]
    const data = { obstacles: [{ kind: '用户', count: 2, named }] }
    const call = vi.fn(async () => Promise.reject(new CallError(400, '还有用户', [], data)))
    const showObstacles = vi.fn()
    const shown = setup({ host: { call, showObstacles } })
    await shown.runner.run({ call: 'role.delete' })
    expect(showObstacles).toHaveBeenCalledWith('还有用户', data.obstacles)
    expect(shown.host.toast).not.toHaveBeenCalled()
    const bare = setup({ host: { call } })
    await bare.runner.run({ call: 'role.delete' })
    expect(bare.host.toast).toHaveBeenCalledWith('error', '还有用户', expect.any(Number))
    // An address of elsewhere is none of ours.
    const astray = {
      obstacles: [{ kind: '用户', count: 1, named: [{ name: '李华', path: '//elsewhere.com' }] }],
    }
    const other = setup({
      host: { call: async () => Promise.reject(new CallError(400, '还有用户', [], astray)), showObstacles },
    })
    await other.runner.run({ call: 'role.delete' })
    expect(showObstacles).toHaveBeenCalledTimes(1)
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

describe('each', () => {
  const rows = [{ name: 'B-01' }, { fullName: '二号' }, { id: 3 }, 'B-04', { name: 'B-05' }]
  /** Refuses those whose names are given. */
  const refusing = (...refused: readonly string[]) =>
    vi.fn<Host['call']>(async (_name, input) => {
      if (refused.includes(String(input?.['at']))) throw new CallError(400, '占用')
      return { data: null, msg: '' }
    })
  const each = { each: 'rows', do: { call: 'a.b', with: { at: '${index}' } } }

  it('does what it can, tells how many were done and which were not, and goes on', async () => {
    const call = refusing('0', '1', '2', '3')
    const { runner, host, surface } = setup({ host: { call }, names: { rows } })
    await runner.run([each, { emit: '${result.done} ${result.failed[2].name} ${result.failed[2].message}' }])
    expect(call).toHaveBeenCalledTimes(5)
    expect(surface.emit).toHaveBeenCalledWith('1 3 占用', undefined)
    expect(vi.mocked(host.toast).mock.calls).toEqual([
      ['warning', expect.stringMatching(/eachFailed.*(eachOne.*){3}eachMore/), 6000],
    ])
  })

  it('gives each call an id of its own where the server is to know it again', async () => {
    const call = vi.fn<Host['call']>(async () => ({ data: null, msg: '' }))
    const { runner } = setup({ host: { call }, names: { rows: [{ id: 1 }, { id: 2 }] } })
    await runner.run({ each: 'rows', do: { call: 'a.b', with: { of: '${row.id}' }, once: 'commandId' } })
    const ids = call.mock.calls.map(([, input]) => input?.['commandId'])
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(new Set(ids).size).toBe(2)
  })

  it('calls what was not done by its name, or as the document says', async () => {
    const text = vi.fn((key: unknown, params?: object) => `${String(key)} ${JSON.stringify(params)}`)
    const { runner, host } = setup({
      host: { call: refusing('1', '3'), text: text as never },
      names: { rows },
    })
    await runner.run({ ...each, name: '第 ${index + 1} 块' })
    expect(vi.mocked(host.toast).mock.lastCall?.[1]).toMatch(/第 2 块.*第 4 块/)
    await runner.run(each)
    expect(vi.mocked(host.toast).mock.lastCall?.[1]).toMatch(/二号.*B-04/)
  })

  it('ends the action where nothing could be done', async () => {
    const { runner, host, surface } = setup({
      host: { call: refusing('0', '1') },
      names: { rows: rows.slice(0, 2) },
    })
    await runner.run([each, { emit: 'after' }])
    expect(surface.emit).not.toHaveBeenCalled()
    expect(vi.mocked(host.toast).mock.calls.map(([kind]) => kind)).toEqual(['error'])
  })

  it('is quiet over nothing, and where the document asks for it', async () => {
    const { runner, host } = setup({ names: { rows, none: null } })
    await runner.run([
      { ...each, each: 'none' },
      { ...each, tell: 'failures' },
    ])
    expect(host.toast).not.toHaveBeenCalled()
    await runner.run(each)
    expect(vi.mocked(host.toast).mock.calls).toEqual([['success', '@action.eachDone']])
  })
})

describe('a file that the server makes', () => {
  it('is saved under its name, or another', async () => {
    const call = vi.fn<Host['call']>(async () => ({
      data: { url: '/api/file/x', name: '数据.csv' },
      msg: '',
    }))
    const { runner, host } = setup({ host: { call } })
    await runner.run([
      { export: 'a.export', with: { id: 7 } },
      { export: 'a.export', name: '${1 + 1}.csv' },
    ])
    expect(vi.mocked(host.download).mock.calls).toEqual([
      ['/api/file/x', '数据.csv'],
      ['/api/file/x', '2.csv'],
    ])
    expect(call.mock.calls[0]?.slice(0, 2)).toEqual(['a.export', { id: 7 }])
  })

  it('that it has not made is said', async () => {
    const { runner, host } = setup()
    await runner.run([{ export: 'a.export' }, { emit: 'after' }])
    expect(host.download).not.toHaveBeenCalled()
    expect(vi.mocked(host.toast).mock.calls).toEqual([['error', '@action.noFile', 1500]])
  })
})

describe('a script', () => {
  it('is given what the step gives it, and its answer is the result', async () => {
    const runScript = vi.fn(async () => 42)
    const { runner, surface } = setup({ host: { runScript }, names: { n: 6 } })
    await runner.run([{ script: '({ n }) => n * 7', with: { n: '${n}' } }, { emit: '${result}' }])
    expect(runScript).toHaveBeenCalledWith('({ n }) => n * 7', { n: 6 })
    expect(surface.emit).toHaveBeenCalledWith('42', undefined)
  })

  it('that fails, or cannot run, ends the action with the reason', async () => {
    const failing = setup({ host: { runScript: async () => Promise.reject(new Error('太久')) } })
    await failing.runner.run([{ script: '() => 1' }, { emit: 'after' }])
    expect(vi.mocked(failing.host.toast).mock.calls).toEqual([['error', '太久', 1500]])
    const { runner, host } = setup()
    await runner.run({ script: '() => 1' })
    expect(vi.mocked(host.toast).mock.calls).toEqual([['error', '@action.noScripts', 1500]])
  })
})

describe('undo', () => {
  const deleting = [
    { set: { 'page.x': 1 } },
    { undo: { call: 'a.restore', with: { id: '${row.id}' } }, text: '已删除' },
    { emit: 'on' },
  ]
  const names = { row: { id: 7 } }

  it('takes back what was done when it is asked for, though the page is left; nothing waits for it', async () => {
    let press: (isWanted: boolean) => void = () => undefined
    const offerUndo = vi.fn(
      () =>
        new Promise<boolean>((resolve) => {
          press = resolve
        }),
    )
    const { runner, surface, host } = setup({ host: { offerUndo }, names })
    await runner.run(deleting)
    expect(surface.emit).toHaveBeenCalledWith('on', undefined)
    expect(offerUndo).toHaveBeenCalledWith('已删除', 10_000)
    expect(host.call).not.toHaveBeenCalled()
    runner.cancel()
    press(true)
    await vi.waitFor(() => expect(host.call).toHaveBeenCalledWith('a.restore', { id: 7 }, expect.anything()))
  })

  it('that is not wanted does nothing, and one that fails says so', async () => {
    const wanted = [false, true]
    const offerUndo = vi.fn(async () => wanted.shift() ?? false)
    const call = vi.fn(async () => Promise.reject(new CallError(400, '已被引用')))
    const { runner, host } = setup({ host: { offerUndo, call }, names })
    await runner.run(deleting)
    expect(call).not.toHaveBeenCalled()
    await runner.run(deleting)
    await vi.waitFor(() => expect(vi.mocked(host.toast).mock.calls).toEqual([['error', '已被引用', 1500]]))
  })

  it('is told as done where there is no screen for it', async () => {
    const { runner, host } = setup({ names })
    await runner.run(deleting)
    expect(vi.mocked(host.toast).mock.calls).toEqual([['success', '已删除']])
  })
})

it('print prints the page', async () => {
  const { runner, host } = setup()
  await runner.run({ print: true })
  expect(host.print).toHaveBeenCalledOnce()
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

  it('upload reads the rows of a spreadsheet here, up to the size of an import', async () => {
    const file = { name: 'a.xlsx', size: 512_000, type: '', arrayBuffer: vi.fn(), text: vi.fn() }
    const sheet = { columns: ['n'], rows: [{ n: 1 }] }
    const sheetRows = vi.fn(async () => sheet)
    const chooseFiles = vi.fn(async () => [file])
    const { runner, host, surface } = setup({ host: { chooseFiles, sheetRows } })
    const read: ActionDocument = [{ upload: true, as: 'rows' }, { set: { 'page.read': '${result}' } }]
    await runner.run(read)
    expect(chooseFiles).toHaveBeenCalledWith({ accept: '.xlsx,.xls,.csv' })
    expect(surface.set).toHaveBeenCalledWith('page.read', { name: 'a.xlsx', ...sheet }, expect.anything())
    file.size += 1
    await runner.run(read)
    expect(sheetRows).toHaveBeenCalledOnce()
    expect(vi.mocked(host.toast).mock.calls).toEqual([['error', '@action.fileTooLarge', 1500]])
  })

  it('upload shows why a spreadsheet gives no rows', async () => {
    const file = { name: 'a.xlsx', size: 1, type: '', arrayBuffer: vi.fn(), text: vi.fn() }
    const chooseFiles = vi.fn(async () => [file])
    const locked = setup({ host: { chooseFiles, sheetRows: () => Promise.reject(new Error('locked')) } })
    await locked.runner.run([{ upload: true, as: 'rows' }, { emit: 'after' }])
    expect(vi.mocked(locked.host.toast).mock.calls).toEqual([['error', 'locked', 1500]])
    expect(locked.surface.emit).not.toHaveBeenCalled()
    const without = setup({ host: { chooseFiles } })
    await without.runner.run({ upload: true, as: 'rows' })
    expect(vi.mocked(without.host.toast).mock.calls).toEqual([['error', '@action.sheetBroken', 1500]])
  })

  describe('upload with progress', () => {
    const file = { name: 'a.xlsx', size: 10, type: '', arrayBuffer: vi.fn(), text: vi.fn() }
    const step = {
      upload: 'fieldImport.run',
      progress: { title: '@importing' },
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
        ['job.progress', { id }],
        ['job.cancel', { id }],
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
      await vi.waitFor(() => expect(call).toHaveBeenCalled(), 45_000)
      runner.cancel()
      finish({ data: {}, msg: '导入完成：新建 3，更新 0' })
      await running
      expect(shown.end).toHaveBeenCalledWith('success', '导入完成：新建 3，更新 0')
    })
  })
})

describe('a job', () => {
  it('shows how far the server is, cancels by the name it was sent with, and its answer is the result', async () => {
    const shown = { close: vi.fn(), end: vi.fn() }
    const progress = vi.fn((_: WatchedWork) => shown)
    const call = vi.fn<Host['call']>(async () => ({ data: { checked: 3 }, msg: '好' }))
    const { runner, surface } = setup({ host: { progress, call } })
    await runner.run([
      { job: 'audit.verify', with: { from: 1 }, title: '核对' },
      { emit: '${result.data.checked}' },
    ])
    const { progressId: id } = (call.mock.calls[0]?.[1] ?? {}) as { progressId?: string }
    expect(call.mock.calls[0]).toEqual(['audit.verify', { from: 1, progressId: id }])
    await progress.mock.calls[0]?.[0].cancel?.()
    expect(call.mock.lastCall).toEqual(['job.cancel', { id }])
    expect(surface.emit).toHaveBeenCalledWith('3', undefined)
    expect(shown.close).toHaveBeenCalledOnce()
  })

  it('runs where there is no screen for its progress, too', async () => {
    const { runner, host } = setup()
    await runner.run({ job: 'audit.verify', title: '核对' })
    expect(host.call).toHaveBeenCalledWith('audit.verify', undefined, expect.anything())
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

describe('choosing who is to approve', () => {
  const steps = [{ chooseApprover: '@pick' }, { toast: 'success', text: '${result.fullName}' }]

  it('goes on with whoever was chosen', async () => {
    const chooseApprover = vi.fn(async () => ({ id: 'u1', fullName: '李华' }))
    const { runner, host } = setup({ host: { chooseApprover } })
    await runner.run(steps)
    expect(chooseApprover).toHaveBeenCalledWith({ title: '@pick' })
    expect(host.toast).toHaveBeenCalledWith('success', '李华', 1500)
  })

  it.each([
    ['nobody is chosen', { chooseApprover: async () => null }],
    ['there is no screen for it', {}],
  ])('ends the run when %s', async (_what, parts) => {
    const { runner, host } = setup({ host: parts })
    await runner.run(steps)
    expect(host.toast).not.toHaveBeenCalled()
  })
})
