import { ACK_CODE, type CommandPayload } from '@runtime/field/topics'
import { describe, expect, it } from 'vitest'
import { createMemory } from './memory'

const NOW = 1_000_000
const command = (id: string, seq: number, exp = NOW + 1000): CommandPayload => ({
  id,
  seq,
  op: 'valve.set',
  iat: NOW,
  exp,
  ttlMs: 1000,
  il: '',
})
const done = { st: 'DONE', code: 0, msg: '' } as const

describe('a device’s memory', () => {
  it('begins a command once and answers its repetition with what came of it', () => {
    const memory = createMemory()
    expect(memory.validate(command('a', 1), NOW, true)).toEqual({ begin: true, answer: null })
    memory.note('a', done)
    expect(memory.validate(command('a', 1), NOW, true)).toEqual({ begin: false, answer: done })
    // Even when it is long over.
    expect(memory.validate(command('a', 1), NOW + 1e6, true)).toEqual({ begin: false, answer: done })
  })

  it('never carries out what has expired or is older than what it has seen', () => {
    const memory = createMemory()
    expect(memory.validate(command('late', 1, NOW), NOW, true).answer).toMatchObject({
      code: ACK_CODE.expired,
    })
    expect(memory.validate(command('b', 5), NOW, true).begin).toBe(true)
    expect(memory.validate(command('c', 4), NOW, true).answer).toMatchObject({ code: ACK_CODE.outOfDate })
    expect(memory.validate(command('d', 6), NOW, true).begin).toBe(true)
  })

  it('leaves the times to the broker while its clock is wrong', () => {
    expect(createMemory().validate(command('a', 1, NOW - 1), NOW, false).begin).toBe(true)
  })

  it('forgets the oldest beyond 64', () => {
    const memory = createMemory()
    for (let seq = 0; seq < 65; seq++) {
      memory.validate(command(`c${seq}`, seq), NOW, true)
      memory.note(`c${seq}`, done)
    }
    expect(memory.validate(command('c1', 1), NOW, true).answer).toEqual(done)
    // Forgotten, but out of date.
    expect(memory.validate(command('c0', 0), NOW, true).answer).toMatchObject({ code: ACK_CODE.outOfDate })
  })
})
