import type { Scope } from '@runtime/expression'
import { permittedPlan } from '@runtime/list/permitted'
import type { ButtonPlan, ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useHost } from '../host'
import { usePageAddress } from '../page/address'
import { useListAddress, useOpenedList } from './address/use-list-address'
import { AskedLines } from './asked-lines'
import { BatchBar } from './batch-bar'
import { merge, useColumnChoice } from './column-choice'
import type { RowSession } from './inline/session'
import './list.css'
import { recordsIn } from './flat-rows'
import type { GivenTree } from './left-tree'
import { ListRows } from './list-rows'
import { onceDue } from './once-due'
import { isSearched, type QueryState, useQueryState } from './query-state'
import { type RowsState, useRows } from './rows'
import { ListScopeContext } from './scope'
import { idOf, type ListHandle, type ListSource, type Row } from './source'
import { Toolbar } from './toolbar'
import { TreePlace } from './tree-place'
import { useActs } from './use-acts'
import { useBranches } from './use-branches'
import type { Move } from './use-drag'
import { type HeadActs, useHead } from './use-head'
import { useLastPage } from './use-last-page'
import { type OpenRows, useOpenRows } from './use-open'
import { type Picks, usePicks } from './use-picks'
import { recallChosen, useFirstView, useViews, type ViewPlace } from './views/use-views'
import { queryOf } from './views/view-content'
import { TakeMenu } from './whole/take-menu'
import { takenRows } from './whole/taken-rows'
import { ListWhy } from './why/why'

const LeftTree = onceDue(async () => (await import('./left-tree')).LeftTree)
const FilterPanel = lazy(async () => (await import('./filters/filter-panel')).FilterPanel)

export interface ListViewProps {
  readonly plan: ListPlan
  readonly source: ListSource
  /** A button was pressed: a row's with that row, the toolbar's with the selected rows. It shows loading until done. */
  readonly onButton: (button: ButtonPlan, rows: readonly Row[]) => unknown
  /** The pointer has come near a button: what its press will need may be fetched. */
  readonly onNear?: (button: ButtonPlan) => void
  readonly permissions?: Permissions
  /** Names of the page around, for the conditions of its buttons. */
  readonly scope?: Scope
  readonly handle?: Ref<ListHandle>
  /** Told what is selected. */
  readonly selection?: (rows: readonly Row[]) => void
  /** Stands at the left of the toolbar's line. */
  readonly title?: string
  /** It is the whole page, whose title it has. */
  readonly whole?: boolean
  /** What belongs where there are no rows; default: that there are none. */
  readonly empty?: string
  /** Under which filters, place and columns are kept; default: the plan's id. A menu entry gives its own. */
  readonly storageKey?: string
  /** What the account knows its columns by; absent: this browser alone keeps how they are set. */
  readonly columnsKey?: string | undefined
  /** How it is shown stands in the address of the page, and follows it. */
  readonly addressed?: boolean
  /** Whose views it has; absent: none can be saved. */
  readonly views?: ViewPlace | null
  /** Rows that are edited in place. */
  readonly sessions?: readonly RowSession[]
  /** The nodes of the tree at the left, where the page has them. */
  readonly tree?: GivenTree | undefined
  /** What a click on a row does. */
  readonly onOpen?: ((row: Row) => void) | undefined
  /** What a double click on a row and Enter do; absent: as a click. */
  readonly onWhole?: ((row: Row) => void) | undefined
  /** The record that is open beside the list. */
  readonly opened?: string | undefined
  /** A row has been moved. */
  readonly onMove?: ((move: Move) => void) | undefined
  /** What stands above the rows. */
  readonly above?: ReactNode
  /** What opens below a row. */
  readonly detail?: ((row: Row) => ReactNode) | undefined
  /** What moves and sizes the columns instead of the person's own choice: who designs the list. */
  readonly columnActs?: Pick<HeadActs, 'move' | 'size'> | undefined
}

/** Icons of the documented buttons; a document's own name one themselves. */
const ICONS: Readonly<Record<string, NonNullable<ButtonPlan['icon']>>> = {
  add: 'Plus',
  batchEdit: 'Edit',
  batchRemove: 'Delete',
  download: 'Download',
  upload: 'Upload',
  batchPrint: 'Printer',
}

function withIcon(button: ButtonPlan): ButtonPlan {
  const icon = ICONS[button.value]
  return button.icon || icon === undefined ? button : { ...button, icon }
}

const NO_SESSIONS: readonly RowSession[] = []

