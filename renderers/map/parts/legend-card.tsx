import { useHost } from '@renderers/host'
import type { Condition } from '@runtime/field/marker'
import { paletteOf } from '../draw/palette'
import { MARKER_KINDS } from '../store/kinds'
import { Card } from './card'
import { MarkerIcon } from './marker-icon'

const CALM = { isStale: false, isMoving: false } as const
const SHOWN: readonly Condition[] = ['normal', 'open', 'offline', 'warning']

/** What the drawings mean. */
export function LegendCard({ isDark, onClose }: { readonly isDark: boolean; readonly onClose: () => void }) {
  const { text: translate } = useHost()
  const valve = { kind: 'VALVE_TWB', condition: 'open' } as const
  return (
    <Card title={translate('@map.legend')} onClose={onClose}>
      <h3>{translate('@map.states')}</h3>
      <ul className="loam-map-legend">
        {SHOWN.map((condition) => (
          <li key={condition}>
            <MarkerIcon style={{ kind: 'VALVE_TWB', condition, ...CALM }} isDark={isDark} />
            {translate(condition === 'normal' ? '@map.closedValve' : `@map.condition_${condition}`)}
          </li>
        ))}
        <li className="loam-map-wide">
          <MarkerIcon style={{ ...valve, isStale: true, isMoving: false }} isDark={isDark} />
          {translate('@map.staleHint')}
        </li>
        <li className="loam-map-wide">
          <MarkerIcon style={{ ...valve, isStale: false, isMoving: true }} isDark={isDark} />
          {translate('@map.movingHint')}
        </li>
        <li className="loam-map-wide">
          <span className="loam-map-bubble" aria-hidden="true">
            12
          </span>
          {translate('@map.clusterHint')}
        </li>
      </ul>
      <h3>{translate('@map.kinds')}</h3>
      <ul className="loam-map-legend">
        {MARKER_KINDS.map((kind) => (
          <li key={kind}>
            <MarkerIcon style={{ kind, condition: 'normal', ...CALM }} isDark={isDark} />
            {translate(`@map.kind_${kind}`)}
          </li>
        ))}
      </ul>
      <h3>{translate('@map.lines')}</h3>
      <PipeLegend isDark={isDark} />
    </Card>
  )
}

function PipeLegend({ isDark }: { readonly isDark: boolean }) {
  const { text: translate } = useHost()
  const { pipes, inProgress, finished, lowPressure, flow } = paletteOf(isDark, 'plan')
  const lines = [
    { label: '@map.layer_mains', colour: pipes[0], width: 6 },
    { label: '@map.layer_subMains', colour: pipes[1], width: 4 },
    { label: '@map.layer_laterals', colour: pipes[2], width: 1.5 },
    { label: '@map.groupRunning', colour: inProgress, width: 7, dash: '8 8' },
    { label: '@map.groupFinished', colour: finished, width: 7, dash: '2 9' },
    { label: '@map.pipeLowPressure', colour: lowPressure, width: 7 },
  ]
  return (
    <ul className="loam-map-legend">
      {lines.map(({ label, colour, width, dash }) => (
        <li key={label} className="loam-map-wide">
          <svg width="44" height="12" aria-hidden="true">
            <path d="M2 6H42" stroke={colour} strokeWidth={width} strokeLinecap="round" />
            {dash && <path d="M4 6H42" stroke={flow} strokeWidth="2.5" strokeDasharray={dash} />}
          </svg>
          {translate(label)}
        </li>
      ))}
      <li className="loam-map-wide loam-map-note">{translate('@map.flowSpeed')}</li>
    </ul>
  )
}
