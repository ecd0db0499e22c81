import { Button, Empty } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import { type CrossLine, type CrossTable, crossTable, type Heading, TooWide } from '@runtime/report'
import { formatNumber } from '@runtime/widget/number-format'
import { useMemo, useState } from 'react'
import { useNodeContext } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { StaleSource } from '../stale-source'
import { type PageRow, useRows } from '../use-rows'
import './report.css'

type ReportPlan = NodeProps<'report'>['node']

/** Lines that are drawn at once; more are drawn when a person asks for them. */
const PART = 500

export function ReportNode({ node }: NodeProps<'report'>) {
  const { screen, scope } = useNodeContext()
  const { rows, instead } = useRows(node)
  const table = useTable(node, rows)
  if (instead) return instead
  if (rows.length === 0) return <Empty description={screen.text(node.empty, scope)} />
  if (table instanceof TooWide)
    return <ErrorNote message={screen.host.text('@page.reportWide', { count: table.columns })} />
  return (
    <>
      {node.source !== undefined && <StaleSource name={node.source} />}
      <Table node={node} table={table} />
    </>
  )
}

function useTable(node: ReportPlan, rows: readonly PageRow[]): CrossTable | TooWide {
  return useMemo(() => {
    const { subtotals, totals } = node
    const [by, across] = [node.by, node.across].map((groupings) => groupings.map(({ path }) => path))
    const values = node.values.map(({ path, of }) => ({ path, of }))
    try {
      return crossTable(rows, {
        by: by ?? [],
        across: across ?? [],
        values,
        subtotals,
        totals,
      })
    } catch (error) {
      if (error instanceof TooWide) return error
      throw error
    }
  }, [node, rows])
}

interface TableProps {
  readonly node: ReportPlan
  readonly table: CrossTable
}

function Table({ node, table }: TableProps) {
  const { screen, scope } = useNodeContext()
  const [count, setCount] = useState(PART)
  const { lines } = table
  const left = lines.length - count
  const title = screen.text(node.title, scope)
  return (
    <section
      className="loam-report"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <table>
        <caption>
          {title}
          <Across node={node} />
        </caption>
        <Head node={node} table={table} />
        {bodiesOf(lines.slice(0, count)).map(({ first, part }) => (
          <tbody key={first}>
            {part.map((line, index) => (
              // Lines have no names; their order is what they are known by.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              <Line key={index} node={node} line={line} rest={part.length - index} />
            ))}
          </tbody>
        ))}
      </table>
      {left > 0 && (
        <Button onClick={() => setCount(count + PART)}>
          {screen.host.text('@page.showMore', { count: Math.min(PART, left), left })}
        </Button>
      )}
    </section>
  )
}

/** Lines of one widest group stand in a body of their own, over which its heading is. */
function bodiesOf(lines: readonly CrossLine[]) {
  const bodies: { first: number; part: CrossLine[] }[] = []
  for (const [index, line] of lines.entries()) {
    const begins = line.kind === 'total' || line.headings.some(({ level }) => level === 0)
    const own = line.kind !== 'subtotal' && begins
    const last = bodies.at(-1)
    if (!last || own) bodies.push({ first: index, part: [line] })
    else last.part.push(line)
  }
  return bodies
}

function Head({ node, table }: TableProps) {
  const { screen, scope } = useNodeContext()
  const { heads, columns } = table
  const { by, across, values } = node
  const isCross = across.length > 0
  const width = values.length
  // One value needs no line of its own below what stands side by side.
  const showsValues = !isCross || width > 1
  const depth = heads.length + (showsValues ? 1 : 0)
  const total = isCross && columns.some(({ isTotal }) => isTotal)
  const lines = Array.from({ length: depth }, (_, index) => index)
  return (
    <thead>
      {lines.map((line) => (
        <tr key={line}>
          {line === 0 &&
            by.map(({ path, label }) => (
              <th key={path} scope="col" rowSpan={depth}>
                {screen.text(label, scope)}
              </th>
            ))}
          {(heads[line] ?? []).map(({ value, span }, index) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: one value may stand below several others.
              key={index}
              scope={span * width > 1 ? 'colgroup' : 'col'}
              colSpan={span * width}
            >
              <HeadingText value={value} />
            </th>
          ))}
          {line === 0 && total && (
            <th scope={width > 1 ? 'colgroup' : 'col'} colSpan={width} rowSpan={heads.length}>
              {screen.host.text('@page.reportTotal')}
            </th>
          )}
          {showsValues &&
            line === depth - 1 &&
            columns.flatMap((_, column) =>
              values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their order.
                <th key={`${column} ${index}`} scope="col" data-number>
                  <ValueLabel value={value} />
                </th>
              )),
            )}
        </tr>
      ))}
    </thead>
  )
}

/** What stands side by side, and, where that has no heads of its own, what the numbers are. */
function Across({ node: { across, values } }: NodeProps<'report'>) {
  const { screen, scope } = useNodeContext()
  const [only, another] = values
  if (across.length === 0) return null
  return (
    <small>
      {across.map(({ label }) => screen.text(label, scope)).join(' · ')}
      {only && !another && (
        <>
          {' · '}
          <ValueLabel value={only} />
        </>
      )}
    </small>
  )
}

function ValueLabel({ value: { label, unit } }: { readonly value: ReportPlan['values'][number] }) {
  const { screen, scope } = useNodeContext()
  const name = screen.text(label, scope)
  return unit ? screen.host.text('@page.reportUnit', { name, unit: screen.text(unit, scope) }) : name
}

function HeadingText({ value }: { readonly value: Heading['value'] }) {
  const { screen } = useNodeContext()
  return value === null ? screen.host.text('@page.reportBlank') : String(value)
}

/** One line; where lines are cut off, a heading is over those that are there. */
function Line({
  node,
  line: { kind, headings, cells },
  rest,
}: {
  readonly node: ReportPlan
  readonly line: CrossLine
  readonly rest: number
}) {
  const { screen } = useNodeContext()
  const { by, values } = node
  const [heading] = headings
  return (
    <tr data-kind={kind}>
      {kind === 'row' &&
        headings.map(({ value, span, level }) => (
          <th key={level} scope={span > 1 ? 'rowgroup' : 'row'} rowSpan={Math.min(span, rest)}>
            <HeadingText value={value} />
          </th>
        ))}
      {kind === 'subtotal' && heading && (
        <th scope="row" colSpan={by.length - heading.level}>
          {screen.host.text('@page.reportSubtotal', {
            name: heading.value === null ? screen.host.text('@page.reportBlank') : String(heading.value),
          })}
        </th>
      )}
      {kind === 'total' && (
        <th scope="row" colSpan={by.length}>
          {screen.host.text('@page.reportTotal')}
        </th>
      )}
      {cells.flatMap((cell, column) =>
        values.map(({ decimals }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their order.
          <td key={`${column} ${index}`}>
            {formatNumber(cell[index], {
              thousands: true,
              ...(decimals !== undefined && { precision: decimals }),
            })}
          </td>
        )),
      )}
    </tr>
  )
}
