import { type Freshness, freshnessAt } from '@runtime/field/freshness'
import type { Quality } from '@runtime/field/kinds'
import {
  CONDITIONS,
  type Condition,
  deviceCondition,
  type GatewayFacts,
  gatewayCondition,
  type MarkerFacts,
  valveCondition,
} from '@runtime/field/marker'
import { latY, lngX } from '../mercator'
import { MARKER_KINDS, type MarkerKind } from './kinds'
import { News } from './news'
import { ServerClock } from './server-clock'
import {
  type Block,
  type FieldChange,
  type FieldSnapshot,
  type Highlight,
  type NodePoint,
  networkOf,
  type PipeLine,
  type Row,
} from './snapshot'

export const STALE = 1
export const MOVING = 2
/** It has never said how it stands: then it is neither open nor closed. */
export const UNREPORTED = 4
/** Members of a change that are themselves merged member by member, as the server does. */
const NESTED = ['last', 'lastAt', 'lastQuality', 'frozen', 'reported', 'desired'] as const

/** The markers as columns: a hundred thousand of them are read in one pass, without an object each. */
export interface Columns {
  readonly count: number
  /** Places in `MARKER_KINDS`. */
  readonly kinds: Uint8Array
  /** On the Mercator square, 0 to 1. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Places in `CONDITIONS`. */
  readonly conditions: Uint8Array
  /** `STALE`, `MOVING`, `UNREPORTED`. */
  readonly flags: Uint8Array
  /** Milliseconds of the last report; NaN: none. */
  readonly times: Float64Array
  /** Milliseconds of when a marker will be stale if nothing more is heard of it, or of one of its readings; infinite: never. */
  readonly staleAt: Float64Array
}

export interface FieldPlan {
  readonly projectId: string
  readonly name: string
  /** The project's own place and zoom, where it has them. */
  readonly centre: readonly [lng: number, lat: number] | null
  readonly zoom: number | null
  /** Key of its own tile source; empty: none. */
  readonly tileSource: string
  readonly pipes: readonly PipeLine[]
  readonly nodes: readonly NodePoint[]
  readonly blocks: readonly Block[]
  /** Closed ring of [longitude, latitude]; empty: nobody has drawn it. */
  readonly boundary: readonly (readonly number[])[]
}

type StateListener = (index: number, condition: number, flags: number) => void

/**
 * What is known of a project's field. The layout changes with a snapshot alone; what devices report is written in place and
 * told to whoever shows that one device, and to the canvas. Nothing is computed ahead: what is not reported is not shown.
 */
export class FieldStore {
  columns: Columns = emptyColumns(0)
  plan: FieldPlan | null = null
  readonly highlightNodes = new Map<string, Highlight>()
  readonly highlightPipes = new Map<string, Highlight>()
  /** By which ages are checked. */
  readonly clock = new ServerClock()
  /** Of commands and runs. */
  readonly news = new News()
  /** Counts layouts, states and highlights: whoever keeps something made of them sees that it is old. */
  layoutVersion = 0
  stateVersion = 0
  highlightVersion = 0
  /** How many changes of devices have been written since the start. */
  applied = 0
  private rows: Row[] = []
  private readonly indices = new Map<string, number>()
  private readonly listeners = new Set<() => void>()
  private readonly stateListeners = new Set<StateListener>()
  private readonly rowListeners = new Map<string, Set<() => void>>()

  load(snapshot: FieldSnapshot, now: number): void {
    const { pipes, nodes } = networkOf(snapshot)
    this.plan = {
      projectId: snapshot.projectId,
      name: snapshot.name,
      centre: centreOf(snapshot),
      zoom: snapshot.zoom ?? null,
      tileSource: snapshot.tileSource,
      pipes,
      nodes,
      blocks: snapshot.blocks ?? [],
      boundary: snapshot.boundary ?? [],
    }
    const marked = markersOf(snapshot)
    this.rows = marked.map(([, row]) => row)
    this.columns = emptyColumns(marked.length)
    this.indices.clear()
    for (const [index, [kind, row]] of marked.entries()) {
      this.indices.set(idOf(row), index)
      this.place(index, kind, row)
      this.refresh(index, now)
    }
    this.setHighlights(snapshot)
    this.news.missed()
    this.layoutVersion += 1
    this.stateVersion += 1
    for (const id of this.rowListeners.keys()) this.tellRow(id)
    this.tell()
  }

