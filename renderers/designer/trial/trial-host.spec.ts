import { TrialRecords } from '@runtime/design/trial/records'
import type { CallResult, Host } from '@runtime/host'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { trialHost } from './trial-host'
import { draftIn, trialModel } from './trial-model'

const column = { prop: 'name', id: 'name', label: '名称', jnpfKey: 'input' }
const draft = draftIn({
  ...{ id: 'm1', fullName: '机井', webType: '2', type: 1 },
  formData: { fields: [{ __vModel__: 'name', __config__: { jnpfKey: 'input', label: '名称' } }] },
  columnData: {
    ...{ type: 1, columnList: [column] },
    customBtnsList: [{ value: 'run', label: '运行', event: { btnType: 3, interfaceId: 'i1' } }],
  },
})
const call = vi.fn(async (): Promise<CallResult> => ({ data: 'read', msg: '' }))
const toast = vi.fn()
const around = {
  call,
  toast,
  text: (text: unknown) => String(text),
  now: () => 0,
  language: 'zh',
} as unknown as Host

function open(): Host {
  const model = trialModel(draft)
  if (!model) throw new Error('The draft is not read')
  const memory = { records: [], removed: [], made: 0, drawn: 0 }
  return trialHost(around, { draft, model, records: new TrialRecords(model.form, model.list, memory) })
}

beforeEach(() => vi.clearAllMocks())

describe('the host of a model that is tried', () => {
  it('answers for its records', async () => {
    const host = open()
    const { data, msg } = await host.call('onlineDevelopment.create', { modelId: 'm1', data: '{"name":"a"}' })
    expect(msg).toBe('@previewModel.saved')
    const { id } = data as { id: string }
    expect((await host.call('onlineDevelopment.read', { modelId: 'm1', id })).data).toEqual({
      ...{ id, version: 1 },
      data: '{"name":"a"}',
    })
    expect((await host.call('onlineDevelopment.list', { modelId: 'm1' })).data).toMatchObject({
      pagination: { total: 1 },
    })
    await host.call('onlineDevelopment.delete', { modelId: 'm1', id })
    await expect(host.call('onlineDevelopment.read', { modelId: 'm1', id })).rejects.toThrow(
      '@previewModel.gone',
    )
    await host.call('onlineDevelopment.restore', { modelId: 'm1', ids: [id] })
    await host.call('onlineDevelopment.dataChange', { modelId: 'm1', id })
    expect(call).not.toHaveBeenCalled()
  })

  it('asks outside for what only reads', async () => {
    const host = open()
    for (const [name, input] of [
      ['dictionaryData.options', {}],
      ['onlineDevelopment.list', { modelId: 'm2' }],
      ['dataInterface.preview', { id: 'i2' }],
    ] as const)
      expect((await host.call(name, input)).data).toBe('read')
  })

  it.each([
    ['role.delete', { id: '1' }, '@previewModel.noCall'],
    ['no.such.call', {}, '@previewModel.noCall'],
    ['onlineDevelopment.create', { modelId: 'm2', data: '{}' }, '@previewModel.noCall'],
    ['onlineDevelopment.batchUpdate', { modelId: 'm1' }, '@previewModel.noCall'],
    ['recordComment.create', { modelId: 'm1' }, '@previewModel.noCall'],
    ['dataInterface.preview', { id: 'i1' }, '@previewModel.noCall'],
    ['onlineDevelopment.export', { modelId: 'm1' }, '@previewModel.noExport'],
    ['onlineDevelopment.importData', { modelId: 'm1' }, '@previewModel.noImport'],
    ['onlineDevelopment.importTemplate', { modelId: 'm1' }, '@previewModel.noImport'],
    ['print.data', { id: 't1' }, '@print.notInPreview'],
  ])('refuses %s in words', async (name, input, words) => {
    await expect(open().call(name, input)).rejects.toThrow(words)
    expect(call).not.toHaveBeenCalled()
  })

  it('makes no request of a script, prints nothing, goes nowhere and keeps nothing', async () => {
    const host = open()
    await expect(host.request?.('GET', '/api/x', null)).rejects.toThrow('@previewModel.noRequest')
    host.print()
    host.navigate('/home')
    expect(toast.mock.calls.map(([, text]) => text)).toEqual(['@print.notInPreview', '@previewModel.noCall'])
    expect([host.drafts, host.saves, host.columns, host.data]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
