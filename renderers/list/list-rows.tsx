import type { Host } from '@runtime/host'
import type { ButtonPlan, ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { Meanwhile, onUse } from '@widgets/shared/on-use'
import { useCallback, useMemo } from 'react'
import { PHONE, useMedia } from '../dialog'
import { useHost } from '../host'
import { type FlatRow, flatten, recordsIn } from './flat-rows'
import type { RowSession } from './inline/session'
import { EmptyPlace, FailedPlace, SkeletonRows, useLasting } from './notices'
import { Pager } from './pager'
import { isBlank, type QueryState } from './query-state'
import { actionsWidth, judge, RowButtons } from './row-buttons'
import type { RowsState } from './rows'
import type { Row } from './source'
import { Table } from './table'
import { selects } from './toolbar'
import type { Acts } from './use-acts'
import type { Branches } from './use-branches'
import { useListScripts } from './use-list-scripts'
import type { OpenRows } from './use-open'
import type { Picks } from './use-picks'

const Cards = onUse(async () => (await import('./cards')).Cards)
const RowActs = onUse(async () => (await import('./inline/row-acts')).RowActs)

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
  /** What the person may press above the rows. */
  readonly toolbar: readonly ButtonPlan[]
  /** Rows that are edited in place. */
  readonly sessions: readonly RowSession[]
}

/** The rows of a list, as a table or as cards, with what stands in their place and the pager below. */
export function ListRows(props: ListRowsProps) {
  const { plan, permissions, title, state, data, branches, picks, acts, open, columns, toolbar } = props
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
  const looks = useListScripts(plan, records, columns, host)
  const { toggle: flip } = open
  const { fetch } = branches
  const toggle = useCallback(
    (id: string) => {
      flip(id)
      fetch(id)
    },
    [flip, fetch],
  )
  const rowActions = useMemo(() => {
    if (buttons.length === 0 && sessions.size === 0) return null
    return (row: Row) => {
      const session = sessions.get(String(row['id']))
      if (session) {
        return (
          <Meanwhile shown={null}>
            <RowActs session={session} />
          </Meanwhile>
        )
      }
      return (
        <RowButtons
          buttons={buttons}
          row={row}
          busy={acts.busy}
          onButton={(button, one) => acts.run(button, [one], one)}
        />
      )
    }
  }, [buttons, acts, sessions])
  const sort = useCallback(
    (path: string) =>
      state.set({ ...nextSort(state.query, path, plan), currentPage: state.query.currentPage }),
    [state, plan],
  )
  const add = toolbar.find(({ value, disabled }) => value === 'add' && !judge(disabled, {}, false, host))
  const notice = rows.length > 0 ? null : noticeOf({ plan, empty: props.empty, data, state, add, acts, host })
  const lasting = useLasting(data.loading && !data.first)
  const onSelect = selects(plan, toolbar) ? picks.set : null
  const { currentPage, pageSize } = state.query
  return (
    <>
      {data.error !== null && data.rows.length > 0 && (
        <FailedPlace message={data.error} onRetry={data.reload} />
      )}
      {phone ? (
        <Meanwhile shown={null}>
          <Cards
            rows={rows}
            columns={columns}
            buttons={buttons}
            selected={picks.ids}
            onSelect={onSelect}
            onToggle={toggle}
            waiting={branches.waiting}
            onButton={(button, row) => acts.run(button, [row], row)}
            notice={notice}
            busy={lasting}
          />
        </Meanwhile>
      ) : (
        <Table
          plan={plan}
          columns={columns}
          rows={rows}
          page={records}
          query={state.query}
          onSort={sort}
          selected={picks.ids}
          onSelect={onSelect}
          open={open}
          onToggle={toggle}
          waiting={branches.waiting}
          sessions={sessions}
          looks={looks}
          rowActions={rowActions}
          actionsWidth={actionsWidth(actionLabels(plan, buttons, sessions.size > 0, host))}
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

/** Room for what a row offers, edited or not, so that nothing moves when it is. */
function actionLabels(
  plan: ListPlan,
  buttons: readonly ButtonPlan[],
  editing: boolean,
  host: Host,
): readonly string[] {
  const labels = buttons.map(({ label }) => host.text(label))
  const edits = plan.kind === 'inline' && (editing || buttons.some(({ value }) => value === 'edit'))
  const own = edits ? [host.text('@view.save'), host.text('@view.cancel')] : []
  return labels.length < own.length ? own : labels
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
  plan,
  empty,
  data,
  state,
  add,
  acts,
  host,
}: {
  readonly plan: ListPlan
  readonly empty: string | undefined
  readonly data: ListRowsProps['data']
  readonly state: QueryState
  readonly add: ButtonPlan | undefined
  readonly acts: Acts
  readonly host: Host
}) {
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
    <EmptyPlace text={empty ?? host.text('@view.noData')}>
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
