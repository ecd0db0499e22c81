import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import { asRecord } from '../../json'
import { compileColumnData } from '../../list'
import { listOf } from '../../list/json'
import type { Command } from '../command'
import { DesignSession } from '../session'
import { moveItem, removeItem } from './edits'
import { propsOf } from './entries'
import { addHeader, childrenOf, groupable, hasHeaders, putInto, setChildren } from './headers'
import { subjectOfList } from './subject'

const PART = 'columnData'
const NAMES = ['a', 'b', 'c', 'd', 'e']

function open(headers: readonly object[] = [], more: object = {}) {
  const field = (name: string, index: number) => ({
    ...{ __vModel__: name, __config__: { jnpfKey: 'input', formId: index + 1, label: name.toUpperCase() } },
  })
  const columnList = NAMES.map((prop) => ({ prop, label: prop.toUpperCase() }))
  const columnData = { type: 1, columnList, complexHeaderList: headers, ...more }
  const texts = {
    formData: JSON.stringify({ fields: NAMES.map(field) }),
    columnData: JSON.stringify(columnData),
  }
  const session = new DesignSession({ id: 'm', texts, widgets: { catalogue, designed } })
  const { plan } = session
  if (!plan) throw new Error('There is no form')
  const list = () => asRecord(session.tree.columnData)
  return {
    ...{ session, plan, list },
    run(command: Command | null | undefined) {
      if (!command) throw new Error('There is nothing to do')
      expect(session.run(command)).toBeNull()
    },
    columns: () => propsOf(list(), 'columnList').join(''),
    headers: () => listOf(list()['complexHeaderList']).map((one) => childrenOf(one).join('')),
    move(prop: string, to: number) {
      const command = moveItem(
        session.tree,
        PART,
        'columnList',
        propsOf(list(), 'columnList').indexOf(prop),
        to,
      )
      if (command) session.run(command)
    },
  }
}
const header = (id: string, ...childColumns: readonly string[]) => ({ id, fullName: id, childColumns })

describe('a header over columns', () => {
  it('brings them together out of the groups that they were in, as one step', () => {
    const one = open([header('x', 'a', 'b'), header('y', 'c')])
    const before = one.session.history.texts
    const { id, command } = addHeader(one.session.tree, PART, '基本', ['b', 'c', 'e'])
    one.run(command)
    expect([one.columns(), one.headers()]).toEqual(['abced', ['a', 'bce']])
    const { headers } = compileColumnData(one.session.tree.columnData as object, one.plan, { id: 'm' })
    expect(headers.find((found) => found.id === id)).toMatchObject({
      label: '基本',
      columns: ['b', 'c', 'e'],
    })
    one.session.undo()
    expect(one.session.history.texts).toEqual(before)
  })

  it('is called, aligned and given its columns in the panel', () => {
    const one = open([header('x', 'a', 'gone')])
    const subject = () =>
      subjectOfList(one.session.tree, one.plan, PART, { of: 'complexHeaderList', id: 'x' })
    expect(subject()?.values).toMatchObject({ fullName: 'x', align: 'center', childColumns: ['a'] })
    one.run(subject()?.change('fullName', '往来'))
    one.run(subject()?.change('childColumns', ['a', 'd']))
    expect([one.columns(), one.headers()]).toEqual(['adbce', ['ad']])
    expect(subject()?.title).toBe('往来')
    expect(subject()?.change('childColumns', ['a', 'd'])).toBeNull()
    expect(putInto(one.session.tree, PART, 'x', 'a')).toBeNull()
    one.run(putInto(one.session.tree, PART, 'x', 'e'))
    expect([one.columns(), one.headers()]).toEqual(['adebc', ['ade']])
  })

  it('has a column that is moved between its own, and loses one that is moved away from them', () => {
    const one = open([header('x', 'a', 'b')])
    one.move('d', 1)
    expect([one.columns(), one.headers()]).toEqual(['adbce', ['abd']])
    one.move('d', 0)
    expect([one.columns(), one.headers()]).toEqual(['dabce', ['abd']])
    one.move('d', 4)
    expect([one.columns(), one.headers()]).toEqual(['abced', ['ab']])
    // What moves at its edge stays outside.
    one.move('e', 2)
    expect([one.columns(), one.headers()]).toEqual(['abecd', ['ab']])
  })

  it('goes with its only column when that is taken out, and moves with it', () => {
    const one = open([header('x', 'a'), header('y', 'b', 'c')])
    one.move('a', 4)
    expect(one.headers()).toEqual(['a', 'bc'])
    one.run(removeItem(one.session.tree, PART, 'columnList', 4))
    expect(one.headers()).toEqual(['bc'])
    one.run(removeItem(one.session.tree, PART, 'complexHeaderList', 0))
    expect([one.columns(), one.headers()]).toEqual(['bcde', []])
  })

  it('keeps what it had of its columns, and stands over none that is fixed or of a sub-table', () => {
    const copy = { prop: 'a', label: 'A', own: 1 }
    const columnList = [{ prop: 'a' }, { prop: 'b', fixed: 'left' }, { prop: 't-c' }, { prop: 'd' }]
    const one = open([{ id: 'x', fullName: 'x', childColumns: [copy] }], { columnList })
    expect(groupable(one.list()).map(({ prop }) => prop)).toEqual(['a', 'd'])
    expect(putInto(one.session.tree, PART, 'x', 'b')).toBeNull()
    one.run(setChildren(one.session.tree, PART, 'x', ['d', 'a']))
    expect(listOf(one.list()['complexHeaderList'])[0]?.['childColumns']).toEqual(['d', copy])
    expect([hasHeaders(one.list()), hasHeaders({ type: 3 }), hasHeaders({ type: '5' })]).toEqual([
      ...[true, false, false],
    ])
  })
})
