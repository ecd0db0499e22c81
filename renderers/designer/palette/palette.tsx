import { matches, type PaletteEntry, paletteOf } from '@runtime/design/palette'
import type { DesignSession } from '@runtime/design/session'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { useHost } from '../../host'
import { useEntered } from '../../use-entered'
import { useSounds } from '../../use-sounds'
import { useAnnouncer, useDesignActs } from '../keys'
import { WidgetIcon } from '../widget-icon'
import { neighbourOf } from './neighbour'
import './palette.css'

export interface PaletteProps {
  readonly session: DesignSession
  /** Called once a field of the widget has been put in. */
  readonly onInsert?: (key: string) => void
  /** A press on a widget, which may become a drag; without it, one press puts in: there is nowhere to drag to. */
  readonly onDragStart?: ((event: PointerEvent, key: string) => void) | undefined
}

/** The widgets that a form is built of; a double click or Enter puts one in, where new fields come to stand. */
export function Palette({ session, onInsert, onDragStart }: PaletteProps) {
  const host = useHost()
  const { tell, announcer } = useAnnouncer()
  const acts = useDesignActs(session, tell)
  const [query, setQuery] = useState('')
  const [reached, setReached] = useState<string>()
  const sounds = useSounds(query)
  const all = useMemo(() => paletteOf(session.widgets), [session])
  const groups = useMemo(
    () =>
      all
        .map(({ group, entries }) => ({
          group,
          entries: entries.filter((entry) => matches(entry, query, (title) => host.text(title), sounds)),
        }))
        .filter(({ entries }) => entries.length > 0),
    [all, query, sounds, host],
  )
  const shown = groups.flatMap(({ entries }) => entries)
  const list = useRef<HTMLDivElement>(null)
  const first = shown[0]
  /** The one that Tab leads to. */
  const stop = shown.some(({ key }) => key === reached) ? reached : first?.key
  const insert = (key: string) => {
    if (acts.insert(key)) onInsert?.(key)
  }
  const enter = useEntered(first, query, ({ key }) => insert(key))
  const search = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') list.current?.querySelector('button')?.focus()
    else if (event.key === 'Enter') enter()
    else if (event.key === 'Escape' && query !== '') setQuery('')
    else return
    event.preventDefault()
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const next = neighbourOf(buttons, event.target as HTMLButtonElement, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const button = ({ key, title, icon }: PaletteEntry) => (
    <button
      key={key}
      type="button"
      tabIndex={key === stop ? 0 : -1}
      onFocus={() => setReached(key)}
      onPointerDown={(event) => onDragStart?.(event, key)}
      onDoubleClick={() => onDragStart && insert(key)}
      onClick={({ detail }) => {
        // By a key, or by assistive technology: nobody presses twice there.
        if (detail === 0 || !onDragStart) insert(key)
      }}
    >
      <WidgetIcon name={icon} />
      <span>{host.text(title)}</span>
    </button>
  )
  return (
    <section className="loam-palette" aria-label={host.text('@palette.title')}>
      <input
        type="search"
        aria-label={host.text('@palette.search')}
        placeholder={host.text('@palette.search')}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={search}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are the buttons' within. */}
      <div ref={list} className="loam-palette-groups" onKeyDown={move}>
        {groups.map(({ group, entries }) => (
          <section key={group} aria-labelledby={`loam-palette-${group}`}>
            <h3 id={`loam-palette-${group}`}>{host.text(`@gallery.group.${group}`)}</h3>
            <div className="loam-palette-entries">{entries.map(button)}</div>
          </section>
        ))}
        {shown.length === 0 && <p role="status">{host.text('@palette.noMatch')}</p>}
      </div>
      <p className="loam-palette-hint">{host.text(onDragStart ? '@palette.hint' : '@palette.tapHint')}</p>
      {announcer}
    </section>
  )
}
