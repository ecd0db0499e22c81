import type { RunShown } from '@runtime/field/rotation'
import type { FieldChange } from './snapshot'

/**
 * That something has become of commands and runs. Frames say it within a second; a call brings the whole of it. Numbers grow
 * with every word, so that whoever shows a thing sees that what it has is old.
 */
export class News {
  /** Whether frames arrive now. Where they do not, whoever shows a command asks by the clock. */
  isLive = false
  /** Of runs, and of commands that belong to one. */
  ofRuns = 0
  /** Of commands that wait for somebody's word. */
  ofWaiting = 0
  /** What was missed may be of any command. */
  private ofAny = 0
  /** How runs stand, by the frames; nothing else works it out. */
  private readonly shown = new Map<string, RunShown>()
  private readonly ofEach = new Map<string, number>()
  private readonly waiting = new Set<string>()
  private readonly listeners = new Set<() => void>()

  /** Of one command, by its id. */
  of(commandId: string): number {
    return this.ofAny + (this.ofEach.get(commandId) ?? 0)
  }

  heard(changes: readonly FieldChange[]): void {
    const own = changes.filter(({ layer }) => layer === 'command' || layer === 'run')
    for (const change of own) {
      const { layer, id, runId, state } = change
      if (layer === 'run') this.hearRun(change)
      else if (runId) this.ofRuns += 1
      if (layer !== 'command') continue
      const waits = state === 'AWAIT_CONFIRM'
      if (waits || this.waiting.has(id)) this.ofWaiting += 1
      if (waits) this.waiting.add(id)
      else this.waiting.delete(id)
      this.ofEach.set(id, (this.ofEach.get(id) ?? 0) + 1)
    }
    if (own.length > 0) this.tell()
  }

  /** A run as frames have told it, where they know more than the answer of a call. */
  newest<R extends { readonly runId: string; readonly shown: RunShown }>(run: R): R {
    const known = this.shown.get(run.runId)
    return known && known.at > run.shown.at ? { ...run, shown: known } : run
  }

  /** What only grows (m³, what is proved) needs no other answer than the frame's own. */
  private hearRun({ layer: _, id, ...members }: FieldChange): void {
    const before = this.shown.get(id)
    const after = { ...before, ...members } as unknown as RunShown
    this.shown.set(id, after)
    const isOther = before?.phase !== after.phase || before?.groupId !== after.groupId
    if (!before || isOther) this.ofRuns += 1
  }

  /** These wait as well: a call has said so. */
  expect(commandIds: readonly string[]): void {
    for (const id of commandIds) this.waiting.add(id)
  }

  /** Anything may have happened since the last frame. */
  missed(): void {
    this.ofRuns += 1
    this.ofWaiting += 1
    this.ofAny += 1
    this.tell()
  }

  setLive(isLive: boolean): void {
    if (this.isLive === isLive) return
    this.isLive = isLive
    this.tell()
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener()
  }
}
