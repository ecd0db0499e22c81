import type { FormPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { useHost } from '../../host'
import { listenForWhy } from '../../why/listen'

const WhyPanel = lazy(async () => (await import('./why-panel')).WhyPanel)

interface Asked {
  /** Of the field, or of a sub-table's column; null: of the form itself. */
  readonly path: string | null
  /** The row of the sub-table. */
  readonly rowId: string | undefined
}

/** Answers "why is it so?" asked anywhere in a form; until it is asked it costs three listeners. */
export function Why({
  store,
  place,
  asks,
}: {
  readonly store: FormStore
  readonly place: HTMLElement | null
  /** It is a form of its own, at whose foot the question stands. */
  readonly asks: boolean
}) {
  const host = useHost()
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => (place ? listenForWhy(place, (of) => setAsked(askedOf(of, place))) : undefined), [place])
  return (
    <>
      {asks && isWorthAsking(store.plan) && (
        <button
          type="button"
          tabIndex={-1}
          className="loam-form-why"
          onClick={() => setAsked({ path: null, rowId: undefined })}
        >
          {host.text('@why.ask')}
        </button>
      )}
      {asked && (
        <LazyFallback shown={null}>
          <WhyPanel store={store} {...asked} onClose={() => setAsked(null)} />
        </LazyFallback>
      )}
    </>
  )
}

/** The field of an element; of a sub-table's cell the column and its row. Null: the form itself. */
function askedOf(element: Element, place: HTMLElement): Asked {
  const told = (name: 'path' | 'name' | 'rowId') => {
    const attribute = name === 'rowId' ? 'data-row-id' : `data-${name}`
    const found = element.closest<HTMLElement>(`[${attribute}]`)
    return found && place.contains(found) ? found.dataset[name] : undefined
  }
  const path = told('path')
  const column = told('name')
  return { path: path === undefined ? null : column ? `${path}.${column}` : path, rowId: told('rowId') }
}

/** A form whose rules decide something; of one without, there is nothing that a person could wonder about. */
function isWorthAsking({ rules, checks, fields }: FormPlan): boolean {
  return rules.length > 0 || checks.length > 0 || [...fields.values()].some(({ visible }) => !visible)
}
