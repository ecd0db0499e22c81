import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'

const Word = Type.String({ maxLength: 200 })
const Line = Type.String({ maxLength: 500 })
/** Milliseconds since 1970. */
const Moment = Type.Number()

/** How the system is: what `GET /metrics` gives machines, for administrators (`design/hardening.md §8`). */
const SystemState = Type.Object({
  /** What is wrong, in words and in the caller's language; empty where nothing is. */
  problems: Type.Array(Type.Object({ id: Word, text: Line }), { maxItems: 20 }),
  version: Word,
  node: Word,
  database: Word,
  /** Where its database is: `embedded` or `external`. */
  databaseKind: Word,
  startedAt: Moment,
  /** In whole hours and minutes: `26 h 04 min`. */
  uptime: Word,
  /** Resident memory, in MB. */
  memory: Type.Integer(),
  /** 99 of 100 turns of the event loop were not later, in milliseconds. */
  lag: Type.Integer(),
  /** Free and whole size of the disk of the data folder, in GB. */
  diskFree: Type.Number(),
  diskSize: Type.Number(),
  /** Whether the broker is there, in the caller's language. */
  broker: Word,
  /** Readings a second since the page was last asked for, at most the last minute's. */
  readingsPerSecond: Type.Number(),
  figures: Type.Array(Type.Object({ id: Word, title: Word, value: Type.Number() }), { maxItems: 50 }),
  /** Why servers ended by themselves, the last first. */
  ends: Type.Array(
    Type.Object({ id: Word, at: Moment, reason: Line, life: Word, wasReady: Type.Boolean() }),
    {
      maxItems: 20,
    },
  ),
  /** Whether scheduled backups have been set up (`LOAM_BACKUP`). */
  keepsBackups: Type.Boolean(),
  isBackingUp: Type.Boolean(),
  backups: Type.Array(Type.Object({ name: Word, at: Moment, megabytes: Type.Number() }), { maxItems: 1000 }),
})

export const systemStateCalls = {
  'systemState.read': defineCall({
    name: 'systemState.read',
    method: 'GET',
    path: '/api/system/State',
    summary: 'How the system is: versions, ends, disk, backups, and what is wrong in words',
    response: SystemState,
  }),
  'systemState.backUp': defineCall({
    name: 'systemState.backUp',
    method: 'POST',
    path: '/api/system/State/Backup',
    summary: 'Make a backup now, into the folder of the scheduled ones',
    response: Nothing,
  }),
} as const
