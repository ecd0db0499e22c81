import type { ListChoice } from '@runtime/design/list/subject'
import { propOfPath } from '@runtime/list'
import type { ListPlan } from '@runtime/list/plan'
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useMemo } from 'react'
import { HostProvider, useHost } from '../../host'
import { type ListSource, ListView, type Row } from '../../list'
import { SAMPLE_ROWS } from '../live-document'
import { pressItemKey } from './item-keys'
import { rowsHost } from './sample-rows'
import { choiceOf, chosenIn, type ListActs } from './use-list-acts'

interface ListCanvasProps {
  readonly plan: ListPlan
  readonly rows: readonly Row[]
  readonly acts: ListActs
  readonly choice: ListChoice
  readonly onChoose: (choice: ListChoice) => void
  readonly place: RefObject<HTMLElement | null>
}

const SOURCE: ListSource = {
  dataQuery: () => ({ call: SAMPLE_ROWS, input: {} }),
  page(data) {
    const { list } = data as { readonly list: readonly Row[] }
    return { rows: list, total: list.length, capped: false }
  },
}

/** The list as people will see it: its heads are what is designed, everything else of it is only shown. */
export function ListCanvas(props: ListCanvasProps) {
  const { plan, rows, acts, choice, onChoose, place } = props
  const host = useHost()
  const shown = useMemo(() => rowsHost(host, rows), [host, rows])
  const columnActs = useMemo(
    () => ({
      move(id: string, beside: string, side: 'before' | 'after') {
        const items = acts.items('columnList')
        const at = (column: string) => items.find(({ key }) => key === propOf(column))
        const [from, to] = [at(id), at(beside)]
        if (!from || !to) return
        const place = to.index + (side === 'after' ? 1 : 0)
        acts.move('columnList', from.key, from.index < place ? place - 1 : place)
      },
      size: (id: string, width: number | undefined) =>
        acts.size(propOf(id), width === undefined ? null : Math.round(width)),
    }),
    [acts],
  )
  useChosenHead(place, chosenIn('columnList', choice))
  const choose = (event: SyntheticEvent) => {
    event.stopPropagation()
    event.preventDefault()
    const head = headOf(event)
    if (head) onChoose(choiceOf('columnList', head.prop))
  }
  const press = (event: KeyboardEvent) => {
    const head = headOf(event)
    const isMenu = event.altKey && event.key === 'ArrowDown'
    const isKey =
      head && pressItemKey(event, { acts, of: 'columnList', key: head.prop, width: head.element.offsetWidth })
    if (!isKey && !isMenu) return
    event.stopPropagation()
    event.preventDefault()
  }
  return (
    <HostProvider host={shown}>
      <section
        ref={place}
        className="loam-list-design-canvas"
        aria-label={host.text('@listDesign.theList')}
        onClickCapture={choose}
        onDoubleClickCapture={(event) => !isSizer(event) && event.stopPropagation()}
        onContextMenuCapture={choose}
        onKeyDownCapture={press}
      >
        <ListView plan={plan} source={SOURCE} onButton={nothing} columnActs={columnActs} />
      </section>
    </HostProvider>
  )
}

const nothing = () => undefined
const isSizer = ({ target }: SyntheticEvent) =>
  target instanceof Element && target.closest('.loam-list-sizer') !== null

/** A column's id is its path; the second of one path is `path~2`. */
function propOf(id: string): string {
  return propOfPath(id.replace(/~\d+$/, ''))
}

/** The head that an event is about. */
export function headOf({ target }: Pick<SyntheticEvent, 'target'>) {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const id = element?.dataset['column']
  return element && id !== undefined ? { element, prop: propOf(id) } : null
}

/** Marks the head of the chosen column, also when the table is drawn anew. */
function useChosenHead(place: RefObject<HTMLElement | null>, chosen: string | null): void {
  useEffect(() => {
    const canvas = place.current
    if (!canvas) return
    const mark = () => {
      for (const head of canvas.querySelectorAll<HTMLElement>('[data-column]'))
        head.toggleAttribute('data-chosen', headOf({ target: head })?.prop === chosen)
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(canvas, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [place, chosen])
}
