import type { Host } from '@runtime/host'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { tellFailure } from '../tell-failure'
import { PaneModel, type PaneState } from './pane-model'
import type { PickerPane } from './source'

/** How long typing must rest before the server is asked, in milliseconds. */
const REST = 250

const NOTHING: PaneState = { lines: [], state: 'loading', keyword: '', tree: false }
const never = () => () => undefined

/** What a pane shows for a keyword: asked when it is first seen, and again when the keyword changes. */
export function usePane(
  pane: PickerPane | undefined,
  keyword: string,
  chosen: ReadonlySet<string>,
  host: Pick<Host, 'text' | 'toast'>,
): readonly [PaneModel | null, PaneState] {
  const [model, setModel] = useState<PaneModel | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen and who is told matter when the pane opens.
  useEffect(() => {
    if (!pane) return
    const fresh = new PaneModel(pane, chosen, (error) => tellFailure(host, error))
    setModel(fresh)
    return () => fresh.dispose()
  }, [pane])
  const isWhole = pane?.load.kind === 'tree'
  useEffect(() => {
    if (isWhole || keyword === '') return model?.search(keyword)
    const waiting = setTimeout(() => model?.search(keyword), REST)
    return () => clearTimeout(waiting)
  }, [model, keyword, isWhole])
  return [model, useSyncExternalStore(model?.subscribe ?? never, model?.snapshot ?? (() => NOTHING))]
}
