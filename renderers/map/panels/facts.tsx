import { useHost } from '@renderers/host'
import { Fragment, type ReactNode } from 'react'
import type { FieldStore } from '../store/field-store'
import type { MarkerKind } from '../store/kinds'
import type { Row } from '../store/snapshot'

type Fact = readonly [label: string, value: ReactNode]
/** How far what a device says of itself can be believed: by whether it has said it, and how old that is. */
interface Trust {
  readonly isUnreported: boolean
  /** How old it is, in words; null: it is fresh. */
  readonly stale: string | null
}
type Translate = ReturnType<typeof useHost>['text']

/** What a device says of itself beside its readings, by its kind. */
export function Facts({
  kind,
  row,
  store,
  trust,
}: {
  readonly kind: MarkerKind
  readonly row: Row
  readonly store: FieldStore
  readonly trust: Trust
}) {
  const { text: translate } = useHost()
  const facts = [...(OWN[kind]?.(row, translate, trust) ?? []), ...common(row, store, translate)]
  return (
    <dl className="loam-map-facts">
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <div>
            <dt>{translate(label)}</dt>
            <dd>{value}</dd>
          </div>
        </Fragment>
      ))}
    </dl>
  )
}

const number = (value: unknown, unit: string, digits = 0) =>
  typeof value === 'number' ? `${value.toFixed(digits)} ${unit}`.trim() : '–'

/** What is stale is greyed and says how old it is. */
function trustText(text: string, { stale }: Trust): ReactNode {
  if (stale === null) return text
  return (
    <span key="said" className="loam-map-old">
      {text} <small>{stale}</small>
    </span>
  )
}

/** Reported, and beside it what was asked for: never one for the other. */
function valveFacts(row: Row, translate: Translate, trust: Trust): readonly Fact[] {
  const direction = (value: unknown) => translate(`@map.direction_${Number(value ?? 0)}`)
  const [requested, opening] = [row['targetDirection'], row['targetGatage']]
  const isRequested = typeof requested === 'number' || typeof opening === 'number'
  const isReached =
    !trust.isUnreported &&
    (requested ?? row['openDirection']) === row['openDirection'] &&
    (opening ?? row['gatage']) === row['gatage']
  const isThreeWay = row['type'] === 2
  const reported = isThreeWay ? `${direction(row['openDirection'])} · ` : ''
  const target = isThreeWay && typeof requested === 'number' ? `${direction(requested)} · ` : ''
  return [
    [
      '@map.reported',
      trust.isUnreported
        ? translate('@map.never')
        : trustText(`${reported}${number(row['gatage'], '%')}`, trust),
    ],
    [
      '@map.desired',
      isRequested ? (
        <span key="desired" data-reached={isReached}>
          {target}
          {number(opening, '%')} ({translate(isReached ? '@map.sameAsReported' : '@map.notReached')})
        </span>
      ) : (
        translate('@map.noTarget')
      ),
    ],
    ...(isThreeWay
      ? ([
          ['@map.angle', trustText(number(row['angle'], '°'), trust)],
          ['@map.battery', trustText(number(row['battery'], 'V', 2), trust)],
        ] as const)
      : []),
  ]
}

function pumpFacts(row: Row, translate: Translate, trust: Trust): readonly Fact[] {
  const { st, mode } = (row['reported'] ?? {}) as { st?: number; mode?: number }
  return [
    [
      '@map.pumpState',
      st === undefined ? translate('@map.never') : trustText(translate(`@map.pump_${st}`), trust),
    ],
    [
      '@map.mode',
      mode === undefined ? translate('@map.never') : trustText(translate(`@map.mode_${mode}`), trust),
    ],
  ]
}

const OWN: Partial<Record<MarkerKind, (row: Row, translate: Translate, trust: Trust) => readonly Fact[]>> = {
  VALVE_MAIN: valveFacts,
  VALVE_TWB: valveFacts,
  PUMP: pumpFacts,
  GATEWAY: (row, translate, trust) => [
    ['@map.status', trustText(translate(row['isOnline'] === 0 ? '@map.offline' : '@map.online'), trust)],
    ['@map.battery', trustText(number(row['gatewayBattery'], 'V', 1), trust)],
    ['@map.signal', trustText(number(row['rssi'], 'dBm'), trust)],
    ['@map.childCount', number(row['childCount'], '')],
    ['@map.lastSeen', String(row['lastSeen'] ?? '–')],
  ],
}

function common(row: Row, store: FieldStore, translate: Translate): readonly Fact[] {
  const { gatewayId, lng, lat } = row as { gatewayId?: string; lng?: number | null; lat?: number | null }
  const gateway = gatewayId === undefined ? -1 : store.indexOf(gatewayId)
  const isPlaced = typeof lng === 'number' && typeof lat === 'number'
  return [
    ...(gatewayId === undefined
      ? []
      : ([['@map.gateway', gateway < 0 ? gatewayId : store.nameAt(gateway)]] as const)),
    ['@map.position', isPlaced ? `${lng.toFixed(6)}, ${lat.toFixed(6)}` : translate('@map.noPosition')],
  ]
}
