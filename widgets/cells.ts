import type { ComponentType } from 'react'
import { lazy } from './shared/lazy'
import type { ViewProps } from './widget'

// biome-ignore lint/suspicious/noExplicitAny: cells of many settings and values; each folder types its own.
type Cell = ComponentType<ViewProps<any, any>>

const common = import.meta.glob<Cell>(
  [
    './*/cell.{ts,tsx}',
    '!./{area-select,code,condition-builder,cron,icon-picker,json,key-value,recurrence,rich-text,template}/cell.tsx',
  ],
  { eager: true, import: 'Cell' },
)

/** What few lists have brings much with it: it is fetched where it is drawn. */
const rare = import.meta.glob<Cell>(
  './{area-select,code,condition-builder,cron,icon-picker,json,key-value,recurrence,rich-text,template}/cell.tsx',
  { import: 'Cell' },
)

const keyOf = (path: string) => path.split('/')[1] ?? ''

const cells = new Map<string, Cell>([
  ...Object.entries(common).map(([path, cell]) => [keyOf(path), cell] as const),
  ...Object.entries(rare).map(([path, load]) => [keyOf(path), lazy(load)] as const),
])

/** How a widget is drawn in a cell, without all by which it is edited; undefined: as text. */
export function cellOf(key: string): Cell | undefined {
  return cells.get(key)
}
