import './rate.css'
import type { Host } from '@runtime/host'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { controlAria } from '../shared/control'
import { useFocusOnMount } from '../shared/focus'
import type { EditProps, ViewProps, Widget } from '../widget'
import { definition, type RateSettings } from './definition'
import { Stars } from './stars'

type RateProps = EditProps<RateSettings, number>

const WORDS = ['@inputs.rate1', '@inputs.rate2', '@inputs.rate3', '@inputs.rate4', '@inputs.rate5'] as const

/** Stars as a slider: arrows, Home and End, a digit; the same star again takes the rating back. */
function RateEdit(props: RateProps) {
  const { settings, host, disabled, readonly } = props
  const [hovered, setHovered] = useState<number | null>(null)
  const focus = useFocusOnMount<HTMLDivElement>(props.autoFocus)
  const value = ratingOf(props.value)
  const locked = disabled || readonly
  const set = (next: number) => {
    if (next !== value) props.onChange(next)
  }
  return (
    <div className="loam-rate">
      <div
        {...controlAria(props)}
        ref={focus}
        id={props.id}
        role="slider"
        tabIndex={disabled ? -1 : 0}
        className="loam-rate-stars"
        aria-valuemin={0}
        aria-valuemax={settings.count}
        aria-valuenow={value}
        aria-valuetext={rateText(value, settings, host)}
        aria-disabled={disabled || undefined}
        aria-readonly={readonly || undefined}
        onPointerMove={(event) =>
          !locked && event.pointerType === 'mouse' && setHovered(starAt(event, settings))
        }
        onPointerLeave={() => setHovered(null)}
        onClick={(event) => {
          const chosen = starAt(event, settings)
          if (!locked && chosen !== null) set(chosen === value ? 0 : chosen)
        }}
        onKeyDown={(event) => {
          const next = locked ? null : afterKey(event, value, settings)
          if (next === null) return
          event.preventDefault()
          set(next)
        }}
        onBlur={props.onBlur}
      >
        <Stars value={hovered ?? value} count={settings.count} />
      </div>
      <Word value={hovered ?? value} settings={settings} host={host} />
    </div>
  )
}

function ratingOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function rateText(value: number, { count }: RateSettings, host: Host): string {
  return value === 0 ? host.text('@inputs.noRating') : host.text('@inputs.stars', { value, count })
}

/** The rating under the pointer, by halves where allowed; null between the stars. */
function starAt(
  event: PointerEvent | { clientX: number; target: EventTarget },
  { allowHalf }: RateSettings,
): number | null {
  const star = event.target instanceof Element ? event.target.closest('[data-star]') : null
  if (!star) return null
  const { left, width } = star.getBoundingClientRect()
  const half = allowHalf && event.clientX - left < width / 2
  return Number(star.getAttribute('data-star')) + (half ? 0.5 : 1)
}

function afterKey(event: KeyboardEvent, value: number, { count, allowHalf }: RateSettings): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const step = allowHalf ? 0.5 : 1
  const { key } = event
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(count, value + step)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, value - step)
  if (key === 'Home' || key === 'Delete' || key === 'Backspace') return 0
  if (key === 'End') return count
  return /^\d$/.test(key) && Number(key) <= count ? Number(key) : null
}

/** What stands beside the stars: a word, else the number. Five words are spread over all ratings. */
function Word({
  value,
  settings,
  host,
}: {
  readonly value: number
  readonly settings: RateSettings
  readonly host: Host
}) {
  if (value === 0 || !(settings.showText || settings.showScore)) return null
  const word = WORDS[Math.min(WORDS.length, Math.ceil((value / settings.count) * WORDS.length)) - 1]
  return <span className="loam-rate-word">{settings.showText ? host.text(word) : value}</span>
}

function RateView({ value, settings, host }: ViewProps<RateSettings, number>) {
  const rating = ratingOf(value)
  return (
    <div className="loam-rate loam-rate-still">
      <span className="loam-rate-stars" role="img" aria-label={rateText(rating, settings, host)}>
        <Stars value={rating} count={settings.count} />
      </span>
      <Word value={rating} settings={settings} host={host} />
    </div>
  )
}

export const widget: Widget<RateSettings, number> = { definition, Edit: RateEdit, View: RateView }
