import type { Host } from '@runtime/host'
import { shownName } from '@runtime/widget/id-value'
import type { NameSource } from '@runtime/widget/named'
import { itemsOf } from '@runtime/widget/read'
import { useMemo } from 'react'
import type { ViewProps } from '../../widget'
import type { ChosenTag } from '../choice-box'
import { useNamed } from '../use-named'

export interface Chosen extends ChosenTag {
  /** There is no such thing (any more): nothing leads to it, and it is no choice. */
  readonly isGone: boolean
}

/** What a field of ids holds, as people read it; an id that is not known (yet) stands for itself. */
export function useChosen(host: Host, source: NameSource | null, value: unknown): readonly Chosen[] {
  const ids = useMemo(() => [...new Set(itemsOf(value === '' ? null : value).map(String))], [value])
  const named = useNamed(host, source, ids)
  return ids.map((id) => {
    const found = named(id)
    const text = found ? shownName(found, host) || id : found === null ? id : host.text('@widgets.loading')
    return { key: id, text, isGone: found === null || found?.gone === true }
  })
}

/** Ids in a cell or in a record for reading: the server's text where there is one. */
export function NamedCell<S extends object>(props: ViewProps<S, unknown>) {
  const text = props.text ?? textBeside(props)
  return text === undefined ? <Resolved {...props} /> : text
}

/** A record for reading has the text under the field's name and the id beside it. */
function textBeside<S>({ record, field }: ViewProps<S, unknown>): string | undefined {
  const text = record[field.name]
  return `${field.name}_id` in record && typeof text === 'string' ? text : undefined
}

function Resolved<S extends object>({ host, field, settings, value }: ViewProps<S, unknown>) {
  const chosen = useChosen(host, field.definition?.names?.(settings) ?? null, value)
  return chosen.map(({ text }) => text).join(',')
}