  /** Empties the map: whoever may not see the project any more sees nothing of it. */
  clear(): void {
    this.plan = null
    this.rows = []
    this.columns = emptyColumns(0)
    this.indices.clear()
    this.highlightNodes.clear()
    this.highlightPipes.clear()
    this.layoutVersion += 1
    this.stateVersion += 1
    this.highlightVersion += 1
    for (const id of this.rowListeners.keys()) this.tellRow(id)
    this.tell()
  }

  /** Writes what a frame brings. What the map does not know is passed over: a snapshot brings it. */
  apply(changes: readonly FieldChange[], now: number): void {
    if (changes.length === 0) return
    for (const change of changes) {
      if (change.layer === 'highlightNodes') this.highlight(this.highlightNodes, change)
      else if (change.layer === 'highlightPipes') this.highlight(this.highlightPipes, change)
      else if (change.layer === 'device' || change.layer === 'gateway') this.change(change, now)
    }
    this.news.heard(changes)
    this.stateVersion += 1
    this.tell()
  }

  /** Time alone makes markers stale; answers whether it has. */
  age(now: number): boolean {
    const { count, staleAt, flags } = this.columns
    let changed = false
    for (let index = 0; index < count; index += 1) {
      if (((flags[index] ?? 0) & STALE) !== 0 || !(now > (staleAt[index] ?? Number.NaN))) continue
      // Another row for whoever shows it: what it says has not changed, but how far it can be believed has.
      this.rows[index] = { ...this.rows[index], quality: 'STALE' }
      this.refresh(index, now)
      this.tellRow(this.idAt(index))
      changed = true
    }
    if (changed) {
      this.stateVersion += 1
      this.tell()
    }
    return changed
  }

  indexOf(id: string): number {
    return this.indices.get(id) ?? -1
  }

  row(index: number): Row | undefined {
    return this.rows[index]
  }

  kindAt(index: number): MarkerKind {
    return MARKER_KINDS[this.columns.kinds[index] ?? 0] ?? 'MACHINE'
  }

  conditionAt(index: number): Condition {
    return CONDITIONS[this.columns.conditions[index] ?? 0] ?? 'normal'
  }

  isStaleAt(index: number): boolean {
    return ((this.columns.flags[index] ?? 0) & STALE) !== 0
  }

  isUnreportedAt(index: number): boolean {
    return ((this.columns.flags[index] ?? 0) & UNREPORTED) !== 0
  }

  /** Milliseconds since the last report; null: there has been none. */
  ageAt(index: number, now: number): number | null {
    const time = this.columns.times[index] ?? Number.NaN
    return Number.isNaN(time) ? null : Math.max(0, now - time)
  }

  idAt(index: number): string {
    return idOf(this.rows[index] ?? {})
  }

  nameAt(index: number): string {
    return String(this.rows[index]?.['name'] ?? '')
  }

  /** Told of every change, however many it brings at once. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Told each marker's condition and flags as they were before a change. */
  onState(listener: StateListener): () => void {
    this.stateListeners.add(listener)
    return () => this.stateListeners.delete(listener)
  }

