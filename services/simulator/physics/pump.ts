/** Head at no flow, in m at 50 Hz, and how it falls with the square of the flow (`design/field.md §4.2`). */
const SHUT_OFF_HEAD = 52
const CURVE = 4e-5
const EFFICIENCY = 0.78
/** What a pump takes at no flow, in kW at 50 Hz. */
const IDLE_KW = 24
export const FULL_HZ = 50
/** From standing still to 50 Hz in 25 s. */
export const RAMP_HZ_PER_SEC = 2

/** Head of a pump in m at a flow in m³/h; below zero where it cannot deliver that much. */
export const headOf = (flow: number, hz: number): number => shutOffHead(hz) - CURVE * flow * flow
export const shutOffHead = (hz: number): number => SHUT_OFF_HEAD * (hz / FULL_HZ) ** 2
/** m³/h that a pump delivers against a head in m. */
export const flowAt = (head: number, hz: number): number =>
  Math.sqrt(Math.max(0, shutOffHead(hz) - head) / CURVE)

/** kW at a flow in m³/h: ρgQH/η. */
export function powerOf(flow: number, hz: number): number {
  const hydraulic = (9.81 * (flow / 3600) * Math.max(0, headOf(flow, hz))) / EFFICIENCY
  return Math.max(hydraulic, IDLE_KW * (hz / FULL_HZ) ** 3)
}

const VOLTS = 380
const POWER_FACTOR = 0.88
/** A at a power in kW. */
export const currentOf = (kw: number): number => (kw * 1000) / (Math.sqrt(3) * VOLTS * POWER_FACTOR)

/** Common head of pumps side by side that deliver a flow together, in m; never below zero. */
export function commonHead(flow: number, hz: readonly number[]): number {
  const running = hz.filter((one) => one > 0)
  if (running.length === 0) return 0
  let [low, high] = [0, Math.max(...running.map(shutOffHead))]
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2
    const delivered = running.reduce((sum, one) => sum + flowAt(middle, one), 0)
    if (delivered > flow) low = middle
    else high = middle
  }
  return low
}
