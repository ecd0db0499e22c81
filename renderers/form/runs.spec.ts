import type { PlanNode } from '@runtime/form/plan'
import { expect, it } from 'vitest'
import { RUN, runsOf } from './runs'

const field = (path: string, over: object = {}) =>
  ({ kind: 'field', id: path, path, widget: 'input', span: 24, ...over }) as PlanNode
const ids = (nodes: readonly PlanNode[]) =>
  runsOf(nodes).map((piece) => ('kind' in piece ? piece.id : piece.map(({ id }) => id)))

it('gathers fields that take a whole line, and keeps the order', () => {
  expect(ids([field('a'), field('b'), field('half', { span: 12 }), field('c')])).toEqual([
    ['a', 'b'],
    'half',
    ['c'],
  ])
})

it('leaves sub-tables and containers alone: their height is no line’s', () => {
  const tab = { kind: 'container', id: 'tab', widget: 'tab', span: 24 } as PlanNode
  expect(ids([field('a'), field('items', { widget: 'sub-table' }), tab, field('b')])).toEqual([
    ['a'],
    'items',
    'tab',
    ['b'],
  ])
})

it('begins a new run when one is full', () => {
  const many = Array.from({ length: RUN + 1 }, (_, index) => field(`f${index}`))
  expect(runsOf(many).map((piece) => ('kind' in piece ? 1 : piece.length))).toEqual([RUN, 1])
})
