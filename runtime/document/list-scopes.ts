import { fieldsIn } from './form-scopes'
import { type Members, recordOf } from './given-values'
import { type Scope, withNames } from './names'
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
  const seen = withNames(
    outside,
    Object.fromEntries(searchNames(list).map((name) => [name, 'open' as const])),
  )
  const rows = listShape(row)
  const withRow = withNames(seen, { row })
  return new Map<string, Scope>([
    ['', withNames(seen, { rows, search: 'open', shown: SHOWN })],
    ...WITH_ROW.map((word) => [`/${word}`, withRow] as const),
    ['/drag', withNames(withRow, { moved: MOVED })],
    ['/row', withNames(seen, { rows, row })],
  ])
}
