import './choice-box.css'
import type { Host } from '@runtime/host'
import type { ReactNode } from 'react'
import { classes } from '../control'

/** Chosen values drawn as tags; the rest are counted. */
const MOST_TAGS = 20

/** A chosen value as a tag shows it. */
export interface ChosenTag {
  readonly key: string
  readonly text: string
  /** Stands before the text: a face, a mark. */
  readonly icon?: ReactNode
}

/** What is chosen, each with a button that takes it away. */
export function ChosenTags({
  host,
  items,
  locked,
  most = MOST_TAGS,
  onRemove,
}: {
  readonly host: Pick<Host, 'text'>
  readonly items: readonly ChosenTag[]
  readonly locked: boolean
  /** So many are drawn; the rest are counted: `+3`. */
  readonly most?: number
  readonly onRemove: (key: string, index: number) => void
}) {
  if (items.length === 0) return null
  return (
    <span className="loam-choice-tags">
      {items.slice(0, most).map(({ key, text, icon }, index) => (
        <span key={key} className="loam-choice-tag">
          {icon}
          <span className="loam-choice-tag-text">{text}</span>
          {!locked && (
            <button
              type="button"
              tabIndex={-1}
              className="loam-choice-remove"
              aria-label={host.text('@widgets.removeChoice', { text })}
              onClick={(event) => {
                event.stopPropagation()
                onRemove(key, index)
              }}
            >
              <Cross />
            </button>
          )}
        </span>
      ))}
      {items.length > most && <span className="loam-choice-tag">+{items.length - most}</span>}
    </span>
  )
}

/** The end of a box: its arrow, or while it can be emptied and the pointer is near, a cross. */
export function BoxEnd({
  host,
  readonly,
  onClear,
}: {
  readonly host: Pick<Host, 'text'>
  readonly readonly: boolean
  readonly onClear: (() => void) | null
}) {
  return (
    <span className={classes('loam-choice-suffix', !readonly && 'loam-choice-suffix-arrow')}>
      {onClear && (
        <button
          type="button"
          tabIndex={-1}
          className="loam-choice-clear"
          aria-label={host.text('@widgets.clear')}
          onClick={(event) => {
            event.stopPropagation()
            onClear()
          }}
        >
          <Cross />
        </button>
      )}
    </span>
  )
}

function Cross() {
  return (
    <svg className="loam-choice-cross" aria-hidden="true" viewBox="0 0 12 12">
      <path d="m3 3 6 6m0-6-6 6" />
    </svg>
  )
}
