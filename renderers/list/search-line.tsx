import { Button } from '@arco-design/web-react'
import { IconDown, IconSearch, IconUp } from '@arco-design/web-react/icon'
import type { TimeZone } from '@runtime/date'
import { isBlank } from '@runtime/list'
import { boundsOf, readBound } from '@runtime/list/bounds'
import type { ListPlan, SearchPlan } from '@runtime/list/plan'
import { orderCheck } from '@runtime/list/range'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Field, LooseFields } from '../form'
import { useHost } from '../host'
import { useLastingEffect } from '../kept-view'
import type { QueryState } from './query-state'
import { useFolded } from './search-place'
import { type FreeField, valueStore } from './value-form'

/** The search line: folded it shows the first fields, Enter searches. */
export function SearchLine({
  plan,
  state,
  more,
}: {
  readonly plan: ListPlan
  readonly state: QueryState
  /** What else the list is asked by. */
  readonly more?: ReactNode
}) {
  const host = useHost()
  const [open, setOpen] = useState(false)
  const { query } = state
  const store = useMemo(() => {
    const fields = plan.search.flatMap((search, index) => freeFields(search, index, host.text(search.label)))
    const checks = plan.search.flatMap(({ operator, field }, index) =>
      operator === 'between' ? orderCheck(field, `${nameAt(index)}from`, `${nameAt(index)}to`) : [],
    )
    return valueStore(fields, host, checks)
  }, [plan, host])
  useLastingEffect(store, () => () => store.dispose())
  const loaded = useRef<{ readonly store: typeof store; readonly search: typeof query.search } | null>(null)
  useEffect(() => {
    // Words that were typed and not yet searched for stay: when the view is shown again, and in another language.
    const known = loaded.current?.search === query.search ? loaded.current.store : null
    if (known === store) return
    loaded.current = { store, search: query.search }
    store.load(known?.collect() ?? toRecord(plan.search, query.search), 'existing')
  }, [store, plan, query.search])
  const folded = useFolded()
  const line = useRef<HTMLFormElement>(null)
  const shown = open ? plan.search : plan.search.slice(0, folded)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = store.validate()[0]?.path
    if (wrong !== undefined) {
      const index = Number(/\d+/.exec(wrong)?.[0])
      if (index >= folded) setOpen(true)
      line.current
        ?.querySelector<HTMLElement>(
          `[data-search="${CSS.escape(plan.search[index]?.path ?? '')}"] :is(${FOCUSABLE})`,
        )
        ?.focus()
      return
    }
    const kept = treeOf(plan, query.search)
    state.set({
      search: { ...kept, ...fromRecord(plan.search, (name) => store.get(name), host.timeZone ?? null) },
    })
  }
  return (
    <form ref={line} className="loam-list-search" onSubmit={submit}>
      <LooseFields store={store}>
        {shown.map((search) => (
          <div key={search.path} className="loam-list-search-field" data-search={search.path}>
            <SearchField search={search} index={plan.search.indexOf(search)} />
          </div>
        ))}
      </LooseFields>
      <div className="loam-list-search-acts">
        <Button type="outline" htmlType="submit" icon={<IconSearch />}>
          {host.text('@view.search')}
        </Button>
        <Button onClick={state.reset}>{host.text('@view.reset')}</Button>
        {plan.search.length > folded && (
          <Button type="text" aria-expanded={open} onClick={() => setOpen(!open)}>
            {host.text(open ? '@view.fold' : '@view.unfold')} {open ? <IconUp /> : <IconDown />}
          </Button>
        )}
        {more}
      </div>
    </form>
  )
}

const FOCUSABLE = 'input, textarea, button, [tabindex="0"]'

function SearchField({ search, index }: { readonly search: SearchPlan; readonly index: number }) {
  const host = useHost()
  if (search.operator !== 'between') return <Field path={nameAt(index)} />
  return (
    <div className="loam-list-search-range">
      <Field path={`${nameAt(index)}from`} />
      <span className="loam-list-search-to">{host.text('@view.to')}</span>
      <Field path={`${nameAt(index)}to`} />
    </div>
  )
}

function nameAt(index: number): string {
  return `f${index}`
}

function freeFields(search: SearchPlan, index: number, label: string): readonly FreeField[] {
  const { field, multiple } = search
  const name = nameAt(index)
  if (search.operator !== 'between') return [{ name, field, label, multiple }]
  return [
    { name: `${name}from`, field, label, multiple: false, end: 'from' },
    { name: `${name}to`, field, label: '', multiple: false, end: 'to' },
  ]
}

/** The tree's choice is no field of the search line, and outlives a search. */
function treeOf(plan: ListPlan, search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const field = plan.tree?.field
  return field !== undefined && field in search ? { [field]: search[field] } : {}
}

function toRecord(searches: readonly SearchPlan[], values: Readonly<Record<string, unknown>>) {
  const record: Record<string, unknown> = {}
  for (const [index, { path, operator }] of searches.entries()) {
    const value = values[path]
    if (operator === 'between') {
      const [from, to] = Array.isArray(value) ? value : []
      record[`${nameAt(index)}from`] = from ?? null
      record[`${nameAt(index)}to`] = to ?? null
    } else {
      record[nameAt(index)] = value ?? null
    }
  }
  return record
}

function fromRecord(searches: readonly SearchPlan[], get: (name: string) => unknown, zone: TimeZone) {
  const values: Record<string, unknown> = {}
  for (const [index, { path, operator, field }] of searches.entries()) {
    const name = nameAt(index)
    const value =
      operator === 'between'
        ? boundsOf(field, readBound(get(`${name}from`)), readBound(get(`${name}to`)), zone)
        : get(name)
    if (!isBlank(value)) values[path] = typeof value === 'string' ? value.trim() : value
  }
  return values
}
