import { useMemo } from 'react'
import type { PickedNode } from '../shared/picker'
import { useNamed } from '../shared/use-named'
import type { ViewProps } from '../widget'
import { type AreaSettings, pathsOf } from './definition'

/** The areas of a value, each with the names along its path. */
export function usePaths({ host, value }: Pick<ViewProps<AreaSettings, unknown>, 'host' | 'value'>) {
  const paths = useMemo(() => pathsOf(value), [value])
  const ids = useMemo(() => [...new Set(paths.flat())], [paths])
  const named = useNamed(host, { kind: 'area' }, ids)
  return paths.map((path): PickedNode => {
    const names = path.map((id) => named(id)?.text ?? id)
    const waiting = path.some((id) => named(id) === undefined) && host.names !== undefined
    const name = waiting ? host.text('@widgets.loading') : names.join('/')
    return { key: path.at(-1) ?? '', name, kind: 'area', data: { path, names } }
  })
}

/** The names that came with the record, else those of its ids. */
export function Cell(props: ViewProps<AreaSettings, unknown>) {
  const { record, field, text } = props
  const beside = record[field.name]
  if (text !== undefined) return text
  if (`${field.name}_id` in record && typeof beside === 'string') return beside
  return <AreaNames {...props} />
}

function AreaNames(props: ViewProps<AreaSettings, unknown>) {
  return usePaths(props)
    .map(({ name }) => name)
    .join(',')
}
