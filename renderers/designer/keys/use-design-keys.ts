import type { Direction } from '@runtime/design/moves'
import type { DesignSession } from '@runtime/design/session'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { type DesignActs, useDesignActs } from './use-acts'

/** What a place does itself when its key is pressed; what it does not have, the key is left to the browser. */
export interface KeyPlace {
  /** Hears in words what was done, for those who do not see it. */
  readonly tell: (words: string) => void
  readonly onEdit?: (() => void) | undefined
  readonly onInsert?: (() => void) | undefined
  readonly onRename?: (() => void) | undefined
  readonly onFind?: (() => void) | undefined
  readonly onHelp?: (() => void) | undefined
}

export interface DesignKeys {
  readonly acts: DesignActs
  readonly handlers: {
    onKeyDown(event: KeyboardEvent): void
    onCopy(event: ClipboardEvent): void
    onCut(event: ClipboardEvent): void
    onPaste(event: ClipboardEvent): void
  }
}

/** The keys of the designer: the same wherever nodes are chosen. Copying and pasting come as the browser's own events. */
export function useDesignKeys(session: DesignSession, place: KeyPlace): DesignKeys {
  const acts = useDesignActs(session, place.tell)
  const isElsewhere = (event: KeyboardEvent | ClipboardEvent) =>
    event.defaultPrevented || isTyping(event.target)
  const taking = (event: ClipboardEvent, take: () => string) => {
    if (isElsewhere(event)) return
    const text = take()
    if (text === '') return
    event.preventDefault()
    event.clipboardData.setData('text/plain', text)
  }
  return {
    acts,
    handlers: {
      onKeyDown(event) {
        if (isElsewhere(event) || event.nativeEvent.isComposing) return
        const act = actOf(event, acts, place)
        if (!act) return
        event.preventDefault()
        event.stopPropagation()
        act()
      },
      onCopy: (event) => taking(event, acts.copy),
      onCut: (event) => taking(event, acts.cut),
      onPaste(event) {
        if (isElsewhere(event)) return
        event.preventDefault()
        acts.paste(event.clipboardData.getData('text/plain'))
      },
    },
  }
}

const DIRECTIONS: Readonly<Record<string, Direction | undefined>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

type Act = (() => void) | undefined

function actOf(event: KeyboardEvent, acts: DesignActs, place: KeyPlace): Act {
  const { altKey, shiftKey } = event
  const isCommand = event.ctrlKey || event.metaKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (isCommand && altKey) return undefined
  if (altKey) {
    const direction = DIRECTIONS[key]
    return direction && (() => acts.move(direction))
  }
  if (isCommand)
    return {
      d: acts.duplicate,
      z: shiftKey ? acts.redo : acts.undo,
      y: acts.redo,
      a: acts.selectAll,
      f: place.onFind,
    }[key]
  return {
    Delete: acts.remove,
    Backspace: acts.remove,
    Enter: place.onEdit,
    F2: place.onRename,
    '/': place.onInsert,
    '?': place.onHelp,
    // The same keys where Chinese is typed.
    '、': place.onInsert,
    '？': place.onHelp,
  }[key]
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
  )
}
