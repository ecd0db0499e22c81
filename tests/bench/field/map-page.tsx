import '@arco-design/web-react/es/style/index.css'
import '@renderers/shell/base.css'
import { HostProvider } from '@renderers/host'
import { FieldMap } from '@renderers/map'
import { fakeField, NOW, snapshotOf } from '@renderers/map/specs/fixture'
import { setTheme } from '@renderers/shell/theme'
import { testHost } from '@renderers/testing'
import { DEMO_FARM, stressFarm } from '@services/simulator/farm/demo'
import { drawFarm } from '@services/simulator/farm/draw'
import { createRoot } from 'react-dom/client'

/** `?devices=`: so many; without it the demo farm. `scene` shows what a farm may look like; `dark`, `narrow`. */
const query = new URLSearchParams(location.search)
const devices = Number(query.get('devices') ?? 0)
const layout = devices > 0 ? stressFarm(devices) : drawFarm(DEMO_FARM)
const isEmpty = query.get('scene') === 'empty'
const snapshot = isEmpty
  ? { ...snapshotOf({ ...layout, gateways: [], pipes: [], nodes: [], blocks: [], devices: [] }), seq: 10 }
  : snapshotOf(layout)
const { field, source } = fakeField(snapshot)
const host = testHost({ 'fieldManagement.tileSources': () => ({ list: [] }) })
Object.assign(host, { now: () => field.now, timeZone: 'Asia/Shanghai' })

const isDark = query.has('dark')
setTheme({ dark: isDark })
createRoot(document.getElementById('root') as HTMLElement).render(
  <HostProvider host={host}>
    <FieldMap
      projectId={snapshot.projectId}
      source={source}
      fetchTile={() => Promise.reject(new Error('none'))}
      isDark={isDark}
      isNarrow={query.has('narrow')}
    />
  </HostProvider>,
)

const valves = snapshot.ballValves.map(({ deviceId }) => deviceId)
let seq = snapshot.seq

/** One frame of the server: so many valves report something new. Answers when it has been applied and drawn. */
function tell(count: number): Promise<void> {
  seq += 1
  const changes = Array.from({ length: count }, (_, index) => ({
    layer: 'device' as const,
    id: valves[(seq * count + index) % valves.length] ?? '',
    gatage: (seq + index) % 101,
    openDirection: (seq + index) % 4,
    ts: field.now,
  }))
  field.tell(seq, changes)
  return new Promise((resolve) => requestAnimationFrame(() => resolve()))
}

/** What is worth a picture: an open group, alarms, what is offline, stale or moving. */
function scene(): void {
  const [main] = snapshot.mainPipes
  const branches = main?.fggVos.slice(2, 5) ?? []
  const nodes = branches.flatMap(({ nodeVos }) => nodeVos.slice(0, 4))
  const done = snapshot.mainPipes[1]?.fggVos.slice(0, 2) ?? []
  seq += 1
  field.tell(seq, [
    ...nodes.map(({ valveId }) => ({
      layer: 'device' as const,
      id: valveId ?? '',
      openDirection: 1,
      gatage: 100,
    })),
    ...nodes.map(({ id }) => ({ layer: 'highlightNodes' as const, id, status: 1 })),
    { layer: 'highlightPipes', id: main?.id ?? '', status: 1, predictedFlow: 410 },
    ...branches.map(({ id }) => ({ layer: 'highlightPipes' as const, id, status: 1, predictedFlow: 82 })),
    ...done.map(({ id }) => ({ layer: 'highlightPipes' as const, id, status: 2 })),
    ...valves.slice(100, 104).map((id) => ({ layer: 'device' as const, id, deviceState: 1 })),
    { layer: 'device', id: valves[25] ?? '', isAlert: 1 },
    { layer: 'device', id: valves[90] ?? '', moving: 1, targetDirection: 1, targetGatage: 100 },
    ...valves
      .slice(140, 150)
      .map((id) => ({ layer: 'device' as const, id, quality: 'STALE', ts: NOW - 3_600_000 })),
    { layer: 'gateway', id: snapshot.gateways[3]?.id ?? '', gatewayBattery: 3.6 },
    { layer: 'gateway', id: snapshot.gateways[5]?.id ?? '', isOnline: 0 },
  ])
}

Object.assign(window, {
  map: { tell, scene, field, count: valves.length },
})
