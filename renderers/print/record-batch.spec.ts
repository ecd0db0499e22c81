import { CallError, type Host } from '@runtime/host'
import { describe, expect, it } from 'vitest'
import { readBatch } from './record-batch'

const ids = (count: number) => Array.from({ length: count }, (_, at) => `r${at + 1}`)

/** Reads records of which some are refused with a code. */
async function read(recordIds: readonly string[], refused: Readonly<Record<string, number>> = {}) {
  const calls: string[] = []
  const progress: number[] = []
  const host = {
    call: async (name: string, { formId }: { readonly formId: string }) => {
      calls.push(`${name} ${formId}`)
      const asked = formId.split(',')
      const bad = asked.find((id) => refused[id])
      if (bad !== undefined) throw new CallError(refused[bad] ?? 0, bad)
      const data = asked.map((id) => ({ fullName: id }))
      return { data: name === 'print.data' ? data[0] : data, msg: '' }
    },
  } as unknown as Host
  const { signal } = new AbortController()
  const batch = await readBatch(host, { templateId: 't1', recordIds }, signal, ({ done }) =>
    progress.push(done),
  )
  return { calls, progress, skipped: batch.skipped, names: batch.printables.map(({ fullName }) => fullName) }
}

describe('a batch of records', () => {
  it('is read twenty at a time, in its order', async () => {
    const { calls, progress, names, skipped } = await read(ids(45))
    expect(calls.map((call) => call.split(',').length)).toEqual([20, 20, 5])
    expect(progress).toEqual([0, 20, 40])
    expect(names).toEqual(ids(45))
    expect(skipped).toEqual([])
  })

  it('of one record is that record', async () => {
    expect((await read(['r1'])).calls).toEqual(['print.data r1'])
  })

  it('leaves out by their places those that are gone, and asks singly for their neighbours alone', async () => {
    const { calls, names, skipped } = await read(ids(41), { r22: 404, r39: 404 })
    expect(skipped).toEqual([22, 39])
    expect(names).toEqual(ids(41).filter((id) => id !== 'r22' && id !== 'r39'))
    expect(calls.filter((call) => call.startsWith('print.data '))).toHaveLength(20)
  })

  it('fails with the first refusal where nothing is left, and with any other trouble at once', async () => {
    await expect(read(ids(2), { r1: 404, r2: 404 })).rejects.toThrow('r1')
    await expect(read(ids(3), { r2: 403 })).rejects.toMatchObject({ code: 403 })
    await expect(read(ids(3), { r2: 503 })).rejects.toMatchObject({ code: 503 })
  })
})
