import { Button, Empty, Table } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Table/style/css.js'
import type { ActionDocument } from '@runtime/action'
import { interpolate, scopeOf } from '@runtime/expression'
import { usePlace, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'

type Row = Readonly<Record<string, unknown>>

interface Column {
  readonly path: string
  readonly label: unknown
  readonly width?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly value?: unknown
}

interface RowButton {
  readonly text: unknown
  readonly do: ActionDocument
  readonly visible?: unknown
  readonly disabled?: unknown
  readonly danger?: boolean
}

export function TableNode({ node }: NodeProps) {
  const { screen, scope, runner } = usePlace()
  const name = String(node['source'] ?? '')
  const { state, data: fetched, error } = useSource(screen, name)
  const data = node['rows'] === undefined ? fetched : interpolate(node['rows'], scope)
  const key = (node['key'] as string | undefined) ?? 'id'
  const buttons = (node['row'] as readonly RowButton[] | undefined) ?? []
  if (state === 'failed')
    return <ErrorNote message={error} retry={() => void screen.sources.reload([name])} />
  const columns = (node['columns'] as readonly Column[]).map((column) => ({
    title: screen.say(column.label, scope),
    dataIndex: column.path,
    ...(column.width === undefined ? {} : { width: column.width }),
    ...(column.align === undefined ? {} : { align: column.align }),
    render: (_: unknown, row: Row) =>
      String(
        (column.value === undefined
          ? row[column.path]
          : interpolate(column.value, scopeOf({ row }, scope))) ?? '',
      ),
  }))
  const actions = {
    title: screen.host.text('@common.actions'),
    dataIndex: '\0actions',
    render: (_: unknown, row: Row) => {
      const rowScope = scopeOf({ row }, scope)
      return (
        <div className="loam-node-row-buttons">
          {buttons
            .filter(({ visible }) => visible === undefined || screen.holds(visible, rowScope))
            .map((button, index) => {
              const source = `${name}:${String(row[key])}:${index}`
              return (
                <Button
                  key={source}
                  type="text"
                  size="mini"
                  {...(button.danger ? { status: 'danger' as const } : {})}
                  disabled={button.disabled !== undefined && screen.holds(button.disabled, rowScope)}
                  loading={runner.state.running[source] === true}
                  onClick={() => void runner.run(button.do, { row }, { source })}
                >
                  {screen.say(button.text, rowScope)}
                </Button>
              )
            })}
        </div>
      )
    },
  }
  return (
    <Table
      size="small"
      rowKey={key}
      loading={state === 'loading' && data === null}
      data={(Array.isArray(data) ? data : []) as Row[]}
      columns={buttons.length > 0 ? [...columns, actions] : columns}
      pagination={false}
      scroll={{ x: true }}
      defaultExpandAllRows
      childrenColumnName={node['nested'] === true ? 'children' : '\0none'}
      noDataElement={<Empty description={screen.say(node['empty'] ?? '@page.empty', scope)} />}
    />
  )
}
