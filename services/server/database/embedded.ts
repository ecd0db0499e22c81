import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { guarded, STAGES } from '../bin/guard.mjs'
import type { Log } from '../log'
import { childIdentity, runningIdentity } from './account'
import { writeAuthentication } from './authentication'
import { findBinaries } from './binaries'
import { clearOrphan, initialise, NAME, postgresArguments, postgresPid } from './cluster'
import { type DataFolder, openDataFolder, openSocketFolder, takeOver } from './data-folder'
import { lockDataFolder } from './lock'

/** The private PostgreSQL: a child process that this server starts, watches and stops. */
export interface EmbeddedDatabase {
  readonly connection: pg.ClientConfig
  readonly dataFolder: string
  /** Process id of the running child. */
  readonly pid: number | undefined
  close(): Promise<void>
}

/** The log of PostgreSQL starts anew beyond this size. */
const LOG_LIMIT = 10 * 2 ** 20

/** Starts the embedded database in a data folder; throws with one clear line where it cannot. */
export async function startEmbedded(options: {
  readonly root: string
  readonly dataFolder: string
  readonly log: Log
  /** Called when its process has been started and is waited for. */
  readonly onBegun?: () => void
  /** Settings of PostgreSQL instead of the product's own. */
  readonly settings?: Readonly<Record<string, string>>
}): Promise<EmbeddedDatabase> {
  const { log } = options
  const identity = await childIdentity(options.dataFolder, log)
  const data = await openDataFolder(options.dataFolder, identity, log)
  const unlock = await lockDataFolder(data.path)
  let supervisor: ReturnType<typeof supervise> | undefined
  try {
    const binaries = await findBinaries(options.root, data.path, identity, log)
    if (!binaries) {
      throw new Error(
        'No PostgreSQL runs on this machine. Set DATABASE_URL to one, or install PostgreSQL 14 or later.',
      )
    }
    const socketFolder = openSocketFolder(data, identity)
    // One that outlived its server still works on files of its own account.
    await clearOrphan(data, socketFolder)
    await takeOver(data, identity, log)
    await initialise(data, binaries, identity)
    writeAuthentication(data, binaries.major, identity, log)
    const connection = { host: socketFolder, port: 5432, user: NAME, database: NAME }
    const running = supervise(
      async () => {
        // One that outlived its server, or its guard.
        await clearOrphan(data, socketFolder)
        const output = openLog(data)
        const postgres = [
          join(binaries.bin, 'postgres'),
          postgresArguments(data, socketFolder, options.settings),
        ] as const
        // However this server ends, the guard ends the database: it hears its pipe close.
        const [file, args] = guarded(...postgres, STAGES.postgres)
        const child = spawn(file, args, {
          cwd: '/',
          // Its own session: Ctrl+C in a terminal must reach the server first, which then stops it.
          detached: true,
          stdio: ['pipe', output, output],
          ...(identity ?? {}),
        })
        child.stdin?.on('error', () => undefined)
        closeSync(output)
        return child
      },
      { ...connection, database: 'postgres' },
      log,
      join(data.path, 'database.log'),
    )
    supervisor = running
    options.onBegun?.()
    await running.started
    await createDatabase(connection)
    return {
      connection,
      dataFolder: data.path,
      get pid() {
        return postgresPid(data)
      },
      async close() {
        await running.stop()
        rmSync(socketFolder, { recursive: true, force: true })
        unlock()
      },
    }
  } catch (error) {
    await supervisor?.stop()
    unlock()
    throw error
  }
}

/** How the embedded database of a server that runs is reached; undefined where none has been made. */
export async function runningEmbedded(dataFolder: string, log: Log): Promise<pg.ClientConfig | undefined> {
  const identity = await runningIdentity(dataFolder, log)
  const data = await openDataFolder(dataFolder, identity, log)
  if (postgresPid(data) === undefined) return undefined
  return { host: openSocketFolder(data, identity), port: 5432, user: NAME, database: NAME }
}

function openLog(data: DataFolder): number {
  const file = join(data.path, 'database.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return openSync(file, size > LOG_LIMIT ? 'w' : 'a', 0o600)
}

/** Keeps the child running until told to stop. */
function supervise(
  spawnChild: () => Promise<ChildProcess>,
  connection: pg.ClientConfig,
  log: Log,
  logFile: string,
) {
  let child: ChildProcess | undefined
  let stopping = false
  let failures = 0
  let exited: Promise<void> = Promise.resolve()

  const start = async (): Promise<void> => {
    const began = Date.now()
    const running = await spawnChild().catch((error: unknown) => {
      startAgain(`the database was not started (${String(error)})`)
      throw error
    })
    child = running
    if (stopping) running.stdin?.end()
    exited = new Promise((resolve) => {
      const gone = () => {
        resolve()
        if (child === running) child = undefined
      }
      running.once('exit', gone)
      running.once('error', gone)
    })
    let isUp = false
    void exited.then(() => {
      if (Date.now() - began > 10_000) failures = 0
      startAgain(isUp ? 'the database process ended' : 'the database did not come up')
    })
    isUp = await answers(connection, () => child !== running)
    if (!isUp) throw new Error(`The database did not start; its log is ${logFile}.`)
  }

  /** Until it is up: what its last life left behind may keep it waiting, and a full disk has an end. */
  const startAgain = (what: string) => {
    if (stopping || !everStarted) return
    log.warn(`${what}; starting it again`)
    const later = Math.min(5_000, 100 * failures++)
    setTimeout(() => !stopping && start().catch(() => undefined), later)
  }

  let everStarted = false
  const started = start().then(() => {
    everStarted = true
  })
  return {
    started,
    async stop() {
      stopping = true
      child?.stdin?.end()
      await exited
    },
  }
}

/** Awaits that the database takes connections; false when its process has ended or 60 s have passed. */
async function answers(connection: pg.ClientConfig, isGone: () => boolean): Promise<boolean> {
  const deadline = Date.now() + 60_000
  while (!isGone() && Date.now() < deadline) {
    const client = new pg.Client(connection)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
  return false
}

async function createDatabase(connection: pg.ClientConfig & { database: string }): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (found.rowCount === 0) await client.query(`create database ${connection.database}`)
  } finally {
    await client.end()
  }
}
