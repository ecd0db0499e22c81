import { Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Spin/style/css.js'
import type { ActionDocument } from '@runtime/action'
import { formatDate } from '@runtime/date'
import type { Scope } from '@runtime/expression'
import type { Host } from '@runtime/host'
import { compileList } from '@runtime/list'
import type { ButtonPlan, ListPlan } from '@runtime/list/plan'
import { catalogue } from '@widgets/registry'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type ListHandle, type ListQuery, type ListSource, ListView, type Row } from '../../list'
import { usePlace } from '../context'
import { useDocument } from '../documents'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { Problems } from '../problems'
import type { Screen } from '../screen'
import { compileFailure } from '../use-form-document'
import { useLast } from '../use-last'

/** A list document over a source of the page. */
export function ListNode({ node }: NodeProps) {
  const file = `lists/${String(node['ref'])}`
  const { current, retry } = useDocument(file)
  const compiled = useMemo(() => {
    if (current.state !== 'ready') return null
    if (current.document.problems.length > 0) return { problems: current.document.problems }
    try {
      return { plan: compileList(current.document.content, { id: file, catalogue }) }
    } catch (error) {
      const failure = compileFailure(file, error, retry)
      return failure.state === 'broken' ? { problems: failure.problems } : { failure }
    }
  }, [current, file, retry])
  const last = useLast(compiled?.plan ?? null)
  if (current.state === 'failed') return <ErrorNote message={current.message} retry={retry} />
  if (!compiled) return <Spin className="loam-wait" delay={200} />
  if (compiled.failure) return <ErrorNote message={compiled.failure.message} retry={compiled.failure.retry} />
  return (
    <>
      {compiled.problems && <Problems problems={compiled.problems} />}
      {last && <CompiledList node={node} plan={last} />}
    </>
  )
}

function CompiledList({ node, plan }: NodeProps & { readonly plan: ListPlan }) {
  const { screen, scope, runner, dialog } = usePlace()
  const name = String(node['source'])
  const handle = useRef<ListHandle>(null)
  const source = useListSource(screen, name, plan, node['wallTimes'] === true)
  useEffect(() => screen.registerReload(name, () => handle.current?.reload()), [screen, name])
  useEffect(() => screen.listen(`${name}.expandAll`, () => handle.current?.expandAll()), [screen, name])
  useEffect(() => screen.listen(`${name}.collapseAll`, () => handle.current?.collapseAll()), [screen, name])
  const press = useCallback(
    (button: ButtonPlan, rows: readonly Row[]) => {
      if (button.do === undefined) return undefined
      const isRow = plan.row.some(({ value, code }) => value === button.value && code === button.code)
      const names = isRow ? { row: rows[0], rows } : { rows }
      const id = `${name}:${button.value}:${isRow ? String(rows[0]?.['id'] ?? '') : ''}`
      return runner.run(button.do as ActionDocument, names, { source: id })
    },
    [plan, runner, name],
  )
  const shown = useJudgedToolbar(plan, screen, scope)
  // A list that is the whole page is called what the page is.
  const title = node['title'] ?? (node === screen.plan.body ? screen.plan.title : undefined)
  return (
    <div className={`loam-list-node ${dialog ? 'loam-dialog-list' : ''}`}>
      <ListView
        plan={shown}
        source={source}
        onButton={press}
        permissions={screen.permissions}
        handle={handle}
        storageKey={`${screen.plan.file} ${name}`}
        {...(title === undefined ? {} : { title: screen.say(title, scope) })}
        {...(node['empty'] === undefined ? {} : { empty: screen.say(node['empty'], scope) })}
      />
    </div>
  )
}

/** The list asks for its rows itself: what it searches, sorts and pages by goes with the source's own input. */
function useListSource(screen: Screen, name: string, plan: ListPlan, wallTimes: boolean): ListSource {
  const input = screen.sources.inputOf(name)
  const text = JSON.stringify(input)
  return useMemo((): ListSource => {
    const own = JSON.parse(text) as Readonly<Record<string, unknown>> | null
    return {
      async load(query, signal) {
        const source = screen.plan.sources.get(name)
        if (!source || !own) return { rows: [], total: 0 }
        const paging = plan.paging ? { currentPage: query.currentPage, pageSize: query.pageSize } : {}
        const order = query.sidx === '' ? {} : { sidx: query.sidx, sort: query.sort }
        const keyword = query.keyword ? { keyword: query.keyword } : {}
        const search = wallTimes ? asWallTimes(plan, query.search, screen.host) : query.search
        const { data } = await screen.host.call(
          source.call,
          { ...own, ...search, ...keyword, ...paging, ...order },
          { signal },
        )
        return pageOf(data)
      },
    }
  }, [screen, name, plan, text, wallTimes])
}

const WALL_TIME = 'yyyy-MM-dd HH:mm:ss'

/** What was picked in the clock of this host, for a call that has a clock of its own. */
function asWallTimes(plan: ListPlan, search: ListQuery['search'], { timeZone }: Pick<Host, 'timeZone'>) {
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

function pageOf(data: unknown): { rows: readonly Row[]; total: number } {
  const { list, pagination } = (data ?? {}) as { list?: readonly Row[]; pagination?: { total: number } }
  const rows = list ?? (Array.isArray(data) ? (data as readonly Row[]) : [])
  return { rows, total: pagination?.total ?? countOf(rows) }
}

/** Rows with all that nest below them. */
function countOf(rows: readonly Row[]): number {
  return rows.reduce((count, { children }) => {
    return count + 1 + (Array.isArray(children) ? countOf(children as readonly Row[]) : 0)
  }, 0)
}

/** Toolbar conditions see the page's names, which the list does not know: it gets their answers. */
function useJudgedToolbar(plan: ListPlan, screen: Screen, scope: Scope): ListPlan {
  const judged = plan.toolbar
    .filter(({ visible }) => visible === undefined || screen.holds(visible, scope))
    .map((button) =>
      button.disabled === undefined
        ? button
        : { ...button, disabled: String(screen.holds(button.disabled, scope)) },
    )
  const text = judged.map(({ value, disabled }) => `${value} ${disabled}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answers are the same toolbar.
  return useMemo(() => ({ ...plan, toolbar: judged }), [plan, text])
}
