import { IconClose } from '@arco-design/web-react/icon'
import type { FieldPlan } from '@runtime/form/plan'
import { SYMBOL_TEXT } from '@runtime/list/condition-draft'
import type { ListPlan } from '@runtime/list/plan'
import { isBlank } from '@runtime/list/values'
import { useMemo, useRef } from 'react'
import { FieldValue } from '../../detail'
import { useCell } from '../../form/cell'
import { useHost } from '../../host'
import { useLastingEffect } from '../../kept-view'
import type { QueryState } from '../query-state'
import { freeField, plainStore } from '../value-form'
import { type Chip, chipsOf, UNFILTERED } from './chips'
import './filters.css'

/** What the list is filtered by, each to be taken away by itself. */
export function FilterChips({ plan, state }: { readonly plan: ListPlan; readonly state: QueryState }) {
  const host = useHost()
  const line = useRef<HTMLDivElement>(null)
  const { query } = state
  const chips = useMemo(
    () => chipsOf(plan, query, (symbol) => host.text(SYMBOL_TEXT[symbol] ?? symbol)),
    [plan, query, host],
  )
  if (chips.length === 0) return null
  const remove = (chip: Chip, index: number) => {
    // The next one has the focus then, so that several go by one key.
    const buttons = [...(line.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    ;(buttons[index + 1] ?? buttons[index - 1])?.focus()
    state.set(chip.without(query))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it holds buttons and is no set of fields.
    <div ref={line} role="group" aria-label={host.text('@view.filteredBy')} className="loam-list-chips">
      {chips.map((chip, index) => (
        <span key={chip.key} className="loam-list-chip" data-chip={chip.key}>
          <span className="loam-list-chip-label">{host.text(chip.label)}</span>
          <ChipValue chip={chip} />
          <button
            type="button"
            aria-label={host.text('@view.removeFilter', { name: host.text(chip.label) })}
            onClick={() => remove(chip, index)}
          >
            <IconClose />
          </button>
        </span>
      ))}
      <button type="button" className="loam-list-chips-clear" onClick={() => state.set(UNFILTERED)}>
        {host.text('@view.clearFilters')}
      </button>
    </div>
  )
}

/** A value in words, by what shows it in a record: names of people and records as those are called. */
function ChipValue({ chip: { field, value, words, isRange } }: { readonly chip: Chip }) {
  if (isBlank(value) || !field) return words === undefined ? null : <Words text={words} />
  const ends = isRange && Array.isArray(value) ? value : null
  const shown = (one: unknown, isSeveral: boolean) => {
    const free = freeField({ name: NAME, field, label: '', multiple: isSeveral })
    const looks = free.widget === field.widget ? free : { ...field, name: NAME, path: NAME }
    const isFetched = looks.options !== undefined && looks.options.kind !== 'static'
    return isFetched ? (
      <FetchedChoice field={looks} value={one} />
    ) : (
      <FieldValue field={looks} record={{ [NAME]: one }} />
    )
  }
  return (
    <span className="loam-list-chip-value" onPointerEnter={({ currentTarget }) => tellWhole(currentTarget)}>
      {words !== undefined && <span className="loam-list-chip-by">{words}</span>}
      {ends ? (
        <>
          {isBlank(ends[0]) ? '…' : shown(ends[0], false)} ～ {isBlank(ends[1]) ? '…' : shown(ends[1], false)}
        </>
      ) : (
        shown(value, Array.isArray(value))
      )}
    </span>
  )
}

/** What is cut is told to the pointer. */
function tellWhole(place: HTMLElement): void {
  place.title = place.scrollWidth > place.clientWidth ? (place.textContent ?? '') : ''
}

/** A value whose choices are asked for: what they are called is known when they have come. */
function FetchedChoice({ field, value }: { readonly field: FieldPlan; readonly value: unknown }) {
  const host = useHost()
  const key = JSON.stringify([field.options, field.settings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is what its text says.
  const store = useMemo(() => plainStore([field], host), [key, host])
  useLastingEffect(store, () => () => store.dispose())
  const { options } = useCell(store.cell(NAME))
  if (!options) return <span>…</span>
  return <FieldValue field={{ ...field, options: { kind: 'static', options } }} record={{ [NAME]: value }} />
}

const NAME = 'value'

const Words = ({ text }: { readonly text: string }) => <span className="loam-list-chip-value">{text}</span>
