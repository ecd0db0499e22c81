import { formatDate } from '../../../date'
import type { Finding, GroupCheck } from '../../hydraulics/check'
import { claimsBeside, lastInTheWay, overlaps, unclaimed, worstOf } from '../claims'
import type { Claim, Situation } from '../situation'
import type { Violation } from '../verdict'
import { flowOf, ratedOf } from '../water'
import { checkGroup, foundBy } from './group-check'
import { choosePumps, givenBy, pumpBlocks } from './pump'
import { type Context, type Rule, violation, wholeNumber } from './rule'

const DAY_MS = 86_400_000

/** Groups that a start or a switch lets water into, in their order; none for anything else. */
function groupIdsOf({ intent }: Context): readonly string[] {
  if (intent.kind === 'group.start') return [intent.groupId, ...(intent.nextGroupIds ?? [])]
  return intent.kind === 'group.switch' ? [intent.groupId] : []
}

/** What each turn does to the pipes beside all that may be open then: the worst of it. */
function checkBeside(
  context: Context,
  all: readonly Claim[],
  left: readonly Claim[],
): GroupCheck | undefined {
  const { intent, situation, limits, water } = context
  const from = intent.kind === 'group.switch' ? situation.groups.get(intent.fromGroupId) : undefined
  const leaving = new Set(from?.members.map((member) => member.valveId))
  const byHand = unclaimed(situation, water, all).filter(({ valveId }) => !leaving.has(valveId))
  const rank = { ok: 0, warn: 1, fail: 2 } as const
  let worst: GroupCheck | undefined
  for (const groupId of groupIdsOf(context)) {
    const group = situation.groups.get(groupId)
    if (!group) continue
    for (const others of overlaps(situation, left)) {
      const check = checkGroup(group, situation, limits, [...byHand, ...others])
      if (!worst || rank[check.level] > rank[worst.level]) worst = check
      if (check.level === 'fail') return check
    }
  }
  return worst
}

/** Texts of what is too much only because others water too. */
const BESIDE: Readonly<Record<string, string>> = {
  '@interlock.flowOver': '@interlock.flowBeside',
  '@interlock.velocityOver': '@interlock.velocityBeside',
}

/** I04 for a run: each of its turns beside what runs that go on will ask at most, whether or not their outlets are open yet. */
export const overlap: Rule = (context) => {
  const claims = claimsBeside(context.situation, context.intent.runId)
  const check = checkBeside(context, claims, claims)
  if (!check) return []
  const inTheWay =
    check.level === 'fail'
      ? lastInTheWay(claims, (left) => checkBeside(context, claims, left)?.level !== 'fail')
      : undefined
  const waits = inTheWay && waitingFor(context.situation, inTheWay, 0)
  return check.findings.map((finding) => said(finding, waits))
}

function said(finding: Finding, waits: Violation['params'] | undefined): Violation {
  const found = foundBy(finding)
  const text = BESIDE[found.text]
  if (!waits || !text || finding.level !== 'fail') return found
  return { ...found, text, params: { ...found.params, ...waits } }
}

/** Whose turns have to be over first, and when that is at the soonest. */
function waitingFor(
  { now, timeZone = 'UTC' }: Situation,
  { groupName, endsAt }: Claim,
  restMs: number,
): Violation['params'] {
  const at = endsAt + restMs
  return { group: groupName, time: formatDate(at, at - now < DAY_MS ? 'HH:mm' : 'MM-DD HH:mm', timeZone) }
}

/** A run needs pumps of its own for the largest of its turns: what keeps each from it is told when there are too few (I04, I08–I12). */
export const ownPumps: Rule = (context) => {
  const { intent, situation, limits } = context
  const groupIds = groupIdsOf(context)
  if (groupIds.length === 0) return []
  const demand = flowOf(worstOf(situation, groupIds))
  const kept = situation.claims?.find(({ runId }) => runId === intent.runId)?.pumpIds ?? []
  if (kept.length > 0) {
    const rated = kept.reduce((sum, id) => sum + ratedOf(situation.devices.get(id)), 0)
    const given = givenBy({ pumpIds: kept, rated }, limits)
    return given >= demand ? [] : [violation('I04', 'reject', 'flowOver', figures(demand, given))]
  }
  const claims = claimsBeside(situation, intent.runId)
  const given = givenBy(choosePumps(demand, situation, limits, intent.runId, claims), limits)
  if (given > 0 && given >= demand) return []
  const blocks = situation.network.pumps.flatMap((id) => pumpBlocks(id, situation, limits, intent.runId))
  const inTheWay = lastInTheWay(claims, (left) => {
    const later = without(situation, claims, left)
    return givenBy(choosePumps(demand, later, limits, intent.runId, left), limits) >= demand
  })
  if (!inTheWay && given === 0 && blocks.length > 0) return blocks
  const waits = inTheWay && waitingFor(situation, inTheWay, limits.pumpRestSec * 1000)
  return [
    violation('I04', 'reject', waits ? 'pumpsBeside' : 'flowOver', { ...figures(demand, given), ...waits }),
    ...blocks.map((found) => ({ ...found, level: 'warn' as const })),
  ]
}

const figures = (flow: number, available: number) => ({
  flow: wholeNumber(flow),
  available: wholeNumber(available),
})

/** As it will be once all runs are over but those that are left: nobody has their pumps. */
function without(situation: Situation, all: readonly Claim[], left: readonly Claim[]): Situation {
  const over = new Set(all.filter((claim) => !left.includes(claim)).map(({ runId }) => runId))
  const owners = new Map([...situation.owners].filter(([, { runId }]) => !over.has(runId)))
  return { ...situation, owners, claims: left }
}
