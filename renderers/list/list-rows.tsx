import { filledText } from '@runtime/document/filled-text'
import type { Scope } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { ButtonPlan, ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { PHONE, useMedia } from '@widgets/shared/dialog/use-media'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { type ReactNode, useCallback, useMemo } from 'react'
import { StaleLine } from '../data'
import { useHost } from '../host'
import { withDecimals } from './alike-decimals'
import { type FlatRow, flatten, recordsIn } from './flat-rows'
import type { RowSession } from './inline/session'
import { EmptyPlace, FailedPlace, SkeletonRows, useLasting } from './notices'
import { Pager } from './pager'
import { isFilteredAtAll, type QueryState } from './query-state'
import { actionsWidth, RowButtons, type RowLabel } from './row-buttons'
import type { RowsState } from './rows'
import { useListScope } from './scope'
import type { Row } from './source'
import { Table } from './table'
import { selects } from './toolbar'
import type { Acts } from './use-acts'
import type { Branches } from './use-branches'
import type { Move } from './use-drag'
import type { HeadActs } from './use-head'
import { useListScripts } from './use-list-scripts'
import type { OpenRows } from './use-open'
import type { Picks } from './use-picks'

const Cards = lazy(async () => (await import('./cards')).Cards)
const RowActs = lazy(async () => (await import('./inline/row-acts')).RowActs)

export interface ListRowsProps {
  readonly plan: ListPlan
  readonly permissions: Permissions | undefined
  readonly title: string | undefined
  /** What belongs where there are no rows. */
  readonly empty: string | undefined
  readonly state: QueryState
  readonly data: RowsState & { readonly reload: () => void }
  readonly branches: Branches
  readonly picks: Picks
  readonly acts: Acts
  readonly open: OpenRows
  readonly columns: ListPlan['columns']
  /** What is done to columns at their heads. */
  readonly head: HeadActs
  /** What the person may press above the rows. */
  readonly toolbar: readonly ButtonPlan[]
  readonly onNear?: ((button: ButtonPlan) => void) | undefined
  /** Rows that are edited in place. */
  readonly sessions: readonly RowSession[]
  /** What a click on a row does. */
  readonly onOpen?: ((row: Row) => void) | undefined
  /** What a double click on a row and Enter do; absent: as a click. */
  readonly onWhole?: ((row: Row) => void) | undefined
  /** The record that is open beside the list. */
  readonly opened?: string | undefined
  /** A row has been moved. */
  readonly onMove?: ((move: Move) => void) | undefined
  /** What opens below a row. */
  readonly detail?: ((row: Row) => ReactNode) | undefined
}

/** The rows of a list, as a table or as cards, with what stands in their place and the pager below. */
export function ListRows(props: ListRowsProps) {
  const { plan, permissions, title, state, data, branches, picks, acts, open, toolbar, onNear } = props
  const host = useHost()
  const phone = useMedia(PHONE)
  const sessions = useMemo(() => new Map(props.sessions.map((one) => [one.id, one])), [props.sessions])
  const buttons = useMemo(
    () => plan.row.filter(({ code }) => permissions?.button(code) ?? true),
    [plan, permissions],
  )
  const rows = useMemo(
    () => withEdited(flatten(branches.rows, plan.nested, open.isOpen), props.sessions),
    [branches.rows, plan.nested, open, props.sessions],
  )
  const records = useMemo(() => recordsIn(branches.rows), [branches.rows])
  const columns = useMemo(() => withDecimals(props.columns, records), [props.columns, records])
  const styles = useListScripts(plan, records, columns, host)
  const { toggle: flip } = open
  const { fetch } = branches
  const toggle = useCallback(
    (id: string) => {
      flip(id)
      fetch(id)
    },
    [flip, fetch],
  )
  const scope = useListScope()
  const room = actionsWidth(actionLabels(plan, buttons, sessions.size > 0, host, scope))
  const rowActions = useMemo(() => {
    if (buttons.length === 0 && sessions.size === 0) return null
    return (row: Row) => {
      const session = sessions.get(String(row['id']))
      if (session) {
        return (
          <LazyFallback shown={null}>
            <RowActs session={session} />
          </LazyFallback>
        )
      }
      return (
        <RowButtons
          buttons={buttons}
          row={row}
          busy={acts.busy}
          onButton={(button, one) => acts.run(button, [one], one)}
          onNear={onNear}
          room={room}
        />
      )
    }
  }, [buttons, acts, sessions, onNear, room])
  const sort = useCallback(
    (path: string) =>
      state.set({ ...nextSort(state.query, path, plan), currentPage: state.query.currentPage }),
    [state, plan],
  )
  const add = toolbar.find(({ value, disabled }) => value === 'add' && !disabled?.holds(scope))
  const notice =
    rows.length > 0 ? null : noticeOf({ empty: props.empty, data, state, add, acts, host, scope })
  const lasting = useLasting(data.loading && !data.first)
  const onSelect = selects(plan, toolbar) ? picks.set : null
  const { currentPage, pageSize } = state.query
  const onOpen = useUnedited(props.onOpen, sessions)
  const onWhole = useUnedited(props.onWhole, sessions)
  return (
    <>
      {data.rows.length > 0 && (
        <StaleLine failure={data.error} since={data.since} isFetching={data.loading} onRetry={data.reload} />
      )}
      {phone ? (
        <LazyFallback shown={null}>
          <Cards
            rows={rows}
            columns={columns}
            buttons={buttons}
            selected={picks.ids}
            onSelect={onSelect}
            onToggle={toggle}
            waiting={branches.waiting}
            onButton={(button, row) => acts.run(button, [row], row)}
            onOpen={onOpen}
            plan={plan}
            detail={props.detail}
            open={open}
            notice={notice}
            busy={lasting}
            running={acts.busy}
          />
        </LazyFallback>
      ) : (
        <Table
          plan={plan}
          columns={columns}
          rows={rows}
          page={records}
          matching={data}
          query={state.query}
          onSort={sort}
          head={props.head}
          selected={picks.ids}
          onSelect={onSelect}
          open={open}
          onToggle={toggle}
          waiting={branches.waiting}
          sessions={sessions}
          styles={styles}
          rowActions={rowActions}
          onOpen={onOpen}
          onWhole={onWhole}
          opened={props.opened}
          tree={branches.rows}
          onMove={props.onMove}
          detail={props.detail}
          actionsWidth={room}
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
          isDue={!data.first}
          capped={data.capped ?? false}
          small={phone}
        />
      )}
    </>
  )
}

/** What opens a row, but not one that is being edited in place; null: nothing does. */
function useUnedited(open: ((row: Row) => void) | undefined, sessions: ReadonlyMap<string, RowSession>) {
  return useMemo(
    () => (open ? (row: Row) => void (sessions.has(String(row['id'])) || open(row)) : null),
    [open, sessions],
  )
}

/** Room for what a row offers, edited or not, so that nothing moves when it is. */
function actionLabels(
  plan: ListPlan,
  buttons: readonly ButtonPlan[],
  editing: boolean,
  host: Host,
  scope: Scope,
): readonly RowLabel[] {
  const labels = buttons.map(({ text, visible }) => ({
    text: filledText(host, text, scope),
    isAlways: visible === undefined,
  }))
  const edits = plan.kind === 'inline' && (editing || buttons.some(({ value }) => value === 'edit'))
  const own = edits ? [host.text('@view.save'), host.text('@view.cancel')] : []
  return labels.length < own.length ? own.map((text) => ({ text, isAlways: true })) : labels
}

/** New rows stand at the top, and so do those that are edited still while another page is shown: nothing typed is lost. */
function withEdited(rows: readonly FlatRow[], sessions: readonly RowSession[]): readonly FlatRow[] {
  if (sessions.length === 0) return rows
  const present = new Set(rows.map(({ id }) => id))
  const absent = sessions.filter(({ id }) => !present.has(id))
  const above = absent.map(({ id, row }, index) => ({
    row,
    id,
    level: 0,
    index,
    parent: false,
    open: false,
    group: false,
  }))
  return [...above, ...rows.map((flat) => ({ ...flat, index: flat.index + above.length }))]
}

/** What stands in the place of rows: the shape of what comes, an error, or an empty place. */
function noticeOf({
  empty,
  data,
  state,
  add,
  acts,
  host,
  scope,
}: {
  readonly empty: string | undefined
  readonly data: ListRowsProps['data']
  readonly state: QueryState
  readonly add: ButtonPlan | undefined
  readonly acts: Acts
  readonly host: Host
  readonly scope: Scope
}) {
  if (data.error !== null) return <FailedPlace message={data.error} onRetry={data.reload} />
  if (data.first || data.loading) return <SkeletonRows />
  if (isFilteredAtAll(state.query)) {
    return (
      <EmptyPlace text={host.text('@view.noMatch')}>
        <button type="button" className="loam-list-link" onClick={state.reset}>
          {host.text('@view.clearSearch')}
        </button>
      </EmptyPlace>
    )
  }
  return (
    <EmptyPlace text={empty ?? host.text('@view.noData')}>
      {add && (
        <button type="button" className="loam-list-link" onClick={() => acts.run(add, [])}>
          {filledText(host, add.text, scope)}
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
