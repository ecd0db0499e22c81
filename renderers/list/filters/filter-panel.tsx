import { Button, Select } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Select/style/css.js'
import type { FieldPlan } from '@runtime/form/plan'
import { needsValue, SYMBOL_TEXT } from '@runtime/list/condition-draft'
import type { ListPlan } from '@runtime/list/plan'
import { isReversed } from '@runtime/list/range'
import { isBlank } from '@runtime/list/values'
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useHost } from '../../host'
import { ConditionValue } from '../condition-value'
import type { QueryState } from '../query-state'
import type { AskedColumn } from '../use-head'
import { askingOf } from './column-filter'
import './filters.css'

interface FilterPanelProps extends AskedColumn {
  readonly plan: ListPlan
  readonly state: QueryState
  readonly onClose: () => void
}

/**
 * What the values of one column are to be, below its head. Enter searches, Escape closes it alone; a press elsewhere leaves it.
 */
export function FilterPanel({ column, anchor, plan, state, onClose }: FilterPanelProps) {
  const host = useHost()
  const asking = useMemo(() => askingOf(plan, column, state.query), [plan, column, state.query])
  const [symbol, setSymbol] = useState(() => asking?.now?.symbol ?? asking?.symbols[0] ?? '')
  const [value, setValue] = useState<unknown>(() => asking?.now?.value ?? null)
  const [fault, setFault] = useState<string | null>(null)
  const faultId = useId()
  const panel = usePlace(anchor)
  useLeaving(onClose)
  const inside = useInside(onClose)
  if (!asking) return null
  const shape = asking.shapeOf(symbol)
  const leave = () => {
    anchor.focus()
    onClose()
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const isAsked = asking.symbols.length > 0 && !needsValue(symbol)
    const wrong = isAsked ? null : faultOf(asking.field, shape, value)
    if (wrong !== null) return setFault(wrong)
    const sought = shape === 'several' && !Array.isArray(value) ? [value] : value
    const filter = isAsked ? { symbol, value: null } : isBlank(value) ? null : { symbol, value: sought }
    state.set(asking.change(state.query, filter))
    leave()
  }
  const label = host.text(column.label)
  return createPortal(
    <form
      ref={panel}
      role="dialog"
      aria-label={host.text('@view.filterOf', { column: label })}
      className="loam-list-filter"
      onSubmit={apply}
      onPointerDownCapture={inside}
      onKeyDown={(event) => onKey(event, leave)}
    >
      <p className="loam-list-filter-title">{label}</p>
      {asking.symbols.length > 1 && (
        <Select
          value={symbol}
          aria-label={host.text('@view.symbol')}
          options={asking.symbols.map((one) => ({ value: one, label: host.text(SYMBOL_TEXT[one] ?? one) }))}
          onChange={(next: string) => {
            // A list of values is none to a comparison with one.
            if (asking.shapeOf(next) !== shape) setValue(null)
            setSymbol(next)
            setFault(null)
          }}
        />
      )}
      {(asking.symbols.length === 0 || needsValue(symbol)) && (
        <div className="loam-list-filter-value" data-shape={shape} aria-describedby={faultId}>
          <ConditionValue
            key={shape}
            field={asking.field}
            shape={shape}
            value={value}
            onChange={(next) => {
              setValue(next)
              setFault(null)
            }}
          />
        </div>
      )}
      <p id={faultId} className="loam-list-filter-fault" role="alert">
        {fault !== null && host.text(fault)}
      </p>
      <div className="loam-list-filter-acts">
        <Button
          onClick={() => {
            state.set(asking.change(state.query, null))
            leave()
          }}
        >
          {host.text('@view.clearFilter')}
        </Button>
        <Button type="primary" htmlType="submit">
          {host.text('@view.confirm')}
        </Button>
      </div>
    </form>,
    anchor.closest('.arco-modal-wrapper, .arco-drawer-wrapper') ?? document.body,
  )
}

function faultOf(field: FieldPlan, shape: string, value: unknown): string | null {
  if (shape !== 'range' || !Array.isArray(value)) return null
  return isReversed(field, value[0], value[1]) ? '@list.rangeReversed' : null
}

/** Pixels between the panel and the edge of the page. */
const SPACE = 8

/** Below its head and within what is seen of the page, wherever that is scrolled; what is asked first has the focus. */
function usePlace(anchor: HTMLElement) {
  const panel = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    const place = () => {
      const head = anchor.closest('[data-column]') ?? anchor
      const { left, bottom, top } = head.getBoundingClientRect()
      const { offsetWidth, offsetHeight } = element
      const isBelow = bottom + offsetHeight + SPACE <= innerHeight
      element.style.left = `${Math.max(SPACE, Math.min(left, innerWidth - offsetWidth - SPACE))}px`
      element.style.top = `${isBelow ? bottom + 2 : Math.max(SPACE, top - offsetHeight - 2)}px`
    }
    place()
    element
      .querySelector<HTMLElement>('.loam-list-filter-value :is(input, textarea, button, [tabindex="0"])')
      ?.focus({ preventScroll: true })
    const growth = new ResizeObserver(place)
    growth.observe(element)
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      growth.disconnect()
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [anchor])
  return panel
}

/** A page that is left closes what is open over it. */
function useLeaving(onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const leave = () => close.current()
    addEventListener('popstate', leave)
    return () => removeEventListener('popstate', leave)
  }, [])
}

/** Closes by a press outside; what its fields open over the page, wherever that hangs, is inside. */
function useInside(onClose: () => void): () => void {
  const close = useRef(onClose)
  close.current = onClose
  const isInside = useRef(false)
  useEffect(() => {
    const press = () => {
      if (!isInside.current) close.current()
      isInside.current = false
    }
    addEventListener('pointerdown', press)
    return () => removeEventListener('pointerdown', press)
  }, [])
  return () => {
    isInside.current = true
  }
}

function onKey(event: KeyboardEvent<HTMLElement>, leave: () => void): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  event.stopPropagation()
  leave()
}
