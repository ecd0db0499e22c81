import type { Computed, Scope } from '@runtime/expression'
import type { ButtonPlan, ListPlan } from '@runtime/list/plan'
import type { Text } from '@runtime/text'
import { PHONE, useMedia } from '@widgets/shared/dialog/use-media'
import { useCallback, useContext, useEffect, useMemo, useRef } from 'react'
import type { GivenTree } from '../../list/left-tree'
import { ListView } from '../../list/list-view'
import type { ListHandle, Row } from '../../list/source'
import type { Move } from '../../list/use-drag'
import { useNodeContext, usePageReads, useSource } from '../context'
import { importDialogs } from '../import-dialogs'
import { PaneContext } from '../main-list'
import type { NodeProps } from '../node'
import { readsOfRows } from '../reads'
import type { Screen } from '../screen'
import { useListSource } from './list-source'
import { RowPlace } from './row-place'
import type { InlineEdits } from './use-inline-edits'

export interface DrawnListProps extends NodeProps<'list'> {
  readonly plan: ListPlan
  /** Rows that are edited in place; null: none is. */
  readonly edits: InlineEdits | null
}

/** The list of a plan that is whole, over its source. */
export function DrawnList({ node, plan: compiled, edits }: DrawnListProps) {
  const { screen, scope, runner, dialog, isInner } = useNodeContext()
  const plan = useLabels(compiled, screen, scope)
  const tree = useLeftTree(plan, screen)
  // A phone has no room to edit in a row: there the dialog opens.
  const inPlace = !useMedia(PHONE)
  const name = node.source
  const handle = useRef<ListHandle>(null)
  const source = useListSource(screen, name, plan, node.localTimes)
  useEffect(() => screen.registerReload(name, () => handle.current?.reload()), [screen, name])
  const pane = useContext(PaneContext)
  const addressed = !dialog && screen.mainList.holds(name, pane)
  useEffect(
    () => (addressed ? screen.mainList.enter(() => handle.current?.leaveAddress()) : undefined),
    [screen, addressed],
  )
  useEffect(() => screen.listen(`${name}.reset`, () => handle.current?.reset()), [screen, name])
  useEffect(() => screen.listen(`${name}.expandAll`, () => handle.current?.expandAll()), [screen, name])
  useEffect(() => screen.listen(`${name}.collapseAll`, () => handle.current?.collapseAll()), [screen, name])
  const { file, module } = screen.plan
  const views = useMemo(
    () => (module === undefined ? null : { menu: module, list: `${file} ${name}` }),
    [file, module, name],
  )
  const rowScope = useRowScope(plan, screen, scope)
  const press = useCallback(
    (button: ButtonPlan, rows: readonly Row[]) => {
      if (button.do === undefined) return undefined
      if (inPlace && edits?.opens(button)) return rows[0] ? edits.begin(rows[0]) : edits.add()
      const isRow = plan.row.some(({ key }) => key === button.key)
      const names = isRow ? { row: rows[0], rows } : { rows, ...askedOf(handle.current) }
      const id = `${name}:${button.key}:${isRow ? String(rows[0]?.['id'] ?? '') : ''}`
      return runner.run(button.do, names, { source: id })
    },
    [plan, runner, name, edits, inPlace],
  )
  const { open, detail, drag } = plan
  const move = useMemo(
    () =>
      drag &&
      (({ row, ...moved }: Move) => void runner.run(drag.save, { row, moved }, { source: `${name}:move` })),
    [drag, runner, name],
  )
  const openRow = useMemo(
    () =>
      open &&
      ((row: Row) => void runner.run(open, { row }, { source: `${name}:open:${String(row['id'] ?? '')}` })),
    [open, runner, name],
  )
  const below = useMemo(() => detail && ((row: Row) => <RowPlace node={detail} row={row} />), [detail])
  const empty = node.empty ?? plan.empty
  const near = useCallback(
    (button: ButtonPlan) => {
      if (!button.do) return
      importDialogs().catch(() => {})
      screen.prefetch(button.do)
    },
    [screen],
  )
  // A list that is the whole page is called what the page is.
  const isWhole = !dialog && node === screen.plan.body
  const title = node.title ?? (isWhole ? screen.plan.title : undefined)
  return (
    <div className={`loam-list-node ${dialog ? 'loam-dialog-list' : ''}`}>
      <ListView
        plan={plan}
        scope={rowScope}
        source={source}
        onButton={press}
        onNear={near}
        permissions={screen.permissions}
        handle={handle}
        storageKey={`${screen.plan.file} ${name}`}
        columnsKey={columnsKeyOf(screen.plan.file, name)}
        addressed={addressed}
        views={views}
        whole={isWhole && !screen.plan.heading && !isInner}
        {...(title && { title: screen.text(title, scope) })}
        {...(empty && { empty: screen.text(empty, scope) })}
        tree={tree}
        {...(edits && { sessions: edits.sessions })}
        onOpen={openRow}
        onMove={move}
        detail={below}
      />
    </div>
  )
}

