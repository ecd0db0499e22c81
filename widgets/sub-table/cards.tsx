import type { Host } from '@runtime/host'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { FieldContext } from '../widget'
import { RowCard } from './card'
import type { SubTableSettings } from './definition'
import type { GridModel } from './grid-model'
import { summaryText } from './summary'
import { focusGrid, isInPopup } from './use-grid-events'

export interface CardsProps {
  readonly model: GridModel
  readonly host: Host
  readonly settings: SubTableSettings
  readonly contextOf: (rowId: string) => FieldContext | null
  readonly empty: ReactNode
}

/** A first guess of a card's height in pixels; each is measured once it is drawn. */
const CARD_HEIGHT = 320

/** Rows as cards with full-size fields, for a thumb; drawn only where they are in view (`design/looks.md`, "Phone"). */
export function Cards({ model, host, settings, contextOf, empty }: CardsProps) {
  const { ids } = useSnapshot(model.table.state)
  const scroller = useRef<HTMLUListElement>(null)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const cards = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 2,
  })
  useLayoutEffect(() => {
    let row = model.position?.row
    return model.subscribe(() => {
      const next = model.position?.row
      if (next !== undefined && next !== row) cards.scrollToIndex(next, { align: 'auto' })
      row = next
    })
  }, [model, cards])
  const toggle = (rowId: string) => {
    const next = new Set(expanded)
    if (!next.delete(rowId)) next.add(rowId)
    setExpanded(next)
  }
  if (ids.length === 0) return empty
  return (
    <>
      <ul
        ref={scroller}
        id={model.id}
        tabIndex={-1}
        className="loam-table__cards"
        onFocus={(event) => {
          if (event.target === scroller.current) {
            focusGrid(model)
            model.edit('opening')
          }
        }}
        onBlur={() => keepOnLeaving(model, scroller.current)}
        onKeyDown={(event) => answerCardKey(event, model)}
      >
        <li aria-hidden style={{ height: cards.getTotalSize() }} />
        {cards.getVirtualItems().map(({ index, start }) => {
          const rowId = ids[index]
          return rowId === undefined ? null : (
            <RowCard
              key={rowId}
              model={model}
              host={host}
              contextOf={contextOf}
              rowId={rowId}
              index={index}
              top={start}
              total={ids.length}
              measure={cards.measureElement}
              expanded={expanded.has(rowId)}
              onToggle={() => toggle(rowId)}
            />
          )
        })}
      </ul>
      {settings.showSummary && <CardTotals model={model} host={host} settings={settings} />}
    </>
  )
}

function keepOnLeaving(model: GridModel, cards: HTMLElement | null): void {
  setTimeout(() => {
    const focused = document.activeElement
    if (!document.hasFocus() || cards?.contains(focused) || isInPopup(focused)) return
    model.commit()
  })
}

/** Enter keeps the field and opens the next one; Escape takes back what was typed. */
function answerCardKey(event: KeyboardEvent, model: GridModel): void {
  if (!model.state.editing || event.nativeEvent.isComposing || event.defaultPrevented) return
  // What a field has opened answers for itself.
  if (isInPopup(event.target as Element)) return
  if (event.key === 'Escape') {
    model.cancel()
    event.stopPropagation()
  } else if (event.key === 'Enter' && !event.altKey && !event.shiftKey && !event.ctrlKey) {
    event.preventDefault()
    event.stopPropagation()
    model.commit()
    for (let steps = model.columns.length; steps > 0 && model.go('next'); steps -= 1) {
      if (model.edit('opening')) break
    }
  }
}

function CardTotals({ model, host, settings }: Pick<CardsProps, 'model' | 'host' | 'settings'>) {
  const totals = useSnapshot(model.table.summary)
  const shown = model.columns.filter(({ name }) => settings.summaryField.includes(name))
  return (
    <div className="loam-table__totals">
      <span className="loam-table__totals-title">{host.text('@table.total')}</span>
      <dl>
        {shown.map((column) => (
          <div key={column.name} className="loam-table__totals-item">
            <dt>{column.label}</dt>
            <dd>{summaryText(totals[column.name], column, settings)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
