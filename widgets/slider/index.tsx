import './slider.css'
import { type ReactNode, useState } from 'react'
import { classes, controlAria } from '../shared/control'
import { useFocusOnMount } from '../shared/focus'
import type { EditProps, Widget } from '../widget'
import { definition, type SliderSettings, type SliderValue } from './definition'

type SliderProps = EditProps<SliderSettings, SliderValue>

/** More marks than this would be a line of their own. */
const MOST_STOPS = 50

/** Native ranges in the library's dress: arrows, Page keys, Home and End as the platform has them. */
function SliderEdit(props: SliderProps) {
  const { settings, value } = props
  const ends = endsOf(value, settings)
  const part = (end: number) => ((end - settings.min) / (settings.max - settings.min || 1)) * 100
  const from = settings.range ? part(ends[0]) : 0
  return (
    <div
      className={classes(
        'loam-slider',
        settings.range && 'loam-slider-range',
        value === null && 'loam-slider-empty',
        props.disabled && 'loam-slider-disabled',
        props.readonly && 'loam-slider-readonly',
        props.error !== null && 'loam-slider-error',
      )}
    >
      <div className="loam-slider-track">
        <div className="loam-slider-line">
          <div className="loam-slider-part" style={{ left: `${from}%`, width: `${part(ends[1]) - from}%` }} />
          {settings.showStops && stopsOf(settings, part)}
        </div>
        {settings.range ? <Pair props={props} ends={ends} /> : <Single props={props} end={ends[1]} />}
      </div>
      <output className="loam-slider-value" htmlFor={props.id}>
        {value === null ? '—' : settings.range ? `${ends[0]} ~ ${ends[1]}` : ends[1]}
      </output>
    </div>
  )
}

function Single({ props, end }: { readonly props: SliderProps; readonly end: number }) {
  return <End props={props} id={props.id} label={props.label} value={end} onMove={props.onChange} first />
}

/** Two thumbs on one line; one never passes the other. */
function Pair({ props, ends }: { readonly props: SliderProps; readonly ends: readonly [number, number] }) {
  const [from, to] = ends
  const { host, label, id } = props
  return (
    <>
      <End
        props={props}
        id={id}
        label={host.text('@inputs.from', { label })}
        value={from}
        onMove={(next) => props.onChange([Math.min(next, to), to])}
        first
      />
      <End
        props={props}
        id={`${id}-to`}
        label={host.text('@inputs.to', { label })}
        value={to}
        onMove={(next) => props.onChange([from, Math.max(next, from)])}
      />
    </>
  )
}

function End({
  props,
  id,
  label,
  value,
  onMove,
  first = false,
}: {
  readonly props: SliderProps
  readonly id: string
  readonly label: string
  readonly value: number
  readonly onMove: (value: number) => void
  readonly first?: boolean
}) {
  const { settings, readonly, disabled } = props
  const focus = useFocusOnMount<HTMLInputElement>(props.autoFocus && first)
  const [lifted, setLifted] = useState(false)
  return (
    <input
      {...controlAria({ ...props, label, required: false })}
      aria-readonly={readonly || undefined}
      aria-valuetext={props.value === null ? '—' : undefined}
      ref={focus}
      id={id}
      type="range"
      min={settings.min}
      max={settings.max}
      step={settings.step}
      value={value}
      disabled={disabled}
      // The thumb in use lies above the other, so that two in one place can be parted.
      style={{ zIndex: lifted ? 1 : 0 }}
      onFocus={() => setLifted(true)}
      onChange={(event) => {
        if (!readonly) onMove(Number(event.target.value))
      }}
      onBlur={() => {
        setLifted(false)
        props.onBlur()
      }}
    />
  )
}

/** The ends that are drawn: what is not a number yet stands at the left end, or over the whole line. */
function endsOf(value: unknown, { min, max, range }: SliderSettings): readonly [number, number] {
  if (!range) return [min, typeof value === 'number' ? value : min]
  const [from, to] = Array.isArray(value) ? value : []
  return [typeof from === 'number' ? from : min, typeof to === 'number' ? to : max]
}

function stopsOf({ min, max, step }: SliderSettings, part: (end: number) => number): ReactNode {
  const count = Math.floor((max - min) / step) - 1
  if (count < 1 || count > MOST_STOPS) return null
  return Array.from({ length: count }, (_, index) => {
    const stop = min + (index + 1) * step
    return <span key={stop} className="loam-slider-stop" style={{ left: `${part(stop)}%` }} />
  })
}

export const widget: Widget<SliderSettings, SliderValue> = { definition, Edit: SliderEdit }