/** Characters that the account knows a list by. */
const LONGEST_KEY = 64

/** The list of a page as the account knows it, whatever the page's file ends in; a longer name stays with the browser. */
function columnsKeyOf(file: string, name: string): string | undefined {
  const key = `${file.replace(/^pages\/|\.page\.json$/g, '')} ${name}`
  return key.length <= LONGEST_KEY ? key : undefined
}

/** What the list is searched by and which part of it is shown, for steps that act on what it finds. */
function askedOf(handle: ListHandle | null) {
  const { search = {}, keyword, currentPage, pageSize, sidx, sort } = handle?.query ?? {}
  return {
    search: keyword ? { ...search, keyword } : search,
    shown: { currentPage, pageSize, sidx, sort },
  }
}

/** The plan with the places of its labels filled; another plan only when one of them reads otherwise. */
function useLabels(plan: ListPlan, screen: Screen, scope: Scope): ListPlan {
  const { columns, headers, tree } = plan
  const filled = (heading: Computed<Text> | undefined, label: Text) =>
    heading ? screen.text(heading, scope) : label
  const labels = [...columns, ...headers].map(({ label, heading }) => filled(heading, label))
  const title = tree && filled(tree.heading, tree.title)
  const text = JSON.stringify([labels, title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels are what their text says.
  return useMemo(() => {
    if ([...columns, ...headers, tree].every((one) => !one?.heading)) return plan
    return {
      ...plan,
      columns: columns.map((column, index) => ({ ...column, label: labels[index] ?? column.label })),
      headers: headers.map((header, index) => ({
        ...header,
        label: labels[columns.length + index] ?? header.label,
      })),
      ...(tree && { tree: { ...tree, title: title ?? tree.title } }),
    }
  }, [plan, text])
}

/** The nodes of the tree at the left, of a source of the page. */
function useLeftTree({ tree }: ListPlan, screen: Screen): GivenTree | undefined {
  const name = tree?.source.kind === 'source' ? tree.source.name : ''
  const { state, data, error } = useSource(screen, name)
  return useMemo(() => {
    if (name === '') return undefined
    return {
      rows: Array.isArray(data) ? data : state === 'ready' ? [] : null,
      error: state === 'failed' && data === null ? error : null,
      retry: () => void screen.sources.reload([name]),
    }
  }, [name, state, data, error, screen])
}

/**
 * The page's names for a list's conditions. Rows are drawn again when the scope is another one: only when that changes of
 * the page which a row's buttons, looks or values read.
 */
function useRowScope(plan: ListPlan, screen: Screen, scope: Scope): Scope {
  const seen = usePageReads(screen, readsOfRows(plan))
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the rows read otherwise, the scope is another.
  return useMemo(() => ({ get: (name) => scope.get(name) }), [scope, seen])
}
