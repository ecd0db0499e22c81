import { useHost } from '@renderers/host'
import { useEffect } from 'react'
import type { LngLat } from '../leaflet'
import type { Group } from '../panels/group/group-card'
import type { FieldStore } from '../store/field-store'
import { useLayoutVersion } from './hooks'

interface Requested {
  readonly store: FieldStore
  readonly requested?: string | null
  readonly requestedGroup?: string | null
  readonly onAsked?: () => void
}

/**
 * Shows the device or the group that is asked for, once the map and what it is among are there; says so when it is none of this
 * project's.
 */
export function useRequested(
  { store, requested, requestedGroup, onAsked }: Requested,
  isReady: boolean,
  show: (id: string) => void,
  groups: readonly Group[] | null,
  showGroup: (id: string) => void,
) {
  const host = useHost()
  const layout = useLayoutVersion(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout's number stands for the plan.
  useEffect(() => {
    if (!requested || !isReady || store.plan === null) return
    if (store.indexOf(requested) >= 0) show(requested)
    else host.toast('warning', host.text('@map.askedMissing', { id: requested }))
    onAsked?.()
  }, [requested, isReady, store, layout])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout's number stands for the plan.
  useEffect(() => {
    if (!requestedGroup || requested || !isReady || store.plan === null || groups === null) return
    if (groups.some(({ id }) => id === requestedGroup)) showGroup(requestedGroup)
    else host.toast('warning', host.text('@map.askedGroupMissing', { id: requestedGroup }))
    onAsked?.()
  }, [requestedGroup, requested, isReady, store, layout, groups === null])
}

/** Where a group's nodes are. */
export function placesOf({ plan }: FieldStore, nodes: Group['nodes']): readonly LngLat[] {
  const own = new Set(nodes.map(({ nodeId }) => nodeId))
  return (plan?.nodes ?? []).filter(({ id }) => own.has(id)).map(({ lng, lat }): LngLat => [lng, lat])
}
