import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Cron } from 'croner'
import type { Log } from '../log'
import { type BackupSchedule, backupName, backupsIn } from './schedule'
import type { BackupSummary } from './write'

export interface KeptBackup {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The backups of a server: made at their time or when asked for, and only so many of them kept. */
export interface Backups {
  readonly schedule: BackupSchedule | undefined
  isRunning(): boolean
  /** The last one that failed, until one succeeds. */
  failure(): { readonly at: number; readonly reason: string } | undefined
  /** Newest first. */
  list(): Promise<readonly KeptBackup[]>
  /** Makes one now. @throws where no folder is set, where one is being made, and what it failed by */
  now(): Promise<void>
  close(): void
}

declare module '../module' {
  interface Services {
    backups: Backups
  }
}

export function createBackups({
  schedule,
  zone,
  write,
  alone,
  log,
}: {
  readonly schedule: BackupSchedule | undefined
  readonly zone: string
  write(path: string, signal: AbortSignal): Promise<BackupSummary>
  /** Runs it unless another server of the same database does so now. */
  alone(work: () => Promise<void>): Promise<void>
  readonly log: Log
}): Backups {
  const ending = new AbortController()
  let running = false
  let failure: { at: number; reason: string } | undefined
  const make = async () => {
    if (!schedule || running) return
    running = true
    try {
      await alone(async () => {
        await mkdir(schedule.folder, { recursive: true })
        const name = backupName(new Date())
        const { rows, files, missing, bytes } = await write(join(schedule.folder, name), ending.signal)
        log.info(`backed up ${rows} rows and ${files} files to ${name}, ${(bytes / 2 ** 20).toFixed(1)} MB`)
        if (missing > 0) log.warn(`${missing} files are named that are not there; they could not be kept`)
        for (const old of backupsIn(await readdir(schedule.folder)).slice(schedule.keep))
          await rm(join(schedule.folder, old), { force: true })
      })
      failure = undefined
    } catch (error) {
      failure = { at: Date.now(), reason: error instanceof Error ? error.message : String(error) }
      if (!ending.signal.aborted) log.error(`The backup has failed: ${failure.reason}`)
      throw error
    } finally {
      running = false
    }
  }
  const [hour, minute] = (schedule?.at ?? '').split(':').map(Number)
  const timer = schedule
    ? // That it failed has been said.
      new Cron(`${minute} ${hour} * * *`, { timezone: zone, unref: true }, () =>
        make().catch(() => undefined),
      )
    : undefined
  return {
    schedule,
    isRunning: () => running,
    failure: () => failure,
    async list() {
      if (!schedule) return []
      const names = backupsIn(await readdir(schedule.folder).catch(() => []))
      const kept = names.slice(0, schedule.keep).map(async (name) => {
        const found = await stat(join(schedule.folder, name))
        return { name, bytes: found.size, at: found.mtimeMs }
      })
      return Promise.all(kept)
    },
    now: make,
    close() {
      ending.abort()
      timer?.stop()
    },
  }
}
