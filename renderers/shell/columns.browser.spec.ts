import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createColumnsHandle } from './columns'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const kept = [{ prop: 'name', columnVisible: true, order: 0 }]
const handle = (refused = false) => {
  const call = vi.fn(async (name: string) => {
    if (refused) throw new Error('不能保存')
    return { data: name === 'authority.columns' ? kept : null, msg: '' }
  })
  const onRefused = vi.fn()
  return { call, onRefused, columns: createColumnsHandle(call, onRefused) }
}

it('asks for a list once, sends the last of many settings, and knows them from then on', async () => {
  const { call, columns } = handle()
  expect(await columns.read('area')).toEqual(kept)
  await columns.read('area')
  expect(call).toHaveBeenCalledTimes(1)
  for (const width of [80, 90, 100]) columns.save('area', [{ prop: 'name', width }])
  expect(await columns.read('area')).toEqual([{ prop: 'name', width: 100 }])
  await vi.advanceTimersByTimeAsync(800)
  expect(call.mock.calls.slice(1)).toEqual([
    ['authority.setColumns', { moduleId: 'area', fieldList: '[{"prop":"name","width":100}]' }],
  ])
})

it('asks again for what was not answered, and says what is not kept', async () => {
  const { call, onRefused, columns } = handle(true)
  await expect(columns.read('area')).rejects.toThrow()
  await expect(columns.read('area')).rejects.toThrow()
  expect(call).toHaveBeenCalledTimes(2)
  columns.save('area', [])
  await vi.advanceTimersByTimeAsync(800)
  expect(onRefused).toHaveBeenCalledWith('不能保存')
})
