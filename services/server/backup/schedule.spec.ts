import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createBackups } from './keeper'
import { backupName, backupScheduleFrom } from './schedule'

describe('LOAM_BACKUP', () => {
  it('says where, when and how many', () => {
    expect(backupScheduleFrom(undefined)).toBeUndefined()
    expect(backupScheduleFrom('/var/b')).toEqual({ folder: '/var/b', at: '02:30', keep: 14 })
    expect(backupScheduleFrom('/var/b; at=23:05 ;keep=3')).toEqual({ folder: '/var/b', at: '23:05', keep: 3 })
  })

  it.each([';at=02:30', '/b;at=25:00', '/b;keep=0', '/b;keep=x', '/b;often=1'])(
    '"%s" is refused with the form',
    (text) => {
      expect(() => backupScheduleFrom(text)).toThrow(
        `LOAM_BACKUP is "${text}"; it should be a folder, then at=HH:MM`,
      )
    },
  )
})

describe('kept backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loam-kept-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const summary = { tables: 1, rows: 2, files: 3, missing: 0, bytes: 4, hasKey: false }

  it('are the newest so many, and nothing else of the folder goes', async () => {
    for (const day of [1, 2, 3])
      writeFileSync(join(folder, backupName(new Date(Date.UTC(2026, 0, day)))), 'x')
    writeFileSync(join(folder, 'mine.loam'), 'x')
    const backups = createBackups({
      schedule: { folder, at: '02:30', keep: 2 },
      zone: 'UTC',
      write: async (path) => {
        writeFileSync(path, 'new')
        return summary
      },
      alone: (work) => work(),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    })
    await backups.now()
    const names = readdirSync(folder).sort()
    expect(names).toHaveLength(3)
    expect(names).toContain('mine.loam')
    expect(names).toContain('loam-20260103-000000.loam')
    expect(await backups.list()).toMatchObject([{ bytes: 3 }, { name: 'loam-20260103-000000.loam' }])
    backups.close()
  })

  it('one that fails is said, and what is there stays', async () => {
    const errors: string[] = []
    const before = readdirSync(folder).sort()
    const backups = createBackups({
      schedule: { folder, at: '02:30', keep: 1 },
      zone: 'UTC',
      write: async () => {
        throw new Error('the disk is full')
      },
      alone: (work) => work(),
      log: { info: () => undefined, warn: () => undefined, error: (line) => errors.push(line) },
    })
    await expect(backups.now()).rejects.toThrow('the disk is full')
    expect(backups.failure()).toMatchObject({ reason: 'the disk is full' })
    expect(errors).toEqual(['The backup has failed: the disk is full'])
    expect(readdirSync(folder).sort()).toEqual(before)
    backups.close()
  })
})
