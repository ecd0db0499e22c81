import type { Node } from '../../form/formdata/identities'
import { OWN_RULES, RULE_NAMES, type RuleName } from '../../form/formdata/own-rules'
import { isRecord } from '../../json'
import type { Address } from '../address'
import type { Command } from '../command'
import { within } from './difference'
import { type MemberSetting, text } from './member'

const PREFIX = 'rule_'

/** The rule that a setting of the panel is; undefined for any other setting. */
export function ruleOf(setting: string): RuleName | undefined {
  return RULE_NAMES.find((name) => setting === `${PREFIX}${name}`)
}

/** Rules of a node as settings, each the source of an expression. */
export function ruleSettings(names: readonly RuleName[]): ReadonlyMap<string, MemberSetting> {
  return new Map(
    names.map((name) => [
      `${PREFIX}${name}`,
      {
        ...text(),
        at: [OWN_RULES, name],
        schema: { type: 'string', title: `@rules.kind.${name}` },
        place: { section: 'rules', format: 'expression' },
        isGoneAlone: true,
      },
    ]),
  )
}

/** Takes a rule from a node; what holds the rules goes with the last. */
export function withoutRule(node: Node, address: Address, name: string): Command {
  return { do: 'set', what: within(address, ...lastOf(node, [OWN_RULES, name])) }
}

/** A member, or what holds it where it holds nothing else. */
export function lastOf(node: Node, at: readonly string[]): readonly string[] {
  const around = at.slice(0, -1)
  const holder = around.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), node)
  return isRecord(holder) && Object.keys(holder).every((key) => key === at.at(-1)) ? around : at
}
