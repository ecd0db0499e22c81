import type { Reason } from '@runtime/design/dialect'
import { copySelected, duplicate, insertWidget, paste, removeSelected } from '@runtime/design/edits'
import { type Direction, moveSelected } from '@runtime/design/moves'
import { keyOf, type OutlineNode, outlineOf } from '@runtime/design/outline'
import { topmost } from '@runtime/design/selection'
import type { DesignSession } from '@runtime/design/session'
import type { Host } from '@runtime/host'
import { useMemo } from 'react'
import { useHost } from '../../host'
import { reasonText } from '../reason'

/** What a person does to the chosen nodes, by key, button or menu; each says what came of it. */
export interface DesignActs {
  /** A new field of the widget; false where it was refused. */
  insert(key: string): boolean
  move(direction: Direction): void
  remove(): void
  duplicate(): void
  undo(): void
  redo(): void
  selectAll(): void
  /** The text for the clipboard; empty where nothing is chosen. */
  copy(): string
  cut(): string
  paste(text: string): void
}

/** @param tell hears in words what was done or why it was not, for those who do not see it */
export function useDesignActs(session: DesignSession, tell: (words: string) => void): DesignActs {
  const host = useHost()
  return useMemo(() => actsOf(session, host, tell), [session, host, tell])
}

function actsOf(session: DesignSession, host: Host, tell: (words: string) => void): DesignActs {
  const now = () => host.now()
  /** Whether it came to be; `done` says so in words. Without a change nothing is said. */
  const attempt = (act: () => Reason | null, done: () => string): boolean => {
    const before = session.tree
    const refused = act()
    if (refused) {
      const words = reasonText(host, refused)
      host.toast('warning', words)
      tell(words)
    } else if (session.tree !== before) tell(done())
    return !refused && session.tree !== before
  }
  const chosen = () => chosenText(session, host)
  const standing = (message: string) => () =>
    host.text(message, { what: chosen(), where: placeText(session, host) })
  const remove = (message: string) => {
    const what = chosen()
    attempt(
      () => removeSelected(session),
      () => host.text(message, { what }),
    )
  }
  const go = async (kind: 'undo' | 'redo', done: string, nothing: string) => {
    const went = await session.go(kind)
    if (went === null) return
    const refused = went && 'reason' in went
    const words = refused ? reasonText(host, went) : host.text(went ? done : nothing)
    if (refused) host.toast('warning', words)
    tell(words)
  }
  return {
    insert(key) {
      const title = session.widgets.designed.get(key)?.definition.title
      return attempt(
        () => insertWidget(session, key, { label: host.text(title), now: now() }),
        standing('@outline.inserted'),
      )
    },
    move: (direction) => void attempt(() => moveSelected(session, direction), standing('@outline.moved')),
    remove: () => remove('@outline.removed'),
    duplicate: () => void attempt(() => duplicate(session, now()), standing('@outline.duplicated')),
    undo: () => void go('undo', '@outline.undone', '@outline.nothingToUndo'),
    redo: () => void go('redo', '@outline.redone', '@outline.nothingToRedo'),
    selectAll() {
      const nodes = outlineOf(session.tree, session.widgets.catalogue).map(({ address }) => address)
      const [anchor] = nodes
      session.select({ nodes, ...(anchor && { anchor }) })
      tell(host.text('@outline.chosen', { count: nodes.length }))
    },
    copy() {
      const text = copySelected(session)
      if (text !== '') tell(host.text('@outline.copied', { what: chosen() }))
      return text
    },
    cut() {
      const text = copySelected(session)
      if (text !== '') remove('@outline.cut')
      return text
    },
    paste: (text) => void attempt(() => paste(session, text, now()), standing('@outline.pasted')),
  }
}

function chosenNodes({ tree, selection, widgets }: DesignSession): readonly OutlineNode[] {
  const keys = new Set(topmost(tree, selection).map(keyOf))
  return outlineOf(tree, widgets.catalogue).filter(({ key }) => keys.has(key))
}

/** What is chosen, in words: its label, or how many there are. */
function chosenText(session: DesignSession, host: Pick<Host, 'text'>): string {
  const nodes = chosenNodes(session)
  const [first] = nodes
  return first && nodes.length === 1
    ? nodeText(host, first)
    : host.text('@outline.count', { count: nodes.length })
}

/** What a node is called on the screen. */
export function nodeText(
  host: Pick<Host, 'text'>,
  { label, title }: Pick<OutlineNode, 'label' | 'title'>,
): string {
  return label === '' ? host.text(title) : host.text(label)
}

/** Where the chosen nodes stand, in words. */
function placeText(session: DesignSession, host: Pick<Host, 'text'>): string {
  const [first] = chosenNodes(session)
  if (!first) return host.text('@outline.form')
  const around = outlineOf(session.tree, session.widgets.catalogue).find(({ key }) => key === first.parent)
  const parent = around ? nodeText(host, around) : host.text('@outline.form')
  return host.text('@outline.place', { parent, position: first.position, size: first.size })
}
