import type { ModelPage } from '@renderers/list/model-page'
import type { Destination } from '@runtime/menu/destination'
import { type ComponentProps, type ComponentType, useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { FILLS } from './fills'

/** `/model/<menu>`: the records of a model; a link to its form has brought who may add records here to fill it in. */
export function ModelRoute({
  target,
  page: Page,
}: {
  readonly target: Extract<Destination, { kind: 'model' }>
  /** Loaded by whoever leads here: the start does without it. */
  readonly page: ComponentType<ComponentProps<typeof ModelPage>>
}) {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const { path } = target
  // Once: whoever loads the page anew, or comes back to it, has the list before them.
  const filled = useCallback(
    () => void navigate({ pathname: path, search }, { replace: true, state: null }),
    [navigate, path, search],
  )
  const fills = (state as Partial<typeof FILLS> | null)?.fills === true ? filled : undefined
  return <Page modelId={target.modelId} menuId={target.entry.id} path={path} fills={fills} />
}
