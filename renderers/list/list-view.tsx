import type { ButtonPlan, ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { lazy, type Ref, Suspense, useCallback, useImperativeHandle, useMemo, useState } from 'react'
import { PHONE, useMedia } from '../dialog'
import { useHost } from '../host'
import { Cards } from './cards'
import { useColumnChoice } from './column-choice'
import { flatten, parentIds } from './flat-rows'
import './list.css'
import { EmptyPlace, FailedPlace, SkeletonRows, useLasting } from './notices'
import { Pager } from './pager'
import { isBlank, type QueryState, useQueryState } from './query-state'
import { actionsWidth, judge, RowButtons } from './row-buttons'
import { type RowsState, useRows } from './rows'
import { SearchLine } from './search-line'
import type { ListHandle, ListSource, Row } from './source'
import { Table } from './table'
import { Toolbar } from './toolbar'
import { type Acts, useActs } from './use-acts'
import { type Picks, usePicks } from './use-picks'

const LeftTree = lazy(async () => ({ default: (await import('./left-tree')).LeftTree }))

export interface ListViewProps {
  readonly plan: ListPlan
  readonly source: ListSource
  /** A button was pressed: a row's with that row, the toolbar's with the selected rows. It shows loading until done. */
  readonly onButton: (button: ButtonPlan, rows: readonly Row[]) => unknown
  readonly permissions?: Permissions
  readonly handle?: Ref<ListHandle>
  /** Told what is selected. */
  readonly selection?: (rows: readonly Row[]) => void
  /** Stands at the left of the toolbar's line. */
  readonly title?: string
  /** Under which filters, place and columns are kept; default: the plan's id. A menu entry gives its own. */
  readonly storageKey?: string
}

/** A list: toolbar, search line, rows, pager. Only the rows scroll. */
export function ListView(props: ListViewProps) {
  const { plan, source, permissions } = props
  const host = useHost()
  const key = `${props.storageKey ?? plan.id}_${host.user.userId}`
  const state = useQueryState(plan, key)
  const data = useRows(source, state.query, host)
  const permitted = useMemo(
    () => plan.columns.filter(({ path }) => permissions?.column(path) ?? true),
    [plan, permissions],
  )
  const choice = useColumnChoice(permitted, key)
  const may = (button: ButtonPlan) => permissions?.button(button.code) ?? true
  const toolbar = plan.toolbar.filter(may)
  const picks = usePicks(data.rows, props.selection)
  const acts = useActs(props.onButton)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  useListHandle(props.handle, { data, state, picks, setOpen })
  const setTree = (field: string) => (value: unknown) => {
    const { [field]: _gone, ...rest } = state.query.search
    state.set({ search: value === undefined ? rest : { ...rest, [field]: value } })
  }
  return (
    <div className="loam-list">
      {plan.tree && (
        <Suspense fallback={<aside className="loam-list-tree" aria-busy="true" />}>
          <LeftTree
            plan={plan.tree}
            selected={state.query.search[plan.tree.field]}
            onSelect={setTree(plan.tree.field)}
          />
        </Suspense>
      )}
      <div className="loam-list-main">
        <Toolbar
          plan={plan}
          title={props.title}
          buttons={toolbar}
          columns={permitted}
          choice={choice}
          state={state}
          selected={picks.rows.length}
          busy={acts.busy}
          onButton={(button) => acts.run(button, picks.rows)}
          onReload={data.reload}
          onClearSelection={picks.clear}
          onExpand={plan.nested ? () => setOpen(new Set(parentIds(data.rows))) : null}
          onCollapse={() => setOpen(new Set())}
        />
        {plan.search.length > 0 && <SearchLine plan={plan} state={state} />}
        <Rows {...props} {...{ state, data, picks, acts, open, setOpen, toolbar }} columns={choice.shown} />
      </div>
    </div>
  )
}

type Data = RowsState & { readonly reload: () => void }
type Open = ReadonlySet<string>

function Rows({
  plan,
  permissions,
  title,
  state,
  data,
  picks,
  acts,
  open,
  setOpen,
  columns,
  toolbar,
}: ListViewProps & {
  readonly state: QueryState
  readonly data: Data
  readonly picks: Picks
  readonly acts: Acts
  readonly open: Open
  readonly setOpen: (change: (open: Open) => Open) => void
  readonly columns: ListPlan['columns']
  readonly toolbar: readonly ButtonPlan[]
}) {
  const host = useHost()
  const phone = useMedia(PHONE)
  const buttons = useMemo(
    () => plan.row.filter(({ code }) => permissions?.button(code) ?? true),
    [plan, permissions],
  )
  const rows = useMemo(() => flatten(data.rows, plan.nested, open), [data.rows, plan.nested, open])
  const toggle = useCallback((id: string) => setOpen((known) => toggled(known, id)), [setOpen])
  const rowActions = useMemo(
    () =>
      buttons.length === 0
        ? null
        : (row: Row) => (
            <RowButtons
              buttons={buttons}
              row={row}
              busy={acts.busy}
              onButton={(button, one) => acts.run(button, [one], one)}
            />
          ),
    [buttons, acts],
  )
  const sort = useCallback(
    (path: string) =>
      state.set({ ...nextSort(state.query, path, plan), currentPage: state.query.currentPage }),
    [state, plan],
  )
  const notice = noticeOf({
    plan,
    data,
    state,
    add: toolbar.find(({ value, disabled }) => value === 'add' && !judge(disabled, {}, false)),
    acts,
    host,
  })
  const lasting = useLasting(data.loading && !data.first)
  const { currentPage, pageSize } = state.query
  return (
    <>
      {data.error !== null && data.rows.length > 0 && (
        <FailedPlace message={data.error} onRetry={data.reload} />
      )}
      {phone ? (
        <Cards
          rows={rows}
          columns={columns}
          buttons={buttons}
          selected={picks.ids}
          onSelect={plan.selection ? picks.set : null}
          onToggle={toggle}
          onButton={(button, row) => acts.run(button, [row], row)}
          notice={notice}
          busy={lasting}
        />
      ) : (
        <Table
          plan={plan}
          columns={columns}
          rows={rows}
          page={data.rows}
          query={state.query}
          onSort={sort}
          selected={picks.ids}
          onSelect={plan.selection ? picks.set : null}
          openIds={open}
          onToggle={toggle}
          rowActions={rowActions}
          actionsWidth={actionsWidth(buttons.map(({ label }) => host.text(label)))}
          busy={lasting}
          notice={notice}
          firstIndex={(currentPage - 1) * pageSize + 1}
          label={title ?? host.text(plan.form?.title)}
        />
      )}
      {(plan.paging || data.total > 0) && (
        <Pager
          paging={plan.paging}
          state={state}
          total={data.total}
          capped={data.capped ?? false}
          small={phone}
        />
      )}
    </>
  )
}

/** What stands in the place of rows: the shape of what comes, an error, or an empty place. */
function noticeOf({
  plan,
  data,
  state,
  add,
  acts,
  host,
}: {
  readonly plan: ListPlan
  readonly data: Data
  readonly state: QueryState
  readonly add: ButtonPlan | undefined
  readonly acts: Acts
  readonly host: ReturnType<typeof useHost>
}) {
  if (data.rows.length > 0) return null
  if (data.error !== null) return <FailedPlace message={data.error} onRetry={data.reload} />
  if (data.first || data.loading) return <SkeletonRows />
  const { search, superQuery, keyword } = state.query
  const asked = superQuery !== null || !isBlank(keyword) || !isBlank(Object.values(search))
  if (asked) {
    return (
      <EmptyPlace text={host.text('@view.noMatch')}>
        <button type="button" className="loam-list-link" onClick={state.reset}>
          {host.text('@view.clearSearch')}
        </button>
      </EmptyPlace>
    )
  }
  return (
    <EmptyPlace text={host.text('@view.noData')}>
      {add && plan.toolbar.includes(add) && (
        <button type="button" className="loam-list-link" onClick={() => acts.run(add, [])}>
          {host.text(add.label)}
        </button>
      )}
    </EmptyPlace>
  )
}

/** Ascending, descending, then the list's own order again. */
function nextSort(query: QueryState['query'], path: string, plan: ListPlan) {
  if (query.sidx !== path) return { sidx: path, sort: 'asc' }
  if (query.sort === 'asc') return { sidx: path, sort: 'desc' }
  const own = plan.sort
  // Pressed a third time on the list's own column, the order starts over instead of staying as it is.
  if (own?.field === path) return { sidx: path, sort: own.order === 'desc' ? 'asc' : own.order }
  return { sidx: own?.field ?? '', sort: own?.order ?? '' }
}

function toggled(open: Open, id: string): Open {
  const next = new Set(open)
  if (!next.delete(id)) next.add(id)
  return next
}

function useListHandle(
  handle: Ref<ListHandle> | undefined,
  {
    data,
    state,
    picks,
    setOpen,
  }: {
    readonly data: Data
    readonly state: QueryState
    readonly picks: Picks
    readonly setOpen: (open: Open) => void
  },
): void {
  useImperativeHandle(handle, () => ({
    reload: data.reload,
    restart: () => state.set({}),
    expandAll: () => setOpen(new Set(parentIds(data.rows))),
    collapseAll: () => setOpen(new Set()),
    clearSelection: picks.clear,
    selectedIds: [...picks.ids],
    query: state.query,
  }))
}
