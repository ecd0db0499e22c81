import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { CallError } from '@runtime/host'
import { useId, useState } from 'react'
import type { Row } from '../../store/snapshot'

const PLACES = ['closed', 'a', 'b', 'both', 'tolerance'] as const
type Angles = Readonly<Record<(typeof PLACES)[number], number | null>>

/** The angles of a three-way valve's places; taking over the present angle is what a person at the valve does. */
export function Calibration({ row, deviceId }: { readonly row: Row; readonly deviceId: string }) {
  const host = useHost()
  const { text: translate } = host
  const id = useId()
  const known = (row['defaultAngular'] ?? {}) as Partial<Angles>
  const [angles, setAngles] = useState<Partial<Angles>>(known)
  const [isSaving, setSaving] = useState(false)
  const put = (place: string, value: number | null) =>
    setAngles((before) => ({ ...before, [place]: value !== null && Number.isNaN(value) ? null : value }))
  const isComplete = [angles.a, angles.b, angles.both].every((value) => typeof value === 'number')
  const save = async () => {
    setSaving(true)
    const { closed = null, a, b, both, tolerance = null } = angles
    try {
      await host.call('fieldManagement.saveTwbDefaultAngular', { deviceId, closed, a, b, both, tolerance })
      host.toast('success', translate('@irrigation.calibrated'))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      host.toast('error', error.message)
    } finally {
      setSaving(false)
    }
  }
  const angle = row['angle']
  return (
    <details className="loam-act-more">
      <summary>{translate('@irrigation.calibration')}</summary>
      <div className="loam-act-grid">
        {PLACES.map((place) => (
          <div key={place}>
            <label htmlFor={`${id}-${place}`}>{translate(`@irrigation.place_${place}`)} (°)</label>
            <input
              id={`${id}-${place}`}
              type="number"
              min={place === 'tolerance' ? 1 : 0}
              max={place === 'tolerance' ? 20 : 359}
              value={angles[place] ?? ''}
              onChange={({ target }) => put(place, target.valueAsNumber)}
            />
            {typeof angle === 'number' && place !== 'tolerance' && (
              <button type="button" className="loam-map-link" onClick={() => put(place, angle)}>
                {translate('@irrigation.takeAngle', { angle })}
              </button>
            )}
          </div>
        ))}
      </div>
      <Button disabled={!isComplete} loading={isSaving} onClick={() => void save()}>
        {translate('@irrigation.save')}
      </Button>
    </details>
  )
}
