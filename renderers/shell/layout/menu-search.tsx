import { Modal } from '@arco-design/web-react'
import '@arco-design/web-react/es/Modal/style/css.js'
import { IconSearch } from '@arco-design/web-react/icon'
import { Icon } from '@renderers/icon'
import { useEntered } from '@renderers/use-entered'
import { useSounds } from '@renderers/use-sounds'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { useGo } from './menu-items'
import { overlays } from './overlays'
import './overlays.css'
import { recentEntries, rememberEntry } from './recent-entries'
import { entriesOf, type Found, searchEntries } from './search-index'

/** Entries offered at most. */
const MOST = 12

/** Finds a entry of the menu by words (`spec/shell-and-monitoring.md §2.3, §5`); without words, where one was last. */
export function MenuSearch({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  const lead = useGo(signedIn.menu)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { found, recent } = useFound(signedIn, words)
  const current = found[chosen]
  const close = () => {
    overlays.search = false
  }
  const go = (entry: Found) => {
    close()
    rememberEntry(signedIn.user.userId, entry.id)
    lead(entry.id)
  }
  const enter = useEntered(current, words, go)
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing) return
    if (step !== undefined && found.length > 0) setChosen((chosen + step + found.length) % found.length)
    else if (event.key === 'Enter') enter()
    else return
    event.preventDefault()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one is brought into sight when it changes.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, found])
  return (
    <Modal
      visible
      title={null}
      footer={null}
      closable={false}
      alignCenter={false}
      className="loam-search"
      aria-label={translate('@shell.search')}
      onCancel={close}
    >
      <label className="loam-search-line">
        <IconSearch />
        <input
          // biome-ignore lint/a11y/noAutofocus: it was opened to type in.
          autoFocus
          role="combobox"
          aria-label={translate('@shell.search')}
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          placeholder={translate('@shell.searchHint')}
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
        <button type="button" className="loam-search-close" onClick={close}>
          Esc
        </button>
      </label>
      {recent && found.length > 0 && <p className="loam-search-recent">{translate('@shell.searchRecent')}</p>}
      <div
        ref={list}
        id={id}
        role="listbox"
        className="loam-search-list"
        aria-label={translate('@shell.searchResults')}
      >
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard and moves in the list.
          <div
            key={entry.id}
            id={`${id}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => setChosen(index)}
            onClick={() => go(entry)}
          >
            <Icon name={entry.icon} fallback="File" />
            <span>{entry.title}</span>
            <small>{entry.above}</small>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className="loam-search-empty" role="status">
          {translate(words.trim() === '' ? '@shell.searchStart' : '@shell.searchNothing', {
            words: words.trim(),
          })}
        </p>
      )}
    </Modal>
  )
}

function useFound(
  { menu, user }: SignedIn,
  words: string,
): { readonly found: readonly Found[]; readonly recent: boolean } {
  const sounds = useSounds(words)
  const entries = useMemo(() => entriesOf(menu), [menu])
  const search = useMemo(() => searchEntries(entries, sounds), [entries, sounds])
  return useMemo(() => {
    const isRecent = words.trim() === ''
    if (!isRecent) return { found: search(words).slice(0, MOST), recent: false }
    const known = new Map(entries.map((entry) => [entry.id, entry]))
    return { found: recentEntries(user.userId).flatMap((id) => known.get(id) ?? []), recent: true }
  }, [search, entries, words, user.userId])
}
