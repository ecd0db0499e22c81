import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import { compileColumnData } from '../../list'
import { DesignSession } from '../session'
import { designedFilter, NO_FILTER } from './filter'
import { subjectOfList, THE_LIST } from './subject'

const field = (jnpfKey: string, formId: number, name: string) => ({
  __vModel__: name,
  __config__: { jnpfKey, formId, label: name },
})
const test = (name: string, more = {}) => ({
  ...{ field: name, symbol: '==', fieldValue: '1', fieldValueType: 2, ...more },
})
const rules = (...groups: readonly object[]) => ({
  ...{ matchLogic: 'or', conditionList: [{ logic: 'and', groups }] },
})

function open(columnData: object) {
  const formData = JSON.stringify({ fields: [field('input', 1, 'no'), field('inputNumber', 2, 'total')] })
  const texts = { formData, columnData: JSON.stringify(columnData) }
  const session = new DesignSession({ id: 'm', texts, widgets: { catalogue, designed } })
  const { plan } = session
  if (!plan) throw new Error('There is no form')
  return { session, plan }
}

describe('the permanent filter of a list under design', () => {
  it('names its conditions that make the list break, and is sound without them', () => {
    const ruleList = rules(test('no'), test('gone'), test('total', { symbol: '>', fieldValue: 'x' }))
    const { plan } = open({ type: 1, ruleList })
    const { count, broken, sound } = designedFilter(ruleList, plan)
    expect(count).toBe(3)
    expect(broken.map(({ text }) => text)).toEqual(['@list.unknownField', '@list.numberExpected'])
    expect(() => compileColumnData({ type: 1, ruleList }, plan, { id: 'm' })).toThrow()
    expect(sound).toEqual(rules(test('no')))
    expect(compileColumnData({ type: 1, ruleList: sound }, plan, { id: 'm' }).filter).toMatchObject({
      path: 'no',
    })
    expect(designedFilter('', plan)).toEqual({ count: 0, broken: [], sound: NO_FILTER })
  })

  it('is set as one step, emptied to one that lets everything through, and follows what its fields are called', () => {
    const { session, plan } = open({ type: 1, ruleList: NO_FILTER, ruleListApp: rules(test('total')) })
    const ruleList = () => (session.tree.columnData as Record<string, unknown>)['ruleList']
    const set = (value: unknown) => {
      const command = subjectOfList(session.tree, plan, 'columnData', THE_LIST)?.change('ruleList', value)
      expect(command && session.run(command)).toBeNull()
    }
    const before = session.history.texts
    set(rules(test('no')))
    session.run({ do: 'set', what: { part: 'formData', node: 1, path: ['__vModel__'] }, value: 'number' })
    expect(ruleList()).toEqual(rules(test('number')))
    session.undo()
    session.undo()
    expect(session.history.texts).toEqual(before)
    set(rules(test('no')))
    set(undefined)
    expect(ruleList()).toEqual(NO_FILTER)
  })
})
