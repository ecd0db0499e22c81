import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FarmState, FromSimulator, SimulatorConfig, ToSimulator } from '@services/simulator/protocol'
import type { ToFarm } from '@services/simulator/simulator'
import { sql } from 'kysely'
import type { Db, ModuleServer } from '../../../module'
import { prepareFarms } from './prepare'

/** Held by the server whose simulator runs. */
const SIMULATOR_LOCK = 7_310_010
/** How long after its end it is started anew, and how often a server without one looks whether it may, in milliseconds. */
const RESTART_MS = 2_000
const TURN_MS = 10_000
/** How long it may take to say farewell, in milliseconds. */
const FAREWELL_MS = 3_000
/** What the demo's chance falls by. */
export const SEED = 20_260_601
const TO = 'simulator.tell'
const FROM = 'simulator.state'

/** The simulated devices, as seen from any server. */
export interface SimulatorHandle {
  /** Reaches the simulator wherever it runs. */
  tell(message: ToFarm): Promise<void>
  /** As it said last; empty before its first word. */
  farms(): readonly FarmState[]
  close(): Promise<void>
}

/** The bundle stands beside the server's or its pieces; in the sources a starter of its own. */
export function simulatorEntry(): string {
  const places = ['./simulator.js', '../simulator.js', '../../../../simulator/run.mjs'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = places.find((place) => existsSync(place))
  if (!found) throw new Error('The simulator is missing from the build.')
  return found
}

/**
 * Runs the simulator as a child process, on one server of those that share a database, and starts it anew when it dies.
 * `mishaps`: whether movements and answers fail by chance, as in the field.
 */
export function runSimulator(
  { db, bus, log, services }: Pick<ModuleServer, 'db' | 'bus' | 'log' | 'services'>,
  mishaps: boolean,
): SimulatorHandle {
  let farms: readonly FarmState[] = []
  let child: ChildProcess | null = null
  const ending = new AbortController()
  const leave = [
    bus.subscribe(FROM, (message) => {
      farms = message as FarmState[]
    }),
    bus.subscribe(TO, (message) => {
      if (child?.connected) child.send(message as ToSimulator)
    }),
  ]

  /** Until it ends. */
  async function run(): Promise<void> {
    const config: SimulatorConfig = {
      url: services.devices.url,
      farms: await prepareFarms(db),
      seed: SEED,
      mishaps,
    }
    // Asked to end while the farms were prepared: what would be started now nobody would end.
    if (ending.signal.aborted) return
    const started = fork(simulatorEntry(), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    child = started
    const ended = new Promise<string>((resolve) => {
      started.once('exit', (code, signal) => resolve(String(signal ?? code)))
      // What it is told after its end is an error too, and may come more than once.
      started.on('error', (error) => resolve(error.message))
    })
    const farewell = sayFarewell(started)
    ending.signal.addEventListener('abort', farewell, { once: true })
    started.on('message', (message: FromSimulator) => {
      if (message.kind === 'state') void bus.publish(FROM, message.farms)
    })
    started.send({ kind: 'start', config } satisfies ToSimulator)
    const how = await ended
    child = null
    ending.signal.removeEventListener('abort', farewell)
    if (!ending.signal.aborted) log.warn(`simulator: it has ended with ${how} and is started anew`)
  }

  async function takeTurns(): Promise<void> {
    while (!ending.signal.aborted) {
      const isMine = await holding(db, async () => {
        while (!ending.signal.aborted) {
          await run()
          await pause(RESTART_MS, ending.signal)
        }
      })
      if (!isMine) await pause(TURN_MS, ending.signal)
    }
  }
  const work = takeTurns().catch((error: unknown) => log.warn(`simulator: ${String(error)}`))

  return {
    tell: (message) => bus.publish(TO, message),
    farms: () => farms,
    async close() {
      ending.abort()
      for (const stop of leave) stop()
      await work
    },
  }
}

/** Ends a simulator, which may say its last for a while. */
function sayFarewell(simulator: ChildProcess): () => void {
  return () => {
    if (simulator.connected) simulator.disconnect()
    const timer = setTimeout(() => simulator.kill('SIGKILL'), FAREWELL_MS)
    simulator.once('exit', () => clearTimeout(timer))
  }
}

/** Works while no other server does; false where one does. */
async function holding(db: Db, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(${sql.lit(SIMULATOR_LOCK)}) as mine`.execute(connection)
    if (!rows[0]?.mine) return false
    try {
      await work()
      return true
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(SIMULATOR_LOCK)})`.execute(connection)
    }
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
