import { useHost } from '@renderers/host'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

const ROW = 8
/** Signs of the field's talk: faces, hands, weather, water, crops, tools. The system's own font draws them. */
const EMOJI = [
  ...['😀', '😄', '😁', '😂', '😊', '😉', '😍', '😘'],
  ...['😎', '🤔', '😐', '🙄', '😴', '😷', '😅', '😭'],
  ...['😢', '😡', '😱', '🥳', '🤝', '👍', '👎', '👌'],
  ...['👏', '🙏', '💪', '✌️', '👋', '☝️', '👀', '❤️'],
  ...['🎉', '🌹', '☕', '🍚', '🍵', '🎂', '🔥', '⭐'],
  ...['☀️', '⛅', '🌧️', '⛈️', '❄️', '🌪️', '🌡️', '💧'],
  ...['🌾', '🌽', '🌱', '🍅', '🥔', '🍉', '🚜', '🚰'],
  ...['🔧', '🔋', '⚠️', '✅', '❌', '❓', '📷', '📍'],
]

/** Signs to put into the text; arrows go through them, Escape closes. */
export function EmojiPicker({
  onChoose,
  onClose,
}: {
  readonly onChoose: (emoji: string) => void
  readonly onClose: () => void
}) {
  const host = useHost()
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  useEffect(() => {
    grid.current?.querySelectorAll('button')[active]?.focus()
  }, [active])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
      return
    }
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: ROW,
      ArrowUp: -ROW,
    }
    const next = active + (steps[event.key] ?? 0)
    if (next === active || next < 0 || next >= EMOJI.length) return
    event.preventDefault()
    setActive(next)
  }
  return (
    <div
      ref={grid}
      className="loam-chat-emoji"
      role="toolbar"
      aria-label={host.text('@chat.emoji')}
      onKeyDown={press}
    >
      {EMOJI.map((emoji, index) => (
        <button
          key={emoji}
          type="button"
          tabIndex={index === active ? 0 : -1}
          onClick={() => {
            setActive(index)
            onChoose(emoji)
          }}
        >
          {emoji}
        </button>
      ))}
    </div>
  )
}
