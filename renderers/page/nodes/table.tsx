import { Empty, Table } from '@arco-design/web-react'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Table/style/css.js'
import { type Scope, scopeOf } from '@runtime/expression'
import { fieldChecks } from '@runtime/form/document/field-checks'
import { compileColumns, ListError } from '@runtime/list'
import { columnsGiven } from '@runtime/list/given-columns'
import type { ColumnPlan } from '@runtime/list/plan'
import { compareTexts } from '@runtime/reading'
import type { Text } from '@runtime/text'
import { catalogue } from '@widgets/definitions'
import { useMemo, useRef } from 'react'
import { repairTable, useAriaRepair } from '../../aria-repair'
import { ActButton } from '../../button'
import { CellValue, ListScopeContext, type Row } from '../../list'
import { useNodeContext, useSource, useVersion } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { isMissing, renewing, StaleSource } from '../stale-source'

export function TableNode({ node }: NodeProps<'table'>) {
  const { screen, scope } = useNodeContext()
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTable)
  const { source: name = '', rows, key, row: buttons } = node
  const known = useSource(screen, name)
  const { state, data: fetched, error } = known
  const data = rows ? rows.evaluate(scope) : fetched
  const { plans, problem } = useColumns(node.columns, scope)
  if (problem) return <ErrorNote message={screen.host.text(problem)} />
  if (isMissing(known)) return <ErrorNote message={error} retry={() => void screen.sources.reload([name])} />
  const columns = plans.map((column, index) => ({
    key: String(index),
    title: column.heading ? screen.text(column.heading, scope) : screen.host.text(column.label),
    dataIndex: column.path,
    align: column.align,
    ...(column.width !== undefined && { width: column.width }),
    ...(column.fixed && { fixed: column.fixed }),
    ...(column.sortable && { sorter: (a: Row, b: Row) => compare(a[column.path], b[column.path]) }),
    render: (_: unknown, row: Row) => <CellValue row={row} column={column} />,
  }))
  const actions = {
    key: 'actions',
    title: screen.host.text('@common.actions'),
    render: (_: unknown, row: Row) => <RowButtons node={node} row={row} names={scopeOf({ row }, scope)} />,
  }
  return (
    <ListScopeContext value={scope}>
      <StaleSource name={name} />
      <div ref={place} className="loam-node-table">
        <Table
          className={renewing(known)}
          size="small"
          rowKey={key}
          loading={state === 'loading' && data === null}
          data={(Array.isArray(data) ? data : []) as Row[]}
          columns={buttons.length > 0 ? [...columns, actions] : columns}
          pagination={false}
          scroll={{ x: true }}
          defaultExpandAllRows
          childrenColumnName={node.nested ? 'children' : '\0none'}
          noDataElement={<Empty description={screen.text(node.empty, scope)} />}
        />
      </div>
    </ListScopeContext>
  )
}

type TableColumns = NodeProps<'table'>['node']['columns']

/** Its columns, or those that a place of the page gives now; compiled anew only when they read otherwise. */
function useColumns(
  columns: TableColumns,
  scope: Scope,
): { readonly plans: readonly ColumnPlan[]; readonly problem: Text | null } {
  const given = 'evaluate' in columns ? JSON.stringify(columns.evaluate(scope) ?? []) : ''
  return useMemo(() => {
    if (!('evaluate' in columns))
      return {
        plans: compileColumns(columns, { id: 'table', catalogue, checks: fieldChecks }),
        problem: null,
      }
    try {
      return { plans: columnsGiven(JSON.parse(given), catalogue), problem: null }
    } catch (error) {
      return { plans: [], problem: error instanceof ListError ? error.text : '@list.noColumns' }
    }
  }, [columns, given])
}

interface RowButtonsProps extends NodeProps<'table'> {
  readonly row: Row
  readonly names: Scope
}

function RowButtons({ node, row, names }: RowButtonsProps) {
  const { screen, runner } = useNodeContext()
  useVersion(runner.state)
  return (
    <div className="loam-node-row-buttons">
      {node.row.map((button, index) => {
        const source = `${node.source ?? ''}:${String(row[node.key])}:${index}`
        if (!screen.permits(button.code) || button.visible?.holds(names) === false) return null
        return (
          <ActButton
            key={source}
            kind="text"
            size="mini"
            button={button}
            scope={names}
            running={runner.state.running[source] === true}
            onPress={() => void runner.run(button.do, { row }, { source })}
            onNear={() => screen.prefetch(button.do)}
          />
        )
      })}
    </div>
  )
}

/** Numbers by size, all else as text; what is empty comes first. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareTexts(String(a ?? ''), String(b ?? ''))
}
