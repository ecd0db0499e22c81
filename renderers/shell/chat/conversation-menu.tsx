import { Dropdown } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Dropdown/style/css.js'
import { useHost } from '@renderers/host'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useLive } from '../live'
import { nameOf } from './avatar'
import type { Conversation } from './conversations'

interface ConversationMenuProps {
  readonly person: Pick<Conversation, 'id' | 'realName' | 'account'>
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRemoved: () => void
}

/** What can be done with a conversation: by the right button of the mouse, by its own button, by keys. */
export function ConversationMenu({ person, open, onOpenChange, onRemoved }: ConversationMenuProps) {
  const host = useHost()
  const { chat } = useLive()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    onOpenChange(false)
    button.current?.focus()
  }
  const act = async (work: () => Promise<void>) => {
    close()
    try {
      await work()
    } catch (error) {
      host.toast('error', (error as Error).message)
    }
  }
  const remove = () =>
    act(async () => {
      await chat.conversations.remove(person.id)
      onRemoved()
    })
  const clear = () =>
    act(async () => {
      if (!(await host.confirm({ text: host.text('@chat.clearQuestion'), danger: true }))) return
      await chat.conversations.clear(person.id)
      chat.threads.clear(person.id)
    })
  return (
    <Dropdown
      popupVisible={open}
      onVisibleChange={onOpenChange}
      trigger="click"
      position="br"
      droplist={
        <Items
          label={host.text('@chat.menuOf', { name: nameOf(person) })}
          items={[
            { name: host.text('@chat.remove'), run: remove },
            { name: host.text('@chat.clear'), run: clear, danger: true },
          ]}
          onEscape={close}
        />
      }
    >
      <button
        ref={button}
        type="button"
        className="loam-chat-more"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={host.text('@chat.menuOf', { name: nameOf(person) })}
      >
        <IconMore />
      </button>
    </Dropdown>
  )
}

interface Item {
  readonly name: string
  readonly run: () => Promise<void>
  readonly danger?: boolean
}

function Items({
  label,
  items,
  onEscape,
}: {
  readonly label: string
  readonly items: readonly Item[]
  readonly onEscape: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const press = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) all[(at + step + all.length) % all.length]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') onEscape()
    else return
    event.preventDefault()
  }
  return (
    <div ref={list} className="loam-chat-menu" role="menu" aria-label={label} onKeyDown={press}>
      {items.map(({ name, run, danger }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          data-danger={danger || undefined}
          onClick={() => void run()}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
