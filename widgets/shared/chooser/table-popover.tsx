import './chooser.css'
import '../hint.css'
import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { Host } from '@runtime/host'
import { POPOVER, type RowColumn } from '@runtime/widget/row-choice'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Dialog, PHONE, useMedia } from '../dialog'
import { Popup } from '../popup'
import { KeywordBox } from './keyword-box'
import { Pages } from './pages'
import { RowTable } from './row-table'
import { type ChosenRows, useChosenRows, withRows } from './use-chosen-rows'
import { type DataRow, type LoadRows, type RowCounts, useRows } from './use-rows'

/** How long typing must rest before the rows are asked for, in milliseconds. */
const REST = 250

export interface TablePopoverProps {
  readonly host: Host
  readonly label: string
  readonly columns: readonly RowColumn[]
  readonly lead?: string | undefined
  readonly load: LoadRows
  readonly counts: RowCounts
  readonly hasPage: boolean
  readonly filterable: boolean
  readonly keyOf: (row: DataRow) => string
  readonly multiple: boolean
  readonly chosen: readonly string[]
  readonly onConfirm: (chosen: ChosenRows) => void
  readonly onClose: () => void
}

/**
 * A table below its field (`spec/widgets.md §2.4`); on a phone a sheet. A single choice is taken with its press, and
 * pressing it again takes it back; several are toggled and confirmed together.
 */
export function TablePopover(props: TablePopoverProps) {
  const { host, label, multiple, keyOf, onClose } = props
  const rows = useRows(props.load, props.counts, host)
  const [chosen, choose, take] = useTaking(props)
  const confirm = (result: ChosenRows = chosen) => {
    props.onConfirm(withRows(result, rows.rows, keyOf))
    onClose()
  }
  const id = useId()
  const phone = useMedia(PHONE)
  const foot = (
    <>
      <Button size={phone ? 'default' : 'small'} onClick={onClose}>
        {host.text('@common.cancel')}
      </Button>
      <Button size={phone ? 'default' : 'small'} type="primary" onClick={() => confirm()}>
        {host.text('@common.confirm')}
      </Button>
    </>
  )
  const content = (
    <>
      {props.filterable && <Filter host={host} onSeek={rows.search} />}
      <RowTable
        id={id}
        label={label}
        host={host}
        columns={props.columns}
        rows={rows.rows}
        lead={props.lead}
        keyOf={keyOf}
        multiple={multiple}
        state={rows.state}
        searching={rows.query.keyword !== ''}
        isChosen={(key) => chosen.has(key)}
        onChoose={multiple ? choose : (row) => take(row, confirm)}
      />
    </>
  )
  if (phone)
    return (
      <Dialog host={host} mode="general" width="100%" title={label} visible onClose={onClose} footer={foot}>
        <div className="loam-chooser loam-chooser-main">{content}</div>
      </Dialog>
    )
  return (
    <Floating label={label} onClose={onClose}>
      {content}
      <div className="loam-popover-foot">
        <Pages host={host} rows={rows} hasPage={props.hasPage} />
        {foot}
      </div>
    </Floating>
  )
}

/** A single choice: another row is taken at once, the chosen one is let go. */
function useTaking({ chosen: keys, multiple, keyOf }: TablePopoverProps) {
  const [chosen, choose] = useChosenRows(keys, multiple, keyOf)
  const [letGo, setLetGo] = useState(false)
  const take = (row: DataRow, confirm: (result: ChosenRows) => void) => {
    const key = keyOf(row)
    if (chosen.has(key) && !letGo) setLetGo(true)
    else confirm(new Map([[key, row]]))
  }
  return [letGo ? NONE : chosen, choose, take] as const
}

const NONE: ChosenRows = new Map()

function Filter({ host, onSeek }: { readonly host: Host; readonly onSeek: (keyword: string) => void }) {
  const [keyword, setKeyword] = useState<string | null>(null)
  useEffect(() => {
    if (keyword === null) return
    const waiting = setTimeout(() => onSeek(keyword), REST)
    return () => clearTimeout(waiting)
  }, [keyword, onSeek])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the layer around keeps the focus in its field; here it may go.
    <div className="loam-popover-filter" onMouseDown={(event) => event.stopPropagation()}>
      <KeywordBox host={host} value={keyword ?? ''} onChange={setKeyword} />
    </div>
  )
}

/** The layer below the field that opened it: takes the focus, and gives it back unless it went elsewhere. */
function Floating({
  label,
  onClose,
  children,
}: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const place = useRef<HTMLSpanElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [standing, setStanding] = useState(false)
  useEffect(() => {
    anchor.current = place.current?.parentElement ?? null
    setStanding(true)
  }, [])
  useEffect(() => {
    if (!standing) return
    const inside = layer.current
    inside?.querySelector<HTMLElement>('input, [role="grid"]')?.focus({ preventScroll: true })
    const away = (event: Event) => {
      const target = event.target as Node
      if (!inside?.contains(target) && !anchor.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', away, true)
    return () => {
      document.removeEventListener('pointerdown', away, true)
      const { activeElement } = document
      if (activeElement === document.body || inside?.contains(activeElement) || !activeElement)
        refocus(anchor)
    }
  }, [standing, onClose])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || (event.key === 'Tab' && leaves(layer.current, event.shiftKey))) {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <>
      <span ref={place} hidden />
      {standing && (
        <Popup anchor={anchor} className="loam-table-popover">
          <div
            ref={layer}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
            className="loam-popover"
            style={{ '--loam-popover-list': `${POPOVER.list}px`, width: POPOVER.width } as CSSProperties}
            onKeyDown={press}
          >
            {children}
          </div>
        </Popup>
      )}
    </>
  )
}

function refocus(anchor: RefObject<HTMLElement | null>): void {
  anchor.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus({ preventScroll: true })
}

/** Whether Tab would go out of the layer, at its end or at its beginning. */
function leaves(layer: HTMLElement | null, backward: boolean): boolean {
  const all = layer?.querySelectorAll<HTMLElement>('input, button:not([disabled]), [tabindex]') ?? []
  const stops = [...all].filter(({ tabIndex }) => tabIndex >= 0)
  return document.activeElement === (backward ? stops[0] : stops.at(-1))
}
