import { fieldsIn } from './form-scopes'
import { type Members, recordOf } from './given-values'
import type { Scope } from './names'
import { listShape, membersShape, type Shape } from './shape'

/** Where a row of a list or a record of a tree has been moved. */
export const MOVED = membersShape([
  ['parent', 'open'],
  ['before', 'open'],
])

/** The part of a list that is shown, for its tool bar's steps. */
const SHOWN = membersShape([
  ['currentPage', 'open'],
  ['pageSize', 'open'],
  ['sidx', 'open'],
  ['sort', 'open'],
])

/** Words of a list that see its row. */
const WITH_ROW = ['columns', 'open', 'detail', 'style', 'tree'] as const

/** Names under which a list's search goes with its source. */
export function searchNames({ search }: Members): readonly string[] {
  const entries = Array.isArray(search) ? search : []
  return fieldsIn(entries.map((entry) => recordOf(entry)['field'])).map(({ name }) => name)
}

/** What the places of a list see, by pointer. */
export function listScopes(list: Members, row: Shape, outside: Scope): Map<string, Scope> {
  const seen = new Map<string, Shape>([
    ...outside,
    ...searchNames(list).map((name) => [name, 'open'] as const),
  ])
  const rows: [string, Shape] = ['rows', listShape(row)]
  const withRow = new Map([...seen, ['row', row] as const])
  return new Map<string, Scope>([
    ['', new Map([...seen, rows, ['search', 'open'] as const, ['shown', SHOWN] as const])],
    ...WITH_ROW.map((word) => [`/${word}`, withRow] as const),
    ['/drag', new Map([...withRow, ['moved', MOVED] as const])],
    ['/row', new Map([...seen, rows, ['row', row]])],
  ])
}
