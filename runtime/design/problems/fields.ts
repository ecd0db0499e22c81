import { OWN_RULES } from '../../form/formdata/own-rules'
import { readPatterns } from '../../form/formdata/patterns'
import { asRecord, asWord } from '../../json'
import { compileLinear, PatternRefused } from '../../pattern/linear-pattern'
import { createMatcher } from '../../pattern/matches'
import { checkedLines } from '../rules/pattern-lines'
import { settingsOf } from '../settings'
import { type DesignedNode, type Inspected, type Problem, type Remedy, within } from './problem'

/** Fields that have to be filled in and are shown nowhere: a form with one is never sent. */
export function hiddenAndRequired({ nodes, plan }: Inspected): readonly Problem[] {
  return nodes.flatMap(({ node, address, path }): Problem[] => {
    const { required, noShow, visibility } = asRecord(node['__config__'])
    const isNowhere = noShow === true || (Array.isArray(visibility) && visibility.length === 0)
    if (required !== true || !isNowhere || plan.scripted?.states.has(path)) return []
    const set = (label: string, key: string, value: unknown): Remedy => ({
      label,
      command: { do: 'set', what: within(address, '__config__', key), value },
    })
    const shown =
      noShow === true
        ? set('@design.remedy.show', 'noShow', false)
        : set('@design.remedy.show', 'visibility', ['pc', 'app'])
    return [
      {
        at: address,
        message: '@design.problem.hiddenAndRequired',
        remedies: [set('@design.remedy.notRequired', 'required', false), shown],
      },
    ]
  })
}

/** Fields to choose in whose choices are written out, and none is. */
export function withoutOptions({ nodes }: Inspected): readonly Problem[] {
  return nodes.flatMap(({ node, address, widget }): Problem[] => {
    if (!widget?.design.stored || !('options' in widget.design.stored)) return []
    const { options } = settingsOf(widget, node)
    const isEmpty = options === undefined || (Array.isArray(options) && options.length === 0)
    const { dataType } = asRecord(node['__config__'])
    if (!isEmpty || dataType === 'dictionary' || dataType === 'dynamic') return []
    return [{ at: address, message: '@design.problem.noOptions', remedies: [] }]
  })
}

/** Patterns that are right and that values are not checked by: they could take longer than anybody waits. */
export function refusedPatterns({ nodes }: Inspected): readonly Problem[] {
  return nodes.flatMap((one) => {
    const { regList } = asRecord(one.node['__config__'])
    return Array.isArray(regList) ? regList.flatMap((rule, index) => patternProblem(one, rule, index)) : []
  })
}

function patternProblem({ address }: DesignedNode, rule: unknown, index: number): readonly Problem[] {
  const [read] = readPatterns([rule], () => {})
  if (!read || isChecked(new RegExp(read.pattern, read.flags))) return []
  const at = within(address, '__config__', 'regList', index)
  const pattern = asWord(asRecord(rule)['pattern'])
  return [
    {
      at,
      message: '@design.problem.pattern',
      params: { pattern },
      remedies: [{ label: '@design.remedy.removePattern', command: { do: 'remove', what: at } }],
    },
  ]
}

function isChecked(pattern: RegExp): boolean {
  try {
    compileLinear(pattern)
    return true
  } catch (error) {
    if (error instanceof PatternRefused) return false
    throw error
  }
}

/** Lines that a pattern must match and does not, or must not and does; a pattern that checks nothing is told of itself. */
export function wrongLines({ nodes }: Inspected): readonly Problem[] {
  const matches = createMatcher()
  return nodes.flatMap(({ node, address }) => {
    const { regList } = asRecord(node['__config__'])
    return (Array.isArray(regList) ? regList : []).flatMap((rule, place) =>
      checkedLines(rule, matches).flatMap(({ side, index, text, verdict }): readonly Problem[] => {
        if (verdict !== 'wrong') return []
        const at = within(address, '__config__', 'regList', place, OWN_RULES, side, index)
        return [
          {
            at,
            message: `@design.problem.line.${side}`,
            params: { line: text, pattern: asWord(asRecord(rule)['pattern']) },
            remedies: [{ label: '@design.remedy.removeLine', command: { do: 'remove', what: at } }],
          },
        ]
      }),
    )
  })
}
