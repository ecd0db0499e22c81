import type { ListPlan } from '@runtime/list/plan'
import { useMedia } from '@widgets/shared/dialog/use-media'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useHost } from '../host'
import { mayLeave } from '../unsaved'
import type { Model } from './model'
import { PanePlace } from './pane-place'
import { RecordPane } from './record-lazy'
import { keepOrder } from './record-order'
import { idOf, type ListHandle, type Row } from './source'

/** A list and a record do not stand beside each other on less. */
const NARROW = '(width < 992px)'
/** Milliseconds within which a second press is part of a double one, though the pane has come under the pointer. */
const DOUBLE = 500
/** Milliseconds of rest on a row after which it is read: who holds the key down passes over the others. */
const STILL = 150

export interface PaneUse {
  readonly model: Model
  readonly menuId: string
  /** The address of the list, below which records have theirs; absent: they have none. */
  readonly path: string | undefined
  readonly handle: RefObject<ListHandle | null>
  /** Opens a record in the model's popup. */
  readonly onPopup: (row: Row) => void
}

/** A record that is open beside the list. */
interface Beside {
  readonly id: string
  readonly byKey: boolean
  readonly since: number
}

/**
 * Where a record of a list opens. A press opens it beside the list, a double press or Enter at its own address, and so does
 * a press where there is no room beside. A model that names a popup (`fullScreen`, `drawer`; the designer writes `general`
 * for all that choose nothing) has all of them open in that one.
 */
export function usePane({ model, menuId, path, handle, onPopup }: PaneUse) {
  const host = useHost()
  const narrow = useMedia(NARROW)
  const screen = useRef<HTMLDivElement>(null)
  const [beside, setBeside] = useState<Beside | null>(null)
  const dirty = useRef(() => false)
  const follow = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(follow.current), [])
  const named = model.form.layout.popup !== 'general'
  const whole = useCallback(
    (id: string) => {
      if (path === undefined) return
      keepOrder(menuId, handle.current?.ids ?? [])
      host.navigate(`${path}/${encodeURIComponent(id)}`)
    },
    [path, menuId, handle, host],
  )
  const open = useCallback(
    async (id: string, byKey: boolean) => {
      if (await mayLeave(dirty.current(), host)) setBeside({ id, byKey, since: Date.now() })
    },
    [host],
  )
  const close = async () => {
    if (!beside || !(await mayLeave(dirty.current(), host))) return
    const within = screen.current?.querySelector('.loam-list-beside')?.contains(document.activeElement)
    setBeside(null)
    if (within || document.activeElement === document.body) rowOf(screen.current, beside.id)?.focus()
  }
  const acts = useMemo(() => {
    if (named || (narrow && path === undefined)) return { onOpen: onPopup, onWhole: undefined }
    if (narrow) return { onOpen: (row: Row) => whole(idOf(row)), onWhole: undefined }
    return {
      onOpen: (row: Row) => void open(idOf(row), false),
      onWhole: (row: Row) => (path === undefined ? void open(idOf(row), true) : whole(idOf(row))),
    }
  }, [named, narrow, path, onPopup, open, whole])
  const shown = beside !== null && !named && !narrow ? beside : null
  const events = {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== 'Escape' || event.defaultPrevented || !shown) return
      const { target, currentTarget } = event
      // A menu or dialog of the list says its keys here too; what is typed into is left by its own Esc.
      if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || target.closest(TYPED)) return
      event.preventDefault()
      void close()
    },
    /** By keys from row to row, what is beside goes along. */
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (!shown || !target.matches(':focus-visible')) return
      const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
      if (id === undefined || !handle.current?.ids.includes(id)) return
      clearTimeout(follow.current)
      if (id !== shown.id) follow.current = setTimeout(() => void open(id, false), STILL)
    },
    /** What is drawn anew beside the record moves: a second press that fell on another row, or on none, means the first. */
    onDoubleClickCapture(event: MouseEvent<HTMLElement>) {
      if (!shown || Date.now() - shown.since >= DOUBLE) return
      if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
      event.stopPropagation()
      whole(shown.id)
    },
  }
  const pane: ReactNode = shown && (
    <PanePlace>
      <RecordPane
        {...{ model, menuId, path, dirty }}
        id={shown.id}
        ids={handle.current?.ids ?? []}
        takesFocus={shown.byKey}
        onGo={(id) => void open(id, false)}
        onWhole={path === undefined ? undefined : () => whole(shown.id)}
        onClose={() => void close()}
        onSaved={() => handle.current?.reload()}
      />
    </PanePlace>
  )
  return { screen, acts, events, pane, opened: shown?.id }
}

const TYPED = 'input, textarea, select, [contenteditable], [role="combobox"], [role="menu"]'

function rowOf(screen: HTMLElement | null, id: string): HTMLElement | null {
  return screen?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null
}

/** The act by which a list's records are read, where the person has it. */
export function readingOf(list: ListPlan, may: (code: string) => boolean) {
  const reading = list.kind === 'inline' ? undefined : list.row.find(({ value }) => value === 'detail')
  return reading && may(reading.code) ? reading : null
}
