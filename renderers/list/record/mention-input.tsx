import '@arco-design/web-react/es/Input/style/css.js'
import { keepWithin } from '@widgets/shared/use-text'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useHost } from '../../host'

/** Somebody who may be mentioned. */
export interface Mentionable {
  readonly id: string
  readonly fullName: string
  readonly account: string
}

/** An `@` at a word's beginning and what has been typed of a name after it, up to the caret. */
const TYPING = /(?:^|\s)@([^\s@]{0,20})$/u

/** A text in which `@` offers people; the arrows choose, Enter takes. */
export function MentionInput({
  value,
  label,
  maxLength,
  readOnly,
  people,
  onChange,
  onMention,
  onSend,
}: {
  readonly value: string
  readonly label: string
  readonly maxLength: number
  readonly readOnly: boolean
  /** Who has such a name, of those who may be mentioned. */
  readonly people: (keyword: string) => Promise<readonly Mentionable[]>
  readonly onChange: (text: string) => void
  readonly onMention: (person: Mentionable) => void
  /** Ctrl+Enter. */
  readonly onSend: () => void
}) {
  const host = useHost()
  const listId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  const asked = useRef(0)
  const [offered, setOffered] = useState<readonly Mentionable[]>([])
  const [active, setActive] = useState(0)
  useLayoutEffect(() => {
    if (caret.current === null) return
    area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const offer = (text: string, at: number) => {
    const word = TYPING.exec(text.slice(0, at))?.[1]
    const round = ++asked.current
    if (word === undefined) return setOffered([])
    people(word).then(
      (found) => {
        if (round !== asked.current) return
        setOffered(found)
        setActive(0)
      },
      // Without a list to choose from the name can still be typed.
      () => round === asked.current && setOffered([]),
    )
  }
  const close = () => {
    asked.current++
    setOffered([])
  }
  const take = (person: Mentionable) => {
    const at = area.current?.selectionStart ?? value.length
    const start = value.slice(0, at).lastIndexOf('@')
    const written = `@${person.fullName} `
    onChange(value.slice(0, start) + written + value.slice(at))
    caret.current = start + written.length
    onMention(person)
    close()
    area.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    // Enter and the arrows belong to an input method while it composes.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
      return
    }
    const person = offered[active]
    if (!person) return
    if (event.key === 'ArrowDown') setActive((active + 1) % offered.length)
    else if (event.key === 'ArrowUp') setActive((active + offered.length - 1) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(person)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isOpen = offered.length > 0
  return (
    <div className="loam-mention">
      <textarea
        ref={area}
        className="arco-textarea"
        rows={3}
        value={value}
        readOnly={readOnly}
        aria-label={label}
        placeholder={label}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}${active}` : undefined}
        onChange={({ target, nativeEvent }) => {
          if (!(nativeEvent as InputEvent).isComposing) keepWithin(target, maxLength)
          onChange(target.value)
          offer(target.value, target.selectionStart)
        }}
        onCompositionEnd={({ currentTarget }) => {
          keepWithin(currentTarget, maxLength)
          onChange(currentTarget.value)
        }}
        onKeyDown={press}
        onBlur={close}
      />
      {isOpen && (
        <div
          className="loam-mention-people"
          id={listId}
          role="listbox"
          aria-label={host.text('@record.mentionPeople')}
        >
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active one.
            // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the text's.
            <div
              key={person.id}
              id={`${listId}${index}`}
              role="option"
              aria-selected={index === active}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              {person.fullName}
              <small>{person.account}</small>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
