import { catalogue } from '@widgets/definitions'
import { expect, it } from 'vitest'
import { compileFormData } from '../formdata/decode'
import type { FormRecord } from '../plan'
import { type Clash, sideOf, threeWay, withSide } from './three-way'

const widget = (jnpfKey: string, name: string, config = {}) => ({
  __vModel__: name,
  __config__: { jnpfKey, label: name, ...config },
})
const children = [widget('input', 'part'), widget('inputNumber', 'quantity')]
const plan = compileFormData(
  { fields: [widget('input', 'date'), widget('input', 'kind'), widget('table', 'lines', { children })] },
  { id: 'merge', catalogue },
)
const BASE = {
  ...{ date: '11-01', kind: 'a' },
  lines: [
    { id: '1', part: 'seed', quantity: 2 },
    { id: '2', part: 'urea', quantity: 1 },
    { id: '3', part: 'film', quantity: 4 },
  ],
}
const [first, second, third] = BASE.lines
const merge = (theirs: FormRecord, mine: FormRecord) => {
  const { clashes, taken } = threeWay(plan, { base: BASE, theirs, mine, sent: mine })
  return {
    clashes: clashes.map(({ key, theirs, mine }) => [key, theirs, mine]),
    taken: Object.fromEntries(taken.map(({ field, value }) => [field.path, value])),
    raw: clashes,
  }
}

it('takes what only the other changed, keeps what only this one changed and asks for what both did', () => {
  expect(merge({ ...BASE, date: '11-02' }, { ...BASE, kind: 'b' })).toMatchObject({
    ...{ clashes: [], taken: { date: '11-02' } },
  })
  expect(merge({ ...BASE, date: '11-02', kind: 'c' }, { ...BASE, kind: 'b' })).toMatchObject({
    ...{ clashes: [['kind', 'c', 'b']], taken: { date: '11-02' } },
  })
  expect(merge({ ...BASE, kind: 'b' }, { ...BASE, kind: 'b' })).toMatchObject({ clashes: [], taken: {} })
  expect(merge({ ...BASE, kind: '' }, BASE), 'emptied').toMatchObject({ taken: { kind: '' } })
})

it('leaves what is not sent as it is stored', () => {
  const theirs = { ...BASE, kind: 'c' }
  const found = threeWay(plan, { base: BASE, theirs, mine: { ...BASE, kind: 'b' }, sent: { date: '11-01' } })
  expect(found).toMatchObject({ clashes: [], taken: [{ value: 'c' }] })
})

it('merges rows by their ids and cells, whatever was added and removed beside them', () => {
  const added = { part: 'mine' }
  const other = { id: '9', part: 'theirs' }
  const theirs = { ...BASE, lines: [{ ...first, quantity: 5 }, other, third] }
  const mine = { ...BASE, lines: [{ ...first, part: 'maize' }, second, added] }
  expect(merge(theirs, mine)).toMatchObject({
    clashes: [],
    taken: { lines: [{ id: '1', part: 'maize', quantity: 5 }, other, added] },
  })
})

it('asks for a cell that both changed, and for a row that one removed and the other changed', () => {
  const theirs = {
    ...BASE,
    lines: [
      { ...first, quantity: 5 },
      { ...second, quantity: 7 },
    ],
  }
  const mine = {
    ...BASE,
    lines: [
      { ...first, quantity: 6 },
      { ...third, part: 'net' },
    ],
  }
  const { clashes, taken, raw } = merge(theirs, mine)
  expect(clashes).toEqual([
    ['lines.1.quantity', 5, 6],
    ['lines.3', undefined, { ...third, part: 'net' }],
    ['lines.2', { ...second, quantity: 7 }, undefined],
  ])
  expect(taken, 'nothing is decided').toEqual({})
  const take = (rows: unknown, clash: Clash) => withSide(clash, clash.theirs, rows)
  expect(raw.reduce(take, mine.lines as unknown), 'all of theirs').toEqual(theirs.lines)
  const [cell, gone] = raw
  expect(cell && sideOf(cell, mine.lines)).toBe(6)
  expect(gone && sideOf(gone, theirs.lines)).toBeUndefined()
})