  /** Told of changes of one marker. */
  onRow(id: string, listener: () => void): () => void {
    const own = this.rowListeners.get(id) ?? new Set()
    this.rowListeners.set(id, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0) this.rowListeners.delete(id)
    }
  }

  private place(index: number, kind: MarkerKind, row: Row): void {
    const { kinds, x, y } = this.columns
    kinds[index] = MARKER_KINDS.indexOf(kind)
    const [lng, lat] = [row['lng'], row['lat']]
    const isPlaced = typeof lng === 'number' && typeof lat === 'number'
    x[index] = isPlaced ? lngX(lng) : Number.NaN
    y[index] = isPlaced ? latY(lat) : Number.NaN
  }

  private change({ layer: _, id, ...members }: FieldChange, now: number): void {
    const index = this.indices.get(id)
    const before = index === undefined ? undefined : this.rows[index]
    if (index === undefined || !before) return
    const row: Record<string, unknown> = { ...before, ...members }
    for (const name of NESTED) {
      const [old, fresh] = [before[name], members[name]]
      if (isMembers(old) && isMembers(fresh)) row[name] = { ...old, ...fresh }
    }
    // Frames say what came when; what that is worth is the same rule here as on the server.
    if (!('quality' in members) && row['staleAfter']) row['quality'] = freshnessAt(row, now).quality
    this.rows[index] = row
    if ('lng' in members || 'lat' in members) {
      this.place(index, this.kindAt(index), row)
      this.layoutVersion += 1
    }
    this.refresh(index, now)
    this.applied += 1
    this.tellRow(id)
  }

  /** The one place where a marker's look is decided. */
  private refresh(index: number, now: number): void {
    const { columns } = this
    const row = this.rows[index] ?? {}
    const [condition, flags] = [columns.conditions[index] ?? 0, columns.flags[index] ?? 0]
    const { ts, staleAfter, quality } = row as Freshness & { readonly quality?: Quality }
    const state = staleAfter ? freshnessAt(row, now) : null
    columns.times[index] = ts ?? Number.NaN
    columns.staleAt[index] = state?.staleAt ?? Number.POSITIVE_INFINITY
    const kind = this.kindAt(index)
    columns.conditions[index] = CONDITIONS.indexOf(conditionOf(kind, row as MarkerFacts))
    const isUnreported = !hasReported(kind, row)
    const isStale =
      isUnreported || [quality, state?.quality].some((word) => word === 'STALE' || word === 'BAD')
    columns.flags[index] =
      (isStale ? STALE : 0) | (row['moving'] === 1 ? MOVING : 0) | (isUnreported ? UNREPORTED : 0)
    if (condition === columns.conditions[index] && flags === columns.flags[index]) return
    for (const listener of this.stateListeners) listener(index, condition, flags)
  }

  private setHighlights({ highlightNodes, highlightPipes }: FieldSnapshot): void {
    this.highlightNodes.clear()
    this.highlightPipes.clear()
    for (const one of highlightNodes) this.highlightNodes.set(one.id, one)
    for (const one of highlightPipes) this.highlightPipes.set(one.id, one)
    this.highlightVersion += 1
  }

  /** A status of 0 takes a highlight away. */
  private highlight(highlights: Map<string, Highlight>, { layer: _, id, ...members }: FieldChange): void {
    const next = { ...highlights.get(id), id, ...members } as unknown as Highlight
    if (next.status) highlights.set(id, next)
    else highlights.delete(id)
    this.highlightVersion += 1
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener()
  }

  private tellRow(id: string): void {
    for (const listener of [...(this.rowListeners.get(id) ?? [])]) listener()
  }
}

function conditionOf(kind: MarkerKind, row: MarkerFacts & GatewayFacts): Condition {
  if (kind === 'GATEWAY') return gatewayCondition(row)
  return kind === 'VALVE_MAIN' || kind === 'VALVE_TWB' ? valveCondition(row) : deviceCondition(row)
}

/** Whether it has ever said how it stands: a valve by its state, anything else by any word. */
function hasReported(kind: MarkerKind, row: Row): boolean {
  if (kind === 'GATEWAY') return row['lastSeen'] !== null
  return typeof row[kind === 'VALVE_MAIN' || kind === 'VALVE_TWB' ? 'reportedAt' : 'ts'] === 'number'
}

function markersOf(snapshot: FieldSnapshot): readonly (readonly [MarkerKind, Row])[] {
  const of = (kind: MarkerKind, rows: readonly object[]) => rows.map((row) => [kind, row as Row] as const)
  return [
    ...of('SOIL', snapshot.soilMoistures),
    ...of('WEATHER', snapshot.weatherStations),
    ...of('VALVE_MAIN', snapshot.mainValves),
    ...of('VALVE_TWB', snapshot.ballValves),
    ...of('GATEWAY', snapshot.gateways),
    ...snapshot.others.map((row) => [kindOf(row.kind), row as Row] as const),
  ]
}

function centreOf({ longitude, latitude }: FieldSnapshot): FieldPlan['centre'] {
  return typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : null
}

const kindOf = (kind: string): MarkerKind => MARKER_KINDS.find((known) => known === kind) ?? 'MACHINE'

/** Devices are known by `deviceId`, gateways by `id`. */
const idOf = (row: Row): string => String(row['deviceId'] ?? row['id'] ?? '')

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function emptyColumns(count: number): Columns {
  return {
    count,
    kinds: new Uint8Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    conditions: new Uint8Array(count),
    flags: new Uint8Array(count),
    times: new Float64Array(count).fill(Number.NaN),
    staleAt: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
  }
}
