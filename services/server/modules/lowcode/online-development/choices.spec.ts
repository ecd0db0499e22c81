import { compileFormData, evaluateRecord } from '@runtime/form'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import type { CallContext, Services } from '../../../module'
import { choicesOf } from './choices'
import { field } from './specs/models'

const leaf = (id: string) => ({ id, enCode: id, fullName: id, children: [] })
const services = {
  dictionaries: {
    labels: async () => [
      { ...leaf('north'), children: [leaf('n1')] },
      { ...leaf('south'), children: [leaf('s1')] },
    ],
  },
} as unknown as Services
const dictionary = { dataType: 'dictionary', dictionaryType: 'places' }
const form = compileFormData(
  {
    fields: [
      field('cascader', 'one', dictionary),
      field('cascader', 'many', dictionary, { multiple: true }),
      field('select', 'places', dictionary, { multiple: true }),
    ],
  },
  { id: 'm', catalogue },
)
const context = { user: { userId: 'u' }, language: 'zh', text: String } as unknown as CallContext
const stored = {
  one: ['north', 'gone'],
  many: [
    ['gone', 'g1'],
    ['south', 's1'],
  ],
  places: ['n1', 'gone'],
}

/** Paths of the fields that are refused when this is sent over what is kept. */
async function refused(sent: object) {
  const data = { ...stored, ...sent }
  const choices = await choicesOf(form, services, context, data, stored)
  const host = { ...context, now: () => 0 } as never
  return evaluateRecord(form, data, host, { creating: false, stored, choices: choices.of }).errors.map(
    ({ path }) => path,
  )
}

describe('choices that are kept and are none any more', () => {
  it('stay, in lists and in paths', async () => {
    expect(await refused({})).toEqual([])
    expect(await refused({ one: ['north', 'n1'], many: [['gone', 'g1']], places: ['gone', 's1'] })).toEqual(
      [],
    )
  })

  it('let no others in', async () => {
    expect(await refused({ one: ['north', 'other'] })).toEqual(['one'])
    expect(
      await refused({
        many: [
          ['gone', 'g1'],
          ['gone', 'g2'],
        ],
      }),
    ).toEqual(['many'])
    expect(await refused({ places: ['gone', 'other'] })).toEqual(['places'])
  })
})
