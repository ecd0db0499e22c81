import type { FormPlan } from '../../form/plan'
import { asRecord, parseJson } from '../../json'
import { ListError } from '../../list'
import { listOf } from '../../list/json'
import { decodeConditions } from '../../list/super-query'
import type { TextParams } from '../../text'

type Json = Readonly<Record<string, unknown>>

/** The permanent filter of a list that has none. */
export const NO_FILTER: Json = { matchLogic: 'and', conditionList: [] }

/** Why a condition of a permanent filter cannot be kept to. */
export interface BrokenCondition {
  readonly text: string
  readonly params: TextParams
}

/** A list's permanent filter as the designer shows it. */
export interface DesignedFilter {
  /** Conditions, broken ones among them. */
  readonly count: number
  readonly broken: readonly BrokenCondition[]
  /** What is left without them. */
  readonly sound: Json
}

/** What a list's `ruleList` says, and which of its conditions name nothing or cannot be read: such a list is not shown at all. */
export function designedFilter(rules: unknown, form: Pick<FormPlan, 'fields'>): DesignedFilter {
  const read = asRecord(typeof rules === 'string' ? parseJson(rules) : rules)
  const broken: BrokenCondition[] = []
  let count = 0
  const conditionList = listOf(read['conditionList']).flatMap((group) => {
    const all: readonly unknown[] = Array.isArray(group['groups']) ? group['groups'] : []
    const groups = all.filter((test) => {
      const fault = faultOf(test, form)
      if (fault) broken.push(fault)
      return !fault
    })
    count += all.length
    return groups.length > 0 ? [{ ...group, groups }] : []
  })
  return { count, broken, sound: { ...NO_FILTER, ...read, conditionList } }
}

function faultOf(test: unknown, form: Pick<FormPlan, 'fields'>): BrokenCondition | undefined {
  try {
    decodeConditions(form, { conditionList: [{ groups: [test] }] })
    return undefined
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    return { text: error.text, params: error.params }
  }
}
