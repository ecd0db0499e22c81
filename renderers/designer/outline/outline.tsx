import { IconPlus, IconQuestion, IconSearch } from '@arco-design/web-react/icon'
import { NOTHING } from '@runtime/design/selection'
import type { DesignSession } from '@runtime/design/session'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useHost } from '../../host'
import { KeySheet, useAnnouncer, useDesignKeys } from '../keys'
import { useSession } from '../use-session'
import { InsertBox } from './insert-box'
import './outline.css'
import { OutlineTree } from './outline-tree'
import { type Choosing, useCursor } from './use-cursor'
import { useLines } from './use-lines'
import { useTypeAhead } from './use-type-ahead'

export interface OutlineProps {
  readonly session: DesignSession
  /** Leads to the settings of what is chosen. */
  readonly onEdit?: () => void
}

/** Lines that a page key goes on. */
const PAGE = 10

/** The form as a tree: everything that the designer does is done here by keyboard too. */
export function Outline({ session, onEdit }: OutlineProps) {
  const host = useHost()
  useSession(session)
  const { tell, announcer } = useAnnouncer()
  const scroller = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState<string | null>(null)
  const [open, setOpen] = useState<'insert' | 'keys' | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const shown = useLines(session, query ?? '')
  const { lines } = shown
  const cursor = useCursor(session, lines, shown.reveal)
  const here = lines[cursor.index]
  const find = useTypeAhead(lines, cursor.index)
  const focus = () => scroller.current?.focus({ preventScroll: true })
  const close = () => {
    setOpen(null)
    focus()
  }
  const { acts, handlers } = useDesignKeys(session, {
    tell,
    onEdit,
    onInsert: () => setOpen('insert'),
    onHelp: () => setOpen('keys'),
    onFind: () => setQuery((before) => before ?? ''),
    onRename: () => {
      if (here?.labelAt) setRenamed(here.key)
    },
  })
  const press = (event: KeyboardEvent) => {
    handlers.onKeyDown(event)
    if (event.defaultPrevented || event.altKey || event.target !== scroller.current) return
    const act = treeKey(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  const go = (at: number, choosing: Choosing) => {
    const node = lines[Math.max(0, Math.min(at, lines.length - 1))]
    if (node) cursor.point(node, choosing)
  }
  const treeKey = (event: KeyboardEvent): (() => void) | undefined => {
    const { index } = cursor
    const isCommand = event.ctrlKey || event.metaKey
    const choosing = event.shiftKey ? 'range' : isCommand ? 'none' : 'one'
    switch (event.key) {
      case 'ArrowDown':
        return () => go(here && !isStart() ? index + 1 : index, choosing)
      case 'ArrowUp':
        return () => go(index - 1, choosing)
      case 'PageDown':
        return () => go(index + PAGE, choosing)
      case 'PageUp':
        return () => go(index - PAGE, choosing)
      case 'Home':
        return () => go(0, choosing)
      case 'End':
        return () => go(lines.length - 1, choosing)
      case 'ArrowRight':
        return () => {
          if (!here?.isParent) return
          if (shown.isOpen(here)) go(index + 1, 'one')
          else shown.setOpen(here, true)
        }
      case 'ArrowLeft':
        return () => {
          if (here?.isParent && shown.isOpen(here)) shown.setOpen(here, false)
          else if (here?.parent !== undefined)
            go(
              lines.findIndex(({ key }) => key === here.parent),
              'one',
            )
        }
      case ' ':
        return () => here && cursor.point(here, 'toggle')
      case 'Escape':
        return () => session.select(NOTHING)
    }
    const found = find(event)
    return found && (() => cursor.point(found, 'one'))
  }
  /** Nothing is chosen yet: the first key chooses the line that is pointed at. */
  const isStart = () => session.selection.nodes.length === 0
  const button = (Drawn: typeof IconPlus, text: string, press: () => void) => (
    <button type="button" aria-label={host.text(text)} title={host.text(text)} onClick={press}>
      <Drawn />
    </button>
  )
  return (
    <section className="loam-outline" aria-label={host.text('@outline.title')}>
      <header>
        <span>{host.text('@outline.title')}</span>
        {button(IconPlus, '@outline.insert', () => setOpen('insert'))}
        {button(IconSearch, '@outline.find', () => setQuery((before) => (before === null ? '' : null)))}
        {button(IconQuestion, '@outline.keys', () => setOpen('keys'))}
      </header>
      {query !== null && (
        <FindBox
          query={query}
          onChange={setQuery}
          onDone={(isKept) => {
            if (!isKept) setQuery(null)
            focus()
          }}
        />
      )}
      {open === 'insert' && (
        <InsertBox
          session={session}
          onClose={close}
          onInsert={(key) => {
            acts.insert(key)
            close()
          }}
        />
      )}
      <OutlineTree
        {...handlers}
        {...{ session, cursor, scroller, renamed }}
        lines={shown}
        onKeyDown={press}
        onEdit={() => onEdit?.()}
        onRenamed={() => {
          setRenamed(null)
          focus()
        }}
      />
      {lines.length === 0 && (
        <p className="loam-outline-empty" role="status">
          {host.text(query ? '@palette.noMatch' : '@outline.empty')}
        </p>
      )}
      {open === 'keys' && <KeySheet onClose={close} />}
      {announcer}
    </section>
  )
}

interface FindBoxProps {
  readonly query: string
  readonly onChange: (query: string) => void
  /** Enter and the arrow down keep what is looked for; Escape does not. */
  readonly onDone: (isKept: boolean) => void
}

function FindBox({ query, onChange, onDone }: FindBoxProps) {
  const host = useHost()
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it was asked for by a key or a press.
      autoFocus
      type="search"
      className="loam-outline-find"
      aria-label={host.text('@outline.find')}
      placeholder={host.text('@outline.find')}
      value={query}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (!['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return
        event.preventDefault()
        onDone(event.key !== 'Escape')
      }}
    />
  )
}
