import type { ContainerNode, PlanNode } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { useEffect, useMemo, useState } from 'react'
import { subscribe } from 'valtio/vanilla'

/** Number of fields with a showing error inside each of the containers, by node id. */
export function useErrorCounts(
  containers: readonly ContainerNode[],
  store: FormStore,
): ReadonlyMap<string, number> {
  const paths = useMemo(
    () => new Map(containers.map((container) => [container.id, fieldsIn(container.children)])),
    [containers],
  )
  const [counts, setCounts] = useState(() => countIn(paths, store))
  useEffect(() => {
    if (paths.size === 0) return
    const refresh = () => {
      const next = countIn(paths, store)
      setCounts((known) => (equal(known, next) ? known : next))
    }
    refresh()
    const leaveStatus = subscribe(store.status, refresh)
    const leaveChanges = store.onChange(refresh)
    return () => {
      leaveStatus()
      leaveChanges()
    }
  }, [paths, store])
  return counts
}

function countIn(
  paths: ReadonlyMap<string, readonly string[]>,
  store: FormStore,
): ReadonlyMap<string, number> {
  return new Map([...paths].map(([id, inside]) => [id, inside.filter((path) => shows(store, path)).length]))
}

function shows(store: FormStore, path: string): boolean {
  const { error, touched, visible } = store.cell(path).state
  return error !== null && touched && visible
}

function fieldsIn(nodes: readonly PlanNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'field') return [node.path]
    return node.kind === 'container' ? fieldsIn(node.children) : []
  })
}

function equal(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): boolean {
  return left.size === right.size && [...left].every(([id, count]) => right.get(id) === count)
}
