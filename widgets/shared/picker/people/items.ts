import type { FieldPlan } from '@runtime/form/plan'
import { shownName } from '@runtime/widget/id-value'
import type { Named, PeopleKind } from '@runtime/widget/named'
import {
  CURRENT_USER,
  chosenIds,
  idsToName,
  type PeopleSettings,
  type PeopleSource,
  pathsOf,
  TOP_NODE,
} from '@runtime/widget/people'
import { useMemo } from 'react'
import type { ViewProps } from '../../../widget'
import { useNamed } from '../../use-named'
import type { PickedNode } from '../source'

/** What a field's picker picks, as its definition says. */
export function sourceOf({ definition, settings }: FieldPlan): PeopleSource {
  const source = definition?.names?.(settings)
  return source?.kind === 'people' ? source : { kind: 'people', of: 'user' }
}

/** What the field holds, each with its name as far as that is known. */
export function useItems({
  value,
  host,
  field,
}: Pick<ViewProps<PeopleSettings, unknown>, 'value' | 'host' | 'field'>): readonly PickedNode[] {
  const source = sourceOf(field)
  const { of } = source
  const wanted = useMemo(() => idsToName(of, value), [of, value])
  const named = useNamed(host, source, wanted)
  const nameOf = (id: string) => {
    if (id === CURRENT_USER) return host.text('@picker.currentUser')
    if (id === TOP_NODE) return host.text('@picker.topNode')
    const found = named(id)
    if (found === null) return host.text('@picker.gone', { text: id })
    return found ? shownName(found, host) : id
  }
  if (of === 'organize')
    return pathsOf(value).map((path) => {
      const id = path.at(-1) ?? ''
      const kind = id === TOP_NODE ? 'top' : String(named(id)?.data?.['type'] ?? 'company')
      return { key: id, name: path.map(nameOf).join('/'), kind, data: { organizeIds: path } }
    })
  return chosenIds(of, value).map((key) => itemOf(of, key, nameOf(key), named(key)))
}

function itemOf(of: PeopleKind, key: string, name: string, named: Named | null | undefined): PickedNode {
  const { headIcon, organize } = named?.data ?? {}
  const kind = of === 'mixed' ? (key.split('--').at(-1) ?? 'user') : of
  return {
    key,
    name,
    kind,
    ...(kind === 'user' && typeof organize === 'string' && { detail: organize }),
    ...(typeof headIcon === 'string' && headIcon !== '' && { picture: headIcon }),
  }
}
