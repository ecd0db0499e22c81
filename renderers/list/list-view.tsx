import type { ButtonPlan, ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { Meanwhile, onUse } from '@widgets/shared/on-use'
import { type Ref, useImperativeHandle, useMemo } from 'react'
import { useHost } from '../host'
import { useColumnChoice } from './column-choice'
import type { RowSession } from './inline/session'
import './list.css'
import { ListRows } from './list-rows'
import { type QueryState, useQueryState } from './query-state'
import { type RowsState, useRows } from './rows'
import { SearchLine } from './search-line'
import { idOf, type ListHandle, type ListSource, type Row } from './source'
import { Toolbar } from './toolbar'
import { useActs } from './use-acts'
import { useBranches } from './use-branches'
import { type OpenRows, useOpenRows } from './use-open'
import { type Picks, usePicks } from './use-picks'

const LeftTree = onUse(async () => (await import('./left-tree')).LeftTree)

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
  /** What belongs where there are no rows; default: that there are none. */
  readonly empty?: string
  /** Under which filters, place and columns are kept; default: the plan's id. A menu entry gives its own. */
  readonly storageKey?: string
  /** Rows that are edited in place. */
  readonly sessions?: readonly RowSession[]
}

const NO_SESSIONS: readonly RowSession[] = []

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
  const open = useOpenRows()
  const branches = useBranches(source, state.query, data.rows, open.isOpen, host)
  const picks = usePicks(branches.rows, props.selection)
  const acts = useActs(props.onButton)
  useListHandle(props.handle, { data, state, picks, open })
  const setTree = (field: string) => (value: unknown) => {
    const { [field]: _gone, ...rest } = state.query.search
    state.set({ search: value === undefined ? rest : { ...rest, [field]: value } })
  }
  return (
    <div className="loam-list">
      {plan.tree && (
        <Meanwhile shown={<aside className="loam-list-tree" aria-busy="true" />}>
          <LeftTree
            plan={plan.tree}
            selected={state.query.search[plan.tree.field]}
            onSelect={setTree(plan.tree.field)}
          />
        </Meanwhile>
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
          onExpand={plan.nested ? () => open.all(branches.rows) : null}
          onCollapse={() => open.none(branches.rows)}
        />
        {plan.search.length > 0 && <SearchLine plan={plan} state={state} />}
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
          sessions={props.sessions ?? NO_SESSIONS}
        />
      </div>
    </div>
  )
}

function useListHandle(
  handle: Ref<ListHandle> | undefined,
  {
    data,
    state,
    picks,
    open,
  }: {
    readonly data: RowsState & { readonly reload: () => void }
    readonly state: QueryState
    readonly picks: Picks
    readonly open: OpenRows
  },
): void {
  useImperativeHandle(handle, () => ({
    reload: data.reload,
    restart: () => state.set({}),
    expandAll: () => open.all(data.rows),
    collapseAll: () => open.none(data.rows),
    clearSelection: picks.clear,
    indexOf: (id) => data.rows.findIndex((row) => idOf(row) === id),
    selectedIds: [...picks.ids],
    query: state.query,
  }))
}
