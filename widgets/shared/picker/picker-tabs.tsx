import type { Host } from '@runtime/host'
import type { KeyboardEvent } from 'react'
import type { PickerPane } from './source'

/** The panes by name, as tabs: arrows go from one to the next. */
export function PickerTabs({
  host,
  list,
  panes,
  active,
  onOpen,
}: {
  readonly host: Pick<Host, 'text'>
  /** DOM id of what the tabs show. */
  readonly list: string
  readonly panes: readonly PickerPane[]
  readonly active: string
  readonly onOpen: (key: string) => void
}) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = panes.findIndex(({ key }) => key === active)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step && panes[(at + step + panes.length) % panes.length]
    if (!next) return
    event.preventDefault()
    onOpen(next.key)
    event.currentTarget.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }
  return (
    <div
      className="loam-picker-tabs"
      role="tablist"
      aria-label={host.text('@picker.choices')}
      onKeyDown={move}
    >
      {panes.map(({ key, title }) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-key={key}
          aria-selected={key === active}
          aria-controls={list}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onOpen(key)}
        >
          {host.text(title)}
        </button>
      ))}
    </div>
  )
}
