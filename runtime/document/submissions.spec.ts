import { describe, expect, it } from 'vitest'
import type { DescribedResource } from '../resource'
import type { CallContract } from './environment'
import { carriedIn, submissionOf } from './submissions'

const role = {
  key: 'id',
  calls: { create: 'role.create', update: 'role.update' },
  accepts: { create: ['name', 'password'], update: ['name', 'version'] },
  acts: { close: { call: 'role.close', accepts: ['id', 'reason'] } },
} as unknown as DescribedResource
const contract = (isOpen = false): CallContract => ({
  inAddress: { id: {} },
  inBody: { name: {} },
  required: [],
  isOpen,
  answer: {},
  isRead: false,
  takesFile: false,
  answersBytes: false,
})
const takers = {
  resources: { role },
  calls: new Map([
    ['role.rename', contract()],
    ['role.tell', contract(true)],
  ]),
}
const sent = (submit: unknown) => {
  const found = submissionOf(submit, takers)
  return found && { calls: found.calls, accepts: [...found.accepts], reads: [...found.reads] }
}

describe('where a form goes when it is submitted', () => {
  it('is to the calls of the resource that it is saved as, new or not', () => {
    expect(sent([{ confirm: '?' }, { save: 'role' }])).toEqual({
      calls: ['role.create', 'role.update'],
      accepts: ['name', 'password', 'version', 'id'],
      reads: [],
    })
  })

  it('is to the call of an act, and what a step reads by name goes where the step says', () => {
    const steps = [{ save: 'role.close', with: { reason: '${form.why}' } }]
    expect(sent(steps)).toEqual({ calls: ['role.close'], accepts: ['id', 'reason'], reads: ['why'] })
  })

  it('is to a call that is given the form itself, within other steps too', () => {
    const call = { call: 'role.rename', with: '${form}' }
    expect(sent({ parallel: [call] })).toEqual({
      calls: ['role.rename'],
      accepts: ['id', 'name'],
      reads: [],
    })
  })

  it('is not known where a call takes anything, or the whole form goes elsewhere, or none is saved', () => {
    expect(sent({ call: 'role.tell', with: '${form}' })).toBeUndefined()
    expect(sent([{ save: 'role' }, { set: { 'page.last': '${form}' } }])).toBeUndefined()
    expect(sent({ call: 'role.rename', with: { name: '${form.name}' } })).toBeUndefined()
    expect(sent({ save: 'nothing' })).toBeUndefined()
  })
})

describe('what travels under another name', () => {
  it('is what save.map reads and what the form’s buttons give to calls', () => {
    const form = {
      save: { map: { count: 'boxes * 10' } },
      fields: [
        { name: 'trial' },
        {
          widget: 'button',
          do: [{ set: { 'form.other': 1 } }, { call: 'a.b', with: { x: '${form.trial}' } }],
        },
      ],
    }
    expect([...carriedIn(form)]).toEqual(expect.arrayContaining(['boxes', 'trial']))
    expect(carriedIn(form).has('count')).toBe(false)
    expect(carriedIn(form).has('other')).toBe(false)
  })
})
