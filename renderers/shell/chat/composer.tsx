import { Button } from '@arco-design/web-react'
import { IconFaceSmileFill, IconImage, IconSend } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import type { HostFile } from '@runtime/files'
import { keepWithin } from '@widgets/shared/use-text'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLive } from '../live'
import { nameOf } from './avatar'
import type { Person } from './conversations'
import { EmojiPicker } from './emoji-picker'
import { readPicture } from './picture'

/** Characters of a message, as the server counts them. */
export const LONGEST_TEXT = 2000

/** Where one writes: Enter sends, Shift+Enter begins a line. What is not sent stays until it is. */
export function Composer({ person }: { readonly person: Person }) {
  const host = useHost()
  const { threads } = useLive().chat
  const thread = threads.of(person.id)
  const box = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(thread.draft)
  const [choosing, setChoosing] = useState(false)
  useEffect(() => {
    // A touch screen would raise its keyboard over the conversation.
    if (!matchMedia('(pointer: coarse)').matches) box.current?.focus()
  }, [])
  const write = (text: string) => {
    setDraft(text)
    thread.draft = text
  }
  const send = () => {
    const text = draft.trim()
    if (text === '') return
    threads.post(person.id, { kind: 'text', text })
    write('')
  }
  const sendPicture = async (file: HostFile | undefined) => {
    const picture = file && (await readPicture(file, host))
    if (picture) threads.post(person.id, picture)
  }
  const press = (event: KeyboardEvent) => {
    // Enter of an input method takes a word, it does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const paste = (event: ClipboardEvent) => {
    const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
    if (!file) return
    event.preventDefault()
    void sendPicture(file)
  }
  const insert = (emoji: string) => {
    const { selectionStart = draft.length, selectionEnd = draft.length } = box.current ?? {}
    write(`${draft.slice(0, selectionStart)}${emoji}${draft.slice(selectionEnd)}`.slice(0, LONGEST_TEXT))
    const at = selectionStart + emoji.length
    requestAnimationFrame(() => box.current?.setSelectionRange(at, at))
  }
  const closePicker = () => {
    setChoosing(false)
    box.current?.focus()
  }
  return (
    <form
      className="loam-chat-composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {choosing && <EmojiPicker onChoose={insert} onClose={closePicker} />}
      <div className="loam-chat-tools">
        <Button
          type="text"
          icon={<IconFaceSmileFill />}
          aria-label={host.text('@chat.emoji')}
          title={host.text('@chat.emoji')}
          aria-expanded={choosing}
          onClick={() => setChoosing(!choosing)}
        />
        <Button
          type="text"
          icon={<IconImage />}
          aria-label={host.text('@chat.sendImage')}
          title={host.text('@chat.sendImage')}
          onClick={async () => sendPicture((await host.chooseFiles({ accept: 'image/*' }))[0])}
        />
      </div>
      <div className="loam-chat-writing">
        <textarea
          ref={box}
          rows={3}
          value={draft}
          placeholder={host.text('@chat.placeholder')}
          aria-label={host.text('@chat.writeTo', { name: nameOf(person) })}
          onChange={({ target, nativeEvent }) => {
            if (!(nativeEvent as InputEvent).isComposing) keepWithin(target, LONGEST_TEXT)
            write(target.value)
          }}
          onCompositionEnd={({ currentTarget }) => {
            keepWithin(currentTarget, LONGEST_TEXT)
            write(currentTarget.value)
          }}
          onKeyDown={press}
          onPaste={paste}
        />
        <Button
          htmlType="submit"
          type="primary"
          icon={<IconSend />}
          disabled={draft.trim() === ''}
          aria-label={host.text('@chat.send')}
        />
      </div>
    </form>
  )
}
