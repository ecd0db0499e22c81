import { paletteOf, searchPalette } from '@runtime/design/palette'
import type { DesignSession } from '@runtime/design/session'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useHost } from '../../host'
import { useEntered } from '../../use-entered'
import { useSounds } from '../../use-sounds'
import { WidgetIcon } from '../widget-icon'

export interface InsertBoxProps {
  readonly session: DesignSession
  readonly onInsert: (key: string) => void
  readonly onClose: () => void
}

/** Asks by words which widget is to be put in. */
export function InsertBox({ session, onInsert, onClose }: InsertBoxProps) {
  const host = useHost()
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const sounds = useSounds(query)
  const groups = useMemo(() => paletteOf(session.widgets), [session])
  const entries = useMemo(
    () => searchPalette(groups, query, (title) => host.text(title), sounds),
    [groups, query, sounds, host],
  )
  const index = Math.min(active, entries.length - 1)
  const enter = useEntered(entries[index], query, ({ key }) => onInsert(key))
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }, [index])
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((index + step + entries.length) % Math.max(entries.length, 1))
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (event.key === 'Enter') enter()
    else return
    event.preventDefault()
  }
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onClose()
  }
  const optionId = (at: number) => `${id}-${at}`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears where the focus goes, and does nothing itself.
    <div className="loam-outline-insert" onBlur={leave}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it was asked for by a key or a press.
        autoFocus
        role="combobox"
        aria-label={host.text('@outline.insert')}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={index >= 0 ? optionId(index) : undefined}
        placeholder={host.text('@palette.search')}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      <div ref={list} id={id} role="listbox" aria-label={host.text('@palette.title')}>
        {entries.map(({ key, title, icon }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys.
          <div
            key={key}
            id={optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            // The box keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onInsert(key)}
          >
            <WidgetIcon name={icon} />
            {host.text(title)}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p role="status">{host.text('@palette.noMatch')}</p>}
    </div>
  )
}
