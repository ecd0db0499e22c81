import { useHost } from '@renderers/host'
import { Fragment, type ReactNode } from 'react'
import type { FieldStore } from '../store/field-store'
import type { MarkerKind } from '../store/kinds'
import type { Row } from '../store/snapshot'

type Fact = readonly [label: string, value: ReactNode]
type Say = ReturnType<typeof useHost>['text']

/** What a device says of itself beside its readings, by its kind. */
export function Facts({
  kind,
  row,
  store,
}: {
  readonly kind: MarkerKind
  readonly row: Row
  readonly store: FieldStore
}) {
  const { text: say } = useHost()
  const facts = [...(OWN[kind]?.(row, say) ?? []), ...common(row, store, say)]
  return (
    <dl className="loam-map-facts">
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <div>
            <dt>{say(label)}</dt>
            <dd>{value}</dd>
          </div>
        </Fragment>
      ))}
    </dl>
  )
}

const number = (value: unknown, unit: string, digits = 0) =>
  typeof value === 'number' ? `${value.toFixed(digits)} ${unit}`.trim() : '–'

/** Reported, and beside it what was asked for: never one for the other. */
function valveFacts(row: Row, say: Say): readonly Fact[] {
  const direction = (value: unknown) => say(`@map.direction_${Number(value ?? 0)}`)
  const [asked, opening] = [row['targetDirection'], row['targetGatage']]
  const isAsked = typeof asked === 'number' || typeof opening === 'number'
  const isReached =
    (asked ?? row['openDirection']) === row['openDirection'] && (opening ?? row['gatage']) === row['gatage']
  const isThreeWay = row['type'] === 2
  const reported = isThreeWay ? `${direction(row['openDirection'])} · ` : ''
  const target = isThreeWay && typeof asked === 'number' ? `${direction(asked)} · ` : ''
  return [
    ['@map.reported', `${reported}${number(row['gatage'], '%')}`],
    [
      '@map.desired',
      isAsked ? (
        <span key="desired" data-reached={isReached}>
          {target}
          {number(opening, '%')} ({say(isReached ? '@map.sameAsReported' : '@map.notReached')})
        </span>
      ) : (
        say('@map.noTarget')
      ),
    ],
    ...(isThreeWay
      ? ([
          ['@map.angle', number(row['angle'], '°')],
          ['@map.battery', number(row['battery'], 'V', 2)],
        ] as const)
      : []),
  ]
}

function pumpFacts(row: Row, say: Say): readonly Fact[] {
  const { st, mode } = (row['reported'] ?? {}) as { st?: number; mode?: number }
  return [
    ['@map.pumpState', st === undefined ? '–' : say(`@map.pump_${st}`)],
    ['@map.mode', mode === undefined ? '–' : say(`@map.mode_${mode}`)],
  ]
}

const OWN: Partial<Record<MarkerKind, (row: Row, say: Say) => readonly Fact[]>> = {
  VALVE_MAIN: valveFacts,
  VALVE_TWB: valveFacts,
  PUMP: pumpFacts,
  GATEWAY: (row, say) => [
    ['@map.status', say(row['isOnline'] === 0 ? '@map.offline' : '@map.online')],
    ['@map.battery', number(row['gatewayBattery'], 'V', 1)],
    ['@map.signal', number(row['rssi'], 'dBm')],
    ['@map.childCount', number(row['childCount'], '')],
    ['@map.lastSeen', String(row['lastSeen'] ?? '–')],
  ],
}

function common(row: Row, store: FieldStore, say: Say): readonly Fact[] {
  const { gatewayId, lng, lat } = row as { gatewayId?: string; lng?: number | null; lat?: number | null }
  const gateway = gatewayId === undefined ? -1 : store.indexOf(gatewayId)
  const isPlaced = typeof lng === 'number' && typeof lat === 'number'
  return [
    ...(gatewayId === undefined
      ? []
      : ([['@map.gateway', gateway < 0 ? gatewayId : store.nameAt(gateway)]] as const)),
    ['@map.position', isPlaced ? `${lng.toFixed(6)}, ${lat.toFixed(6)}` : say('@map.noPosition')],
  ]
}
