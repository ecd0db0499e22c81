import type { Host } from '@runtime/host'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { NodeLine, PaneLine } from './pane-model'
import type { PickedNode, PickerPane } from './source'
import { usePane } from './use-pane'

export interface PickerOptions {
  readonly host: Pick<Host, 'text' | 'toast'>
  readonly panes: readonly PickerPane[]
  readonly multiple: boolean
  /** What the field holds when the dialog opens; names may become known later. */
  readonly chosen: readonly PickedNode[]
}

/** State of an open picker: which pane, what is sought, what is chosen so far. The field keeps its value until confirmed. */
export function usePicker({ host, panes, multiple, chosen }: PickerOptions) {
  const [tab, setTab] = useState(panes[0]?.key ?? '')
  const [keyword, setKeyword] = useState('')
  const [picked, setPicked] = useState<readonly PickedNode[]>(chosen)
  const [active, setActive] = useState(0)
  const keys = useMemo(() => new Set(picked.map(({ key }) => key)), [picked])
  const pane = panes.find(({ key }) => key === tab) ?? panes[0]
  const [model, state] = usePane(pane, keyword, keys, host)
  const isReady = state.state === 'ready'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pane opens at what is chosen, once it is there.
  useEffect(() => {
    const at = state.lines.findIndex((line) => line.kind === 'node' && keys.has(line.node.key))
    if (isReady && keyword === '' && at >= 0) setActive(at)
  }, [isReady, tab])
  const scroller = useRef<HTMLDivElement>(null)
  /** What the field holds is called as it has become known by now. */
  const names = new Map(chosen.map((node) => [node.key, node]))
  const choose = ({ node }: NodeLine) => {
    if (!multiple) setPicked([node])
    else if (keys.has(node.key)) setPicked(picked.filter(({ key }) => key !== node.key))
    else setPicked([...picked, node])
  }
  const fold = useCallback((line: NodeLine) => model?.fold(line), [model])
  return {
    tab: pane?.key ?? '',
    pane,
    state,
    keyword,
    active: Math.min(active, Math.max(0, state.lines.length - 1)),
    scroller,
    picked: picked.map((node) => names.get(node.key) ?? node),
    isChosen: (key: string) => keys.has(key),
    open(key: string) {
      setTab(key)
      setActive(0)
      scroller.current?.scrollTo({ top: 0 })
    },
    seek(text: string) {
      setKeyword(text)
      setActive(0)
      scroller.current?.scrollTo({ top: 0 })
    },
    /** Chooses what may be chosen; folds the rest. */
    press(line: PaneLine | undefined) {
      if (line?.kind === 'end') model?.more(line.place)
      else if (line?.node.choosable) choose(line)
      else if (line) fold(line)
    },
    fold,
    more: useCallback((place?: string) => model?.more(place), [model]),
    remove: (key: string) => setPicked(picked.filter((node) => node.key !== key)),
    clear: () => setPicked([]),
    setActive,
  }
}

export type PickerState = ReturnType<typeof usePicker>
