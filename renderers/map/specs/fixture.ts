import type { FarmLayout } from '@runtime/field/layout'
import type { SocketState } from '@services/client'
import type { FieldSource } from '../store/feed'
import type { FieldChange, FieldSnapshot } from '../store/snapshot'

export const NOW = Date.UTC(2026, 6, 15, 4, 0, 0)

/** What the server would say of a farm in which every device has just reported, all valves closed. */
export function snapshotOf(layout: FarmLayout, seq = 10, now = NOW): FieldSnapshot {
  const marker = (device: FarmLayout['devices'][number]) => ({
    deviceId: device.id,
    name: device.name,
    lng: device.longitude,
    lat: device.latitude,
    deviceState: 0,
    isAlert: 0,
    gatewayId: device.gatewayId,
    quality: 'GOOD' as const,
    staleAfter: device.uplinkEverySec * 2.5,
    ts: now,
  })
  const of = (kind: string) => layout.devices.filter((device) => device.kind === kind)
  const valve = (type: number) => (device: FarmLayout['devices'][number]) => ({
    ...marker(device),
    id: device.id,
    type,
    openDirection: 0,
    gatage: 0,
    targetDirection: null,
    targetGatage: null,
    moving: 0,
    reportedAt: now,
    updateTime: null,
    control: null,
  })
  const line = (pipe: FarmLayout['pipes'][number]) => ({
    id: pipe.id,
    name: pipe.name,
    startLongitude: pipe.startLongitude,
    startLatitude: pipe.startLatitude,
    endLongitude: pipe.endLongitude,
    endLatitude: pipe.endLatitude,
    diameter: pipe.innerDmm,
    sort: pipe.sortCode,
    path: null,
  })
  const nodesOf = new Map<string, (typeof layout.nodes)[number][]>()
  for (const node of layout.nodes) nodesOf.set(node.pipeId, [...(nodesOf.get(node.pipeId) ?? []), node])
  const branches = layout.pipes
    .filter(({ level }) => level === 2)
    .map((pipe) => ({
      ...line(pipe),
      mainPipeId: pipe.parentId,
      nodeVos: (nodesOf.get(pipe.id) ?? []).map((node) => ({
        id: node.id,
        name: node.name,
        longitude: node.longitude,
        latitude: node.latitude,
        lng: node.longitude,
        lat: node.latitude,
        fggId: pipe.id,
        valveId: node.valveId,
        sort: node.sortCode,
      })),
    }))
  const documented = new Set(['SOIL', 'WEATHER', 'VALVE_MAIN', 'VALVE_TWB'])
  return {
    projectId: layout.project.id,
    name: layout.project.name,
    longitude: layout.project.longitude,
    latitude: layout.project.latitude,
    zoom: layout.project.defaultZoom,
    tileSource: '',
    asOf: now,
    seq,
    soilMoistures: of('SOIL').map((device) => ({
      ...marker(device),
      blockId: null,
      depths: [20, 40, 60],
      last: { vwc20: 23.4, vwc40: 25.1, vwc60: 26, t20: 21.8, ec20: 0.62, bat: 3.71 },
    })),
    weatherStations: of('WEATHER').map((device) => ({
      ...marker(device),
      last: { airTemp: 29.4, airHumidity: 31, windSpeed: 2.8, windDirection: 245, rain: 0, radiation: 812 },
    })),
    mainValves: of('VALVE_MAIN').map((device) => ({ ...valve(1)(device), mainPipeId: null })),
    ballValves: of('VALVE_TWB').map((device) => ({
      ...valve(2)(device),
      angle: 0,
      defaultAngular: { closed: 0, a: 90, b: 270, both: 180 },
      nodeId: device.nodeId,
      fggId: null,
      lgzIds: [],
      battery: 3.9,
    })),
    gateways: layout.gateways.map((gateway) => ({
      id: gateway.id,
      name: gateway.name,
      lng: gateway.longitude,
      lat: gateway.latitude,
      gatewayBattery: 12.6,
      isOnline: 1,
      rssi: -71,
      lastSeen: '2026-07-15 12:00:00',
      childCount: 26,
    })),
    mainPipes: layout.pipes
      .filter(({ level }) => level === 1)
      .map((pipe) => ({
        ...line(pipe),
        mname: pipe.name,
        fggVos: branches.filter(({ mainPipeId }) => mainPipeId === pipe.id),
      })),
    laterals: layout.pipes
      .filter(({ level }) => level === 3)
      .map((pipe) => ({ ...line(pipe), parentId: pipe.parentId, level: 3 })),
    others: layout.devices
      .filter(({ kind }) => !documented.has(kind))
      .map((device) => ({
        ...marker(device),
        kind: device.kind,
        reported: {},
        desired: {},
        control: null,
        last: { pres: 0.41 },
      })),
    blocks: layout.blocks.map(({ id, name, crop, areaM2, ring }) => ({
      id,
      name,
      crop,
      areaM2,
      ring: ring.map(([lng, lat]) => [lng, lat]),
    })),
    highlightNodes: [],
    highlightPipes: [],
  }
}

/** A field whose server a spec plays. */
export function fakeField(first: FieldSnapshot) {
  const listeners = new Map<string, Set<(frame: object) => void>>()
  const connections = new Set<(state: SocketState) => void>()
  const field = {
    now: NOW,
    snapshot: first,
    state: 'open' as SocketState,
    /** When the connection last said anything; null: just now. */
    heardAt: null as number | null,
    /** How often a snapshot was asked for. */
    requested: 0,
    /** The next snapshots fail with this. */
    refusal: null as Error | null,
    watching: 0,
    tell(seq: number, changes: readonly FieldChange[] = [], more: object = {}) {
      field.send('fieldChanged', { seq, at: field.now, changes, ...more })
    },
    send(method: string, frame: object) {
      for (const listener of [...(listeners.get(method) ?? [])])
        listener({ method, projectId: first.projectId, ...frame })
    },
    connect(state: SocketState) {
      field.state = state
      for (const listener of [...connections]) listener(state)
    },
  }
  const source: FieldSource = {
    async snapshot() {
      field.requested += 1
      await Promise.resolve()
      if (field.refusal) throw field.refusal
      return field.snapshot
    },
    watch() {
      field.watching += 1
      return () => {
        field.watching -= 1
      }
    },
    on(method, listener) {
      const own = listeners.get(method) ?? new Set()
      listeners.set(method, own.add(listener))
      return () => own.delete(listener)
    },
    get connection() {
      return field.state
    },
    get heardAt() {
      return field.heardAt ?? field.now
    },
    onConnection(listener) {
      connections.add(listener)
      return () => connections.delete(listener)
    },
    now: () => field.now,
  }
  return { field, source }
}
