import type { Network, Outlet } from './network'
import { METRES_PER_MPA, pumpHead, solve } from './solve'
import { letsOut, type OpenOutlet, openedBy } from './valve'

/** Figures that a group is checked against: `Limits` of `../interlock`. */
export interface CheckLimits {
  readonly velocityWarn: number
  readonly velocityMax: number
  readonly outletHead: number
  readonly filterLoss: number
  readonly lateralLoss: number
}

export interface Finding {
  readonly level: 'warn' | 'fail'
  /** A locale key (`@interlock.flowOver`) and its values. */
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
}

/** What a set of outlets does to the pipes. m³/h, MPa at the weakest outlet, m/s. */
export interface GroupCheck {
  readonly level: 'ok' | 'warn' | 'fail'
  readonly findings: readonly Finding[]
  readonly flow: number
  readonly minPressure: number
  readonly maxVelocity: number
  /** Pumps at their rated flow that it takes. */
  readonly pumps: number
}

/** The outlets that a group's members open, by how far (100 % where they do not say). */
export function outletsOf(
  network: Network,
  members: readonly { readonly valveId: string; readonly direction: number; readonly gatage?: number }[],
): readonly OpenOutlet[] {
  return members.flatMap(({ valveId, direction, gatage }) =>
    (network.outletsOfValve.get(valveId) ?? [])
      .filter((outlet) => letsOut(direction, outlet.side))
      .map((outlet) => openedBy(outlet, gatage)),
  )
}

const hundredths = (value: number): number => Math.round(value * 100) / 100

/**
 * Checks open outlets at their design flow: against what the station can give, the speed in the pipes, and the head that is left
 * (I04). `pumpFlow` is one pump's rated flow, `available` what all give, in m³/h.
 */
export function checkOutlets(
  network: Network,
  open: readonly Outlet[],
  { pumpFlow, available }: { readonly pumpFlow: number; readonly available: number },
  limits: CheckLimits,
): GroupCheck {
  const flow = open.reduce((sum, outlet) => sum + outlet.designFlow, 0)
  const pumps = pumpFlow > 0 ? Math.max(1, Math.ceil(flow / pumpFlow)) : 1
  const station = { pumps, setHead: pumpHead(flow / pumps), filterLoss: limits.filterLoss }
  const demand = { byHead: false, designHead: limits.outletHead, lateralLoss: limits.lateralLoss }
  const { maxVelocity, minHead, fastestPipeId } = solve(network, open, station, demand)
  const findings: Finding[] = []
  if (open.length === 0) findings.push({ level: 'fail', text: '@interlock.noOutlets', params: {} })
  if (flow > available)
    findings.push({
      level: 'fail',
      text: '@interlock.flowOver',
      params: { flow: Math.round(flow), available: Math.round(available) },
    })
  if (maxVelocity > limits.velocityWarn)
    findings.push({
      level: maxVelocity > limits.velocityMax ? 'fail' : 'warn',
      text: '@interlock.velocityOver',
      params: {
        pipe: fastestPipeId ?? '',
        speed: hundredths(maxVelocity),
        limit: maxVelocity > limits.velocityMax ? limits.velocityMax : limits.velocityWarn,
      },
    })
  if (open.length > 0 && minHead < limits.outletHead)
    findings.push({
      level: 'warn',
      text: '@interlock.headUnder',
      params: { head: Math.round(minHead * 10) / 10, least: limits.outletHead },
    })
  const level = findings.some((finding) => finding.level === 'fail')
    ? 'fail'
    : findings.length > 0
      ? 'warn'
      : 'ok'
  return { level, findings, flow, minPressure: minHead / METRES_PER_MPA, maxVelocity, pumps }
}
