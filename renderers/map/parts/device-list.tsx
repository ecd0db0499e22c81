import { Input } from '@arco-design/web-react'
import '@arco-design/web-react/es/Input/style/css.js'
import { IconBranch, IconSearch } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { CONDITIONS } from '@runtime/field/marker'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { styleOf } from '../draw/devices'
import { type FieldStore, STALE } from '../store/field-store'
import { MARKER_KINDS, type MarkerKind } from '../store/kinds'
import { useServerNow, useStoreVersion } from './hooks'
import { MarkerIcon } from './marker-icon'
import { stateWords } from './words'

/** A rotation group as the list names it. */
interface ListedGroup {
  readonly id: string
  readonly name: string
  readonly state: number
}

/** What the list is narrowed to. */
const FILTERS = ['all', 'warning', 'offline', 'open', 'stale'] as const
type Filter = (typeof FILTERS)[number]
const ROW = 52

/**
 * Every device by name and number: the way to it without the map, by eye, by keys and by a screen reader. Rotation groups are found
 * by their names, above the devices.
 */
export function DeviceList({
  store,
  kinds,
  groups,
  selected,
  isDark,
  onChoose,
  onGroup,
}: {
  readonly store: FieldStore
  /** Those whose layer is shown. */
  readonly kinds: ReadonlySet<MarkerKind>
  readonly groups: readonly ListedGroup[]
  readonly selected: string | null
  readonly isDark: boolean
  readonly onChoose: (id: string) => void
  readonly onGroup: (id: string) => void
}) {
  const { text: translate } = useHost()
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const version = useStoreVersion(store)
  const wanted = useDeferredValue(wordOf(typed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is read anew with every version.
  const { found, counts } = useMemo(
    () => search(store, kinds, wanted, filter),
    [store, kinds, wanted, filter, version],
  )
  const named = useMemo(() => groupsNamed(groups, wanted, filter), [groups, wanted, filter])
  // The rows follow what is typed when there is time: who presses Enter before that means what they have typed.
  const chooseFirst = () => {
    const [group] = groupsNamed(groups, wordOf(typed), filter)
    if (group) return onGroup(group.id)
    const [first] = search(store, kinds, wordOf(typed), filter).found
    if (first !== undefined) onChoose(store.idAt(first))
  }
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: named.length + found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  })
  return (
    <div className="loam-map-list">
      <Input
        allowClear
        prefix={<IconSearch />}
        value={typed}
        aria-label={translate('@map.search')}
        placeholder={translate('@map.search')}
        onChange={setTyped}
        onPressEnter={chooseFirst}
      />
      <fieldset className="loam-map-filters">
        <legend className="loam-visually-hidden">{translate('@map.states')}</legend>
        {FILTERS.map((name) => (
          <button key={name} type="button" aria-pressed={filter === name} onClick={() => setFilter(name)}>
            {filterText(translate, name)} <b>{counts[name]}</b>
          </button>
        ))}
      </fieldset>
      <div ref={scroller} className="loam-map-rows">
        {named.length + found.length === 0 && (
          <p className="loam-map-none">{translate('@map.nothingFound')}</p>
        )}
        <ul aria-label={translate('@map.devices')} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const group = named[index]
            const marker = found[index - named.length] ?? -1
            const id = group ? '' : store.idAt(marker)
            const row = {
              style: { transform: `translateY(${start}px)` },
              'aria-setsize': named.length + found.length,
              'aria-posinset': index + 1,
            }
            if (group)
              return (
                <li key={`group ${group.id}`} {...row}>
                  <GroupRow group={group} onChoose={onGroup} />
                </li>
              )
            return (
              <li key={id} {...row}>
                <button type="button" aria-current={id === selected} onClick={() => onChoose(id)}>
                  <MarkerIcon style={styleOf(store, marker)} isDark={isDark} size={30} />
                  <span className="loam-map-row-name">{store.nameAt(marker)}</span>
                  <span className="loam-map-row-id">{id}</span>
                  <State store={store} marker={marker} />
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

/** Groups whose names fit what is typed; without words, and among devices of one state, there are none. */
const groupsNamed = (groups: readonly ListedGroup[], wanted: string, filter: Filter) =>
  wanted === '' || filter !== 'all' ? [] : groups.filter(({ name }) => name.toLowerCase().includes(wanted))

function GroupRow({
  group: { id, name, state },
  onChoose,
}: {
  readonly group: ListedGroup
  readonly onChoose: (id: string) => void
}) {
  const { text: translate } = useHost()
  return (
    <button type="button" onClick={() => onChoose(id)}>
      <IconBranch className="loam-map-icon loam-map-row-group" />
      <span className="loam-map-row-name">{name}</span>
      <span className="loam-map-row-id">{translate('@map.group')}</span>
      <span className="loam-map-row-state">{translate(`@irrigation.group_${state}`)}</span>
    </button>
  )
}

const wordOf = (typed: string) => typed.trim().toLowerCase()

/** A marker's state in words, its age as it grows. */
function State({ store, marker }: { readonly store: FieldStore; readonly marker: number }) {
  const { text: translate } = useHost()
  const now = useServerNow(store)
  return (
    <span
      className="loam-map-row-state"
      data-condition={store.conditionAt(marker)}
      data-stale={store.isStaleAt(marker)}
    >
      {stateWords(translate, store, marker, now).join(' · ')}
    </span>
  )
}

function filterText(translate: (text: string) => string, filter: Filter): string {
  if (filter === 'all') return translate('@map.all')
  return translate(filter === 'stale' ? '@map.stale' : `@map.condition_${filter}`)
}

/** Places of the markers that fit; and how many of each state there are among those that the words fit. */
function search(store: FieldStore, kinds: ReadonlySet<MarkerKind>, wanted: string, filter: Filter) {
  const { columns } = store
  const counts: Record<Filter, number> = { all: 0, warning: 0, offline: 0, open: 0, stale: 0 }
  const found: number[] = []
  for (let index = 0; index < columns.count; index += 1) {
    const kind = MARKER_KINDS[columns.kinds[index] ?? -1]
    if (!kind || !kinds.has(kind) || !fits(store, index, wanted)) continue
    const condition = CONDITIONS[columns.conditions[index] ?? 0] ?? 'normal'
    const isStale = ((columns.flags[index] ?? 0) & STALE) !== 0
    counts.all += 1
    if (condition !== 'normal') counts[condition] += 1
    if (isStale) counts.stale += 1
    if (filter === 'all' || filter === condition || (filter === 'stale' && isStale)) found.push(index)
  }
  return { found, counts }
}

function fits(store: FieldStore, index: number, wanted: string): boolean {
  if (wanted === '') return true
  return (
    store.nameAt(index).toLowerCase().includes(wanted) || store.idAt(index).toLowerCase().includes(wanted)
  )
}
