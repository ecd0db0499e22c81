import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { DIRECTION } from '@runtime/field/kinds'
import { CallError } from '@runtime/host'
import { CODE } from '@services/client'
import { useId, useState } from 'react'
import { useMay } from '../level'
import type { Violation } from '../panels/act/use-act'
import { Violations } from '../panels/act/violations'
import type { Group } from '../panels/group/group-card'
import type { FieldStore } from '../store/field-store'
import { outletCount, type Pick, turned } from './picks'
import type { Check } from './use-check'

/** Address of the page on which groups are run. */
const GROUPS = '/appLGZMap'
const SIDES = [DIRECTION.a, DIRECTION.b, DIRECTION.both] as const

interface Props {
  readonly projectId: string
  readonly group: Group | null
  readonly picks: readonly Pick[]
  readonly onPicks: (picks: readonly Pick[]) => void
  readonly check: Check | null
  readonly store: FieldStore
  readonly onConflict: () => void
}

/** What belongs to the group beside the map: its name, its time, its members, and what the pipes would bear. */
export function EditorSheet(props: Props) {
  const { projectId, group, picks, onPicks, check, store } = props
  const { text: translate } = useHost()
  const id = useId()
  const mayManage = useMay(projectId, 'manage')
  const [name, setName] = useState(group?.name ?? '')
  const [orderNo, setOrderNo] = useState(group?.orderNo ?? 0)
  const [minutes, setMinutes] = useState(group?.plannedMinutes ?? 480)
  const [volume, setVolume] = useState(group?.targetM3 ?? Number.NaN)
  const { save, remove, refused, isSaving } = useSaving(props, () => ({
    name: name.trim(),
    orderNo,
    plannedMinutes: minutes,
    targetM3: volume > 0 ? volume : null,
    nodes: picks.map(({ valveId, nodeId, direction }) => ({
      nodeId,
      twbDeviceId: valveId,
      openDirection: direction,
      gatage: group?.nodes.find(({ twbDeviceId }) => twbDeviceId === valveId)?.gatage ?? 100,
    })),
  }))
  const isComplete = name.trim() !== '' && picks.length > 0 && minutes >= 1 && orderNo >= 0
  return (
    <section
      className="loam-sheet loam-act"
      aria-label={translate(group ? '@irrigation.editGroup' : '@irrigation.newGroup')}
    >
      <header>
        <h2>{translate(group ? '@irrigation.editGroup' : '@irrigation.newGroup')}</h2>
      </header>
      <div className="loam-act-form">
        <p className="loam-map-note">{translate('@irrigation.pickHint')}</p>
        <label htmlFor={`${id}-name`}>{translate('@irrigation.name')}</label>
        <input
          id={`${id}-name`}
          type="text"
          maxLength={50}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="loam-act-grid">
          <NumberField label={translate('@irrigation.minutes')} value={minutes} onChange={setMinutes} />
          <NumberField label={translate('@irrigation.orVolume')} value={volume} onChange={setVolume} />
          <NumberField label={translate('@irrigation.orderNo')} value={orderNo} onChange={setOrderNo} />
        </div>
        <p role="status">
          <b>{translate('@irrigation.picked', { count: outletCount(picks) })}</b>
        </p>
        <Water check={check} />
        <ul className="loam-picks">
          {picks.map((pick) => (
            <li key={pick.valveId}>
              <span>{store.nameAt(store.indexOf(pick.valveId)) || pick.valveId}</span>
              <select
                aria-label={`${pick.valveId} ${translate('@irrigation.direction')}`}
                value={pick.direction}
                onChange={({ target }) =>
                  onPicks(turned(picks, { ...pick, direction: Number(target.value) }))
                }
              >
                {SIDES.map((side) => (
                  <option key={side} value={side}>
                    {translate(`@map.direction_${side}`)}
                  </option>
                ))}
              </select>
              <Button
                aria-label={`${translate('@irrigation.remove')} ${pick.valveId}`}
                onClick={() => onPicks(turned(picks, { ...pick, direction: DIRECTION.none }))}
              >
                {translate('@irrigation.remove')}
              </Button>
            </li>
          ))}
        </ul>
        {refused && (
          <div className="loam-act-box" data-tone="refused" role="alert">
            <p>{refused.text}</p>
            {refused.violations.length > 1 && (
              <Violations list={refused.violations} label={translate('@irrigation.against')} />
            )}
          </div>
        )}
        {mayManage && (
          <div className="loam-act-buttons">
            <Button type="primary" disabled={!isComplete} loading={isSaving} onClick={() => void save()}>
              {translate('@irrigation.save')}
            </Button>
            {group && (
              <Button status="danger" onClick={() => void remove()}>
                {translate('@irrigation.removeGroup')}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

function NumberField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  )
}

/** The pipes' figures of what is chosen, with every choice anew. */
function Water({ check }: { readonly check: Check | null }) {
  const { text: translate } = useHost()
  if (!check) return <p className="loam-map-note">{translate('@irrigation.checkOnSave')}</p>
  const { level, violations, hydraulics } = check
  const { flow, minPressure, maxVelocity } = hydraulics
  return (
    <section aria-label={translate('@irrigation.check')} data-level={level}>
      <dl className="loam-act-three">
        <div>
          <dt>{translate('@irrigation.flow')}</dt>
          <dd>{flow.toFixed(0)} m³/h</dd>
        </div>
        <div>
          <dt>{translate('@irrigation.minPressure')}</dt>
          <dd>{minPressure.toFixed(3)} MPa</dd>
        </div>
        <div>
          <dt>{translate('@irrigation.maxVelocity')}</dt>
          <dd>{maxVelocity.toFixed(2)} m/s</dd>
        </div>
      </dl>
      <Violations
        list={violations}
        label={translate(level === 'fail' ? '@irrigation.against' : '@irrigation.known')}
      />
    </section>
  )
}

interface Refused {
  readonly text: string
  readonly violations: readonly Violation[]
}

/** Saves and deletes; what the server refuses stays on the sheet with its reasons. */
function useSaving({ projectId, group, onConflict }: Props, bodyOf: () => Readonly<Record<string, unknown>>) {
  const host = useHost()
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isSaving, setSaving] = useState(false)
  const carryOut = async (act: () => Promise<string>) => {
    setSaving(true)
    setRefused(null)
    try {
      host.toast('success', await act())
      host.navigate(GROUPS)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === CODE.conflict) {
        host.toast('warning', host.text('@irrigation.conflict'))
        onConflict()
      }
      const { violations = [] } = (error.data ?? {}) as Partial<Refused>
      setRefused({ text: error.message, violations })
    } finally {
      setSaving(false)
    }
  }
  const save = () =>
    carryOut(async () => {
      const { data } = group
        ? await host.call('fieldManagement.updateLgz', {
            id: group.id,
            rowVersion: group.rowVersion,
            ...bodyOf(),
          })
        : await host.call('fieldManagement.createLgz', { projectId, ...bodyOf() })
      const text = (data as Group).hydraulicCheck?.text
      return text ? host.text('@irrigation.savedWarn', { text }) : host.text('@irrigation.saved')
    })
  const remove = async () => {
    if (!group) return
    const question = {
      text: host.text('@irrigation.removeGroupQuestion', { name: group.name }),
      danger: true,
    }
    if (!(await host.confirm(question))) return
    await carryOut(async () => (await host.call('fieldManagement.deleteLgz', { id: group.id })).msg)
  }
  return { save, remove, refused, isSaving }
}
