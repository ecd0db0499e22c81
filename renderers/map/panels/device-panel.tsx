import { Spin } from '@arco-design/web-react'
import { IconLeft } from '@arco-design/web-react/icon'
import { LazyFallback } from '@widgets/shared/lazy'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useHost } from '@renderers/host'
import { isOnlyFrozen } from '@runtime/field/freshness'
import { useEffect, useRef, useState } from 'react'
import { styleOf } from '../draw/devices'
import { useIsLive, useIsOld, useRow, useServerNow, useStaleWords } from '../parts/hooks'
import { MarkerIcon } from '../parts/marker-icon'
import { ageText, stateWords } from '../parts/words'
import type { FieldStore } from '../store/field-store'
import type { Row } from '../store/snapshot'
import { CONTROL_TYPE, type ControlType, controlPanel } from './control'
import { DeviceAlarms } from './device-alarms'
import { Facts } from './facts'
import type { PanelProps } from './panel-props'
import { isSilent } from './reading-age'
import { Readings } from './readings'
import { useTrails } from './use-trails'

const TABS = [
  { type: null, label: '@map.status' },
  { type: CONTROL_TYPE.valve, label: '@map.control' },
  { type: CONTROL_TYPE.headWorks, label: '@map.control' },
  { type: CONTROL_TYPE.group, label: '@map.group' },
] as const

/** The frame of everything that is shown of a chosen marker: who it is, how it stands, how old that is; then its panels. */
export function DevicePanel({ onBack, ...panel }: PanelProps & { readonly onBack: () => void }) {
  const { store, id, isDark } = panel
  const { text: translate } = useHost()
  const row = useRow(store, id)
  const index = store.indexOf(id)
  const [tab, setTab] = useState<ControlType | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (id) title.current?.focus({ preventScroll: true })
  }, [id])
  if (!row || index < 0) return null
  const kind = store.kindAt(index)
  const tabs = TABS.filter(({ type }) => type === null || controlPanel(kind, type))
  const Control = tab === null ? undefined : controlPanel(kind, tab)
  return (
    <article className="loam-map-panel">
      <header>
        <button type="button" className="loam-map-plain" aria-label={translate('@map.back')} onClick={onBack}>
          <IconLeft />
        </button>
        <MarkerIcon style={styleOf(store, index)} isDark={isDark} size={34} />
        <div>
          <h2 ref={title} tabIndex={-1}>
            {store.nameAt(index)}
          </h2>
          <p>
            {translate(`@map.kind_${store.kindAt(index)}`)} · {id}
          </p>
        </div>
      </header>
      <p className="loam-map-tags">
        <Tags store={store} index={index} />
      </p>
      {tabs.length > 1 && (
        <div className="loam-map-tabs" role="tablist">
          {tabs.map(({ type, label }) => (
            <button
              key={String(type)}
              type="button"
              role="tab"
              aria-selected={tab === type}
              onClick={() => setTab(type)}
            >
              {translate(label)}
            </button>
          ))}
        </div>
      )}
      {Control ? (
        <LazyFallback shown={<Spin delay={200} />}>
          <Control key={id} {...panel} />
        </LazyFallback>
      ) : (
        <Reported {...panel} row={row} />
      )}
    </article>
  )
}

function Tags({ store, index }: { readonly store: FieldStore; readonly index: number }) {
  const { text: translate } = useHost()
  const id = store.idAt(index)
  const isOld = useIsOld(store, id)
  const age = useStaleWords(store, id)
  const said = stateWords(translate, store, index, useServerNow(store))
  const isTold = store.isStaleAt(index) || store.isUnreportedAt(index)
  const words = age === null || isTold ? said : [...said, age]
  // What has never reported begins with no condition.
  const isFirst = (place: number) => place === 0 && !(store.isUnreportedAt(index) && words.length === 1)
  return words.map((word, place) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: words change as ages grow; their places do not.
      key={place}
      data-condition={isFirst(place) ? store.conditionAt(index) : 'overlay'}
      data-stale={isOld}
    >
      {word}
    </span>
  ))
}

/** What is known, without any act. */
function Reported({ projectId, store, id, row }: PanelProps & { readonly row: Row }) {
  const index = store.indexOf(id)
  const kind = store.kindAt(index)
  const trails = useTrails(id, row)
  const now = useServerNow(store)
  const isLive = useIsLive(store)
  const isStale = useIsOld(store, id)
  const trust = { isUnreported: store.isUnreportedAt(index), stale: useStaleWords(store, id) }
  return (
    <>
      {kind !== 'GATEWAY' && (
        <Freshness row={row} isStale={isStale} isLive={isLive} now={now} age={store.ageAt(index, now)} />
      )}
      <DeviceAlarms projectId={projectId} deviceId={id} hint={row['isAlert']} />
      <Facts kind={kind} row={row} store={store} trust={trust} />
      {'last' in row && <Readings row={row} trails={trails} now={now} isLive={isLive} />}
    </>
  )
}

/** How old what is shown is, and how far it can be trusted. */
function Freshness({
  row,
  isStale,
  isLive,
  now,
  age,
}: {
  readonly row: Row
  readonly isStale: boolean
  readonly isLive: boolean
  readonly now: number
  readonly age: number | null
}) {
  const { text: translate } = useHost()
  const { quality = 'GOOD' } = row as { quality?: string }
  // A device that speaks, but not of everything, is not late itself.
  const late = isSilent(row, now) ? '@map.lateBy' : isStale ? '@map.partlyLate' : '@map.updated'
  const word = isLive ? late : '@map.staleSince'
  const words = age === null ? translate('@map.never') : translate(word, { age: ageText(translate, age) })
  const trusted = isStale && quality === 'GOOD' ? 'STALE' : quality
  const worth = trusted === 'UNCERTAIN' && isOnlyFrozen(row) ? '@map.frozen' : `@map.quality_${trusted}`
  return (
    <p className="loam-map-fresh" data-stale={isStale}>
      <span>{words}</span>
      <span className="loam-map-quality" data-quality={trusted}>
        {translate(worth)}
      </span>
    </p>
  )
}