/** A list: toolbar, search line, rows, pager. Only the rows scroll. */
export function ListView(props: ListViewProps) {
  const { source, permissions } = props
  const plan = useMemo(
    () => (permissions ? permittedPlan(props.plan, permissions.column) : props.plan),
    [props.plan, permissions],
  )
  const host = useHost()
  const key = `${props.storageKey ?? plan.id}_${host.user.userId}`
  const place = (plan.views && props.views) || null
  const permitted = plan.columns
  const pageAddress = usePageAddress()
  const address = props.addressed ? pageAddress : null
  const opened = useOpenedList(address, plan, permitted)
  const first = useFirstView(place, key, opened !== null)
  const acted = useRef(false)
  const [element, setPlace] = useState<HTMLElement | null>(null)
  const state = useQueryState(plan, key, first && queryOf(first.content, plan), opened?.query, acted)
  const data = useRows(source, state.query, host)
  useLastPage(plan.paging !== null, state, data)
  // A view that stands brings its own columns.
  const [isOfView] = useState(() => first !== null || (place !== null && recallChosen(key) !== null))
  const columnsKey = isOfView ? undefined : props.columnsKey
  const given = opened?.columns ?? (opened?.view ? merge(permitted, null) : null)
  const choice = useColumnChoice(permitted, key, columnsKey, given, acted)
  const head = useHead(plan, state, choice)
  const headActs = useMemo(() => ({ ...head.acts, ...props.columnActs }), [head.acts, props.columnActs])
  const views = useViews(place, { plan, columns: permitted, state, choice, key, first, opened })
  const view = views?.chosen ?? null
  const onView = (id: string | null) => views?.mark(id)
  const leaveAddress = useListAddress(address, {
    plan,
    columns: permitted,
    state,
    choice,
    view,
    onView,
    acted,
  })
  const toolbar = useMemo(
    () => plan.toolbar.filter(({ code }) => permissions?.button(code) ?? true).map(withIcon),
    [plan, permissions],
  )
  const open = useOpenRows(isSearched(plan, state.query))
  const branches = useBranches(source, state.query, data.rows, open.isOpen, host)
  const picks = usePicks(branches.rows, state.query, props.selection)
  const acts = useActs(props.onButton)
  useListHandle(props.handle, {
    ...{ data, state, picks, open, leaveAddress },
    columns: { permitted, shown: choice.shown },
  })
  const setTree = (field: string) => (value: unknown) => {
    const { [field]: _gone, ...rest } = state.query.search
    state.set({ search: value === undefined ? rest : { ...rest, [field]: value } })
  }
  return (
    <ListScopeContext value={props.scope ?? null}>
      <div className="loam-list" ref={setPlace}>
        <ListWhy
          {...{ place: element, plan: props.plan, permissions }}
          shown={choice.shown}
          rowOf={(id) => recordsIn(branches.rows).find((row) => idOf(row) === id)}
        />
        {plan.tree && (
          <LeftTree
            isDue={!data.first}
            stand={<TreePlace title={plan.tree.title} />}
            props={{
              plan: plan.tree,
              given: props.tree,
              selected: state.query.search[plan.tree.field],
              onSelect: setTree(plan.tree.field),
            }}
          />
        )}
        <div className="loam-list-main">
          <Toolbar
            plan={plan}
            title={props.title}
            whole={props.whole ?? false}
            buttons={toolbar}
            columns={permitted}
            choice={choice}
            state={state}
            views={views}
            selected={picks.rows.length}
            busy={acts.busy}
            onButton={(button) => acts.run(button, picks.rows)}
            onNear={props.onNear}
            onReload={data.reload}
            onExpand={plan.nested ? () => open.all(branches.rows) : null}
            onCollapse={() => open.none(branches.rows)}
            more={
              data.total > 0 && (
                <TakeMenu
                  {...{ plan, source, query: state.query }}
                  exported={toolbar.some(({ value }) => value === 'download')}
                  taken={() => takenRows(branches.rows, picks.rows, data, plan.paging !== null)}
                  columns={choice.shown}
                  title={props.title ?? host.text(plan.form?.title)}
                />
              )
            }
          />
          <AskedLines plan={plan} state={state} columns={choice.shown} head={headActs} isDue={!data.first} />
          {props.above}
          <ListRows
            {...{
              plan,
              permissions,
              title: props.title,
              empty: props.empty,
              state,
              data,
              branches,
              picks,
              acts,
              open,
              toolbar,
            }}
            columns={choice.shown}
            head={headActs}
            onNear={props.onNear}
            sessions={props.sessions ?? NO_SESSIONS}
            onOpen={props.onOpen}
            onWhole={props.onWhole}
            opened={props.opened}
            onMove={props.onMove}
            detail={props.detail}
          />
          {head.asked && (
            <LazyFallback shown={null}>
              <FilterPanel
                key={head.asked.column.id}
                {...{ ...head.asked, plan, state }}
                onClose={head.answered}
              />
            </LazyFallback>
          )}
          <BatchBar
            buttons={toolbar}
            selected={picks.rows.length}
            busy={acts.busy}
            onButton={(button) => acts.run(button, picks.rows)}
            onNear={props.onNear}
            onClear={picks.clear}
          />
        </div>
      </div>
    </ListScopeContext>
  )
}

function useListHandle(
  handle: Ref<ListHandle> | undefined,
  {
    data,
    state,
    picks,
    open,
    columns,
    leaveAddress,
  }: {
    readonly data: RowsState & { readonly reload: () => void }
    readonly state: QueryState
    readonly picks: Picks
    readonly open: OpenRows
    readonly columns: ListHandle['columns']
    readonly leaveAddress: () => void
  },
): void {
  useImperativeHandle(handle, () => ({
    reload: data.reload,
    reset: state.reset,
    restart: () => state.set({}),
    leaveAddress,
    expandAll: () => open.all(data.rows),
    collapseAll: () => open.none(data.rows),
    clearSelection: picks.clear,
    indexOf: (id) => data.rows.findIndex((row) => idOf(row) === id),
    ids: recordsIn(data.rows).map(idOf),
    selectedIds: [...picks.ids],
    query: state.query,
    count: { total: data.total, capped: data.capped ?? false },
    columns,
  }))
}
