import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnds } from './ends'
import { type Evaluated, problemsOf } from './problems'

const NOW = Date.UTC(2026, 5, 1)
const SECRETS = { locked: 0, unfinished: 0, keyId: 'a1b2c3d4e5f60718', problem: undefined }
const SOUND: Evaluated = {
  ...{ diskFree: 50, diskSize: 100, lag: 12, isBrokerConnected: true, waiting: 0, ends: 0, now: NOW },
  secrets: SECRETS,
  backup: { newest: NOW - 3_600_000, failure: undefined },
}
const ids = (change: Partial<Evaluated>) => problemsOf({ ...SOUND, ...change }).map(({ id }) => id)

describe('what is wrong with a system', () => {
  it('is nothing where nothing is', () => expect(ids({})).toEqual([]))

  it.each([
    ['disk', { diskFree: 2 }],
    ['noKey', { secrets: { ...SECRETS, keyId: undefined, problem: 'EACCES' } }],
    ['locked', { secrets: { ...SECRETS, locked: 3 } }],
    ['sealing', { secrets: { ...SECRETS, unfinished: 1 } }],
    ['broker', { isBrokerConnected: false }],
    ['ends', { ends: 3 }],
    ['noBackup', { backup: undefined }],
    ['backupFailed', { backup: { newest: NOW, failure: 'full' } }],
    ['backupDue', { backup: { newest: NOW - 40 * 3_600_000, failure: undefined } }],
    ['backupDue', { backup: { newest: undefined, failure: undefined } }],
    ['waiting', { waiting: 1 }],
    ['late', { lag: 900 }],
  ] as const)('is %s with %j', (id, change) => expect(ids(change)).toEqual([id]))

  it('a small disk that is half empty is none', () => expect(ids({ diskFree: 4, diskSize: 8 })).toEqual([]))
})

it('ends are read newest first, and a line that was cut off is none', async () => {
  const journal = join(mkdtempSync(join(tmpdir(), 'loam-journal-')), 'ends.jsonl')
  const line = (at: string, reason: string) => JSON.stringify({ at, reason, life: 5, wasReady: true })
  writeFileSync(
    journal,
    `${line('2026-01-01T00:00:00Z', 'one')}\n${line('2026-01-02T00:00:00Z', 'two')}\n{"at":"20`,
  )
  expect((await readEnds(journal, 10)).map(({ reason }) => reason)).toEqual(['two', 'one'])
  expect(await readEnds(undefined, 10)).toEqual([])
  expect(await readEnds('/nowhere/ends.jsonl', 10)).toEqual([])
})
