import { PUMP_STATE } from '@runtime/field/kinds'
import { DEMO_FARM, SECOND_FARM } from './farm/demo'
import { drawFarm } from './farm/draw'
import { type Gateway, openGateway } from './link/gateway'
import { createFarm } from './model/farm'
import type { Farm } from './model/farm.types'
import { soilAt } from './past/beginning'
import { rounded, toMpa } from './physics/units'
import type { FarmState, SimulatorConfig, ToSimulator } from './protocol'

/** One hydraulic step a second. */
const TICK_MS = 1_000
/** After a pause (a laptop that slept) no more than this is caught up, in seconds. */
const MOST_AT_ONCE = 30
const PLANS = [DEMO_FARM, SECOND_FARM]

/** What a running farm can be told. */
export type ToFarm = Extract<ToSimulator, { readonly projectId: string }>

/** Simulated farms on their broker. */
export interface Simulator {
  tell(message: ToFarm): void
  state(): readonly FarmState[]
  close(): Promise<void>
}

interface Running {
  readonly farm: Farm
  readonly gateways: readonly Gateway[]
}

export function startSimulator(config: SimulatorConfig, log: (line: string) => void): Simulator {
  const running = config.farms.flatMap((one) => open(config, one, log))
  let last = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    const seconds = Math.min(MOST_AT_ONCE, Math.max(1, Math.round((now - last) / TICK_MS)))
    last = now
    for (const one of running) tick(one, now, seconds)
  }, TICK_MS)
  const farmOf = (projectId: string) => running.find(({ farm }) => farm.layout.project.id === projectId)?.farm
  return {
    tell(message) {
      const farm = farmOf(message.projectId)
      if (!farm) return
      if (message.kind === 'fault') farm.faults.start(message.fault)
      else if (message.kind === 'mend') farm.faults.stop(message.fault, message.target)
      else if (message.kind === 'mendAll') farm.faults.clear()
      else farm.lapse = message.factor
    },
    state: () => running.map(stateOf),
    async close() {
      clearInterval(timer)
      await Promise.all(running.flatMap(({ gateways }) => gateways.map((gateway) => gateway.close())))
    },
  }
}

function open(
  { url, seed, mishaps }: SimulatorConfig,
  { projectId, tokens, reported, measured }: SimulatorConfig['farms'][number],
  log: (line: string) => void,
): Running[] {
  const plan = PLANS.find(({ project }) => project.id === projectId)
  if (!plan) return []
  const now = Date.now()
  const farm = createFarm(drawFarm(plan), { seed, startAt: now, mishaps })
  farm.restore(reported, now)
  if (Object.keys(measured).length > 0) farm.resume(measured, now)
  else
    for (const [id, { soil }] of soilAt(farm.layout, seed, now))
      Object.assign(farm.plots.get(id)?.soil ?? {}, soil)
  const gateways = farm.layout.gateways.flatMap(({ id }) => {
    const token = tokens[id]
    return token === undefined ? [] : [openGateway({ url, id, token, farm, mishaps, log })]
  })
  return [{ farm, gateways }]
}

function tick({ farm, gateways }: Running, now: number, seconds: number): void {
  const happenings = Array.from({ length: seconds }, (_, step) =>
    farm.tick(now - (seconds - 1 - step) * TICK_MS, 1),
  ).flat()
  for (const gateway of gateways) gateway.tick(now, happenings)
}

function stateOf({ farm, gateways }: Running): FarmState {
  const pumps = farm.station.pumps
  return {
    projectId: farm.layout.project.id,
    lapse: farm.lapse,
    faults: farm.faults.all(),
    gateways: gateways.length,
    connected: gateways.filter((gateway) => gateway.isConnected()).length,
    flow: rounded(farm.water.totalFlow(), 1),
    pressure: rounded(toMpa(farm.water.pumpHead()), 3),
    pumpsRunning: pumps.filter(({ state }) => state === PUMP_STATE.running).length,
    valvesOpen: [...farm.valves.values()].filter(({ isThreeWay, gat }) => isThreeWay && gat > 0).length,
  }
}
