import './table-grid.css'
import type { CSSProperties } from 'react'
import type { LayoutPane, LayoutProps, Widget } from '../widget'
import { definition, type TableGridSettings } from './definition'

/** Panes are rows, and theirs cells. The table is a way of placing fields, not data, so it has no role of its own. */
function TableGridLayout({ id, settings, panes }: LayoutProps<TableGridSettings>) {
  return (
    <div id={id} className="loam-table-grid" style={lineOf(settings)}>
      <table className="loam-table-grid-table" role="presentation">
        <tbody>
          {panes.map((row) => (
            <tr key={row.id} className="loam-table-grid-row">
              {row.panes.map((cell) => (
                <Cell key={cell.id} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ cell }: { readonly cell: LayoutPane }) {
  const { colspan, rowspan, backgroundColor, width, height } = cell.settings
  return (
    <td
      className="loam-table-grid-cell"
      colSpan={span(colspan)}
      rowSpan={span(rowspan)}
      style={{ backgroundColor: text(backgroundColor), width: size(width), height: size(height) }}
    >
      {cell.render()}
    </td>
  )
}

function span(value: unknown): number {
  const count = Math.trunc(Number(value))
  return Number.isFinite(count) && count > 1 ? Math.min(count, 100) : 1
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function size(value: unknown): string | number | undefined {
  return typeof value === 'number' && value > 0 ? value : text(value)
}

function lineOf({ borderType, borderColor, borderWidth }: TableGridSettings): CSSProperties {
  const style: Record<string, string> = {
    '--loam-grid-line': `${borderWidth}px ${borderType} ${borderColor ?? 'var(--color-border-2)'}`,
  }
  return style as CSSProperties
}

export const widget: Widget<TableGridSettings> = { definition, Layout: TableGridLayout }
