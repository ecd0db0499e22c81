import { type DataQuery, dataOf } from '@runtime/data'
import { formatDate } from '@runtime/date'
import { scopeOf } from '@runtime/expression'
import type { Host } from '@runtime/host'
import { groupRows } from '@runtime/list/group'
import { nest } from '@runtime/list/nest'
import type { BranchPlan, ListPlan } from '@runtime/list/plan'
import { type SourcePlan, shapeAnswer } from '@runtime/page'
import { useMemo } from 'react'
import type { ListPage, ListQuery, ListSource, Row, Totals } from '../../list'
import type { Screen } from '../screen'

/** The list asks for its rows itself: what it searches, sorts and pages by goes with the source's own input. */
export function useListSource(screen: Screen, name: string, plan: ListPlan, localTimes: boolean): ListSource {
  const text = JSON.stringify(screen.sources.queryOf(name))
  return useMemo((): ListSource => {
    const own = JSON.parse(text) as DataQuery | null
    const shape: Partial<SourcePlan> = screen.sources.planOf(name) ?? {}
    return {
      dataQuery(query) {
        if (!own) return null
        const paging = plan.paging ? { currentPage: query.currentPage, pageSize: query.pageSize } : {}
        const order = query.sidx === '' ? {} : { sidx: query.sidx, sort: query.sort }
        const keyword = query.keyword ? { keyword: query.keyword } : {}
        const search = localTimes ? asLocalTimes(plan, query.search, screen.host) : query.search
        return { ...own, input: { ...own.input, ...search, ...keyword, ...paging, ...order } }
      },
      page(data) {
        const page = pageOf(data, shapeAnswer(shape, data, screen.sources.scopeOf(name) ?? screen.scope))
        return { ...page, rows: arranged(page.rows, plan, screen) }
      },
      every: shape.every,
      ...(plan.branches?.children && { children: (row) => below(plan.branches ?? {}, row, screen) }),
    }
  }, [screen, name, plan, text, localTimes])
}

const WALL_TIME = 'yyyy-MM-dd HH:mm:ss'

/** What was picked in the clock of this host, for a call that has a clock of its own. */
function asLocalTimes(plan: ListPlan, search: ListQuery['search'], { timeZone }: Pick<Host, 'timeZone'>) {
  const dates = new Set(
    plan.search.filter(({ field }) => field.widget === 'date-picker').map(({ path }) => path),
  )
  return Object.fromEntries(
    Object.entries(search).map(([path, value]) => [
      path,
      dates.has(path) && typeof value === 'number' ? formatDate(value, WALL_TIME, timeZone ?? null) : value,
    ]),
  )
}

function pageOf(data: unknown, shaped: unknown): ListPage {
  const { pagination, totals } = (data ?? {}) as {
    readonly pagination?: { readonly total: number; readonly capped?: boolean }
    readonly totals?: Totals
  }
  const rows = Array.isArray(shaped) ? (shaped as readonly Row[]) : []
  const { total = countOf(rows), capped = false } = pagination ?? {}
  return { rows, total, capped, totals }
}

/** Rows with all that nest below them. */
function countOf(rows: readonly Row[]): number {
  return rows.reduce((count, { children }) => {
    return count + 1 + (Array.isArray(children) ? countOf(children as readonly Row[]) : 0)
  }, 0)
}

/** Rows as the list shows them: under headings, or below each other. */
function arranged(rows: readonly Row[], { group, branches }: ListPlan, screen: Screen): readonly Row[] {
  if (group) return groupRows(rows, group.path)
  if (branches?.parent !== undefined) return hung(rows, branches.parent)
  return branches?.children ? marked(rows, branches, screen) : rows
}

/** Rows that name the row above them, below it. */
function hung(rows: readonly Row[], parent: string): readonly Row[] {
  const idIn = (member: string) => (row: Row) => {
    const id = row[member]
    return id === undefined || id === null || id === '' ? null : String(id)
  }
  const wire = ({ row, children }: ReturnType<typeof nest<Row>>[number]): Row =>
    children.length === 0 ? row : { ...row, children: children.map(wire) }
  return nest(rows, idIn('id'), idIn(parent)).map(wire)
}

/** Rows that may be opened say so; what is below them is asked for then, unless they have brought it. */
function marked(rows: readonly Row[], branches: BranchPlan, screen: Screen): readonly Row[] {
  const { leaf } = branches
  return rows.map((row) => {
    const hasChildren = leaf ? !leaf.holds(scopeOf({ row }, screen.scope)) : row['hasChildren'] !== false
    const { children } = row
    return {
      ...row,
      hasChildren,
      ...(Array.isArray(children) && { children: marked(children as readonly Row[], branches, screen) }),
    }
  })
}

async function below(branches: BranchPlan, row: Row, screen: Screen): Promise<readonly Row[]> {
  const { children } = branches
  if (!children) return []
  const scope = scopeOf({ row }, screen.scope)
  const dataQuery = { call: children.call.evaluate(scope), input: children.with.evaluate(scope) }
  const data = await dataOf(screen.host).read(dataQuery, { again: true })
  return marked(pageOf(data, shapeAnswer({}, data, scope)).rows, branches, screen)
}
