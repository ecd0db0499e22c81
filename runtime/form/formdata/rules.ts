import { asRecord } from '../../json'
import type { PlanBuilder } from '../compile/builder'
import { constant } from '../compile/expressions'
import { derivedRule } from '../document/derived-rule'
import { optional } from '../document/layout'
import { optionRule } from '../document/option-rule'
import { readNumber } from '../document/values'
import type { FieldPlan } from '../plan'
import type { NormalField } from './aliases'
import { readCalculation } from './calculate'
import { labelOf } from './field-config'
import { isEvent, isWritten, missingFunction } from './scripts'
import { unsupportedOfField } from './unsupported'

/** Reads what the fields of a `formData` compute and run. */
export class FieldRules {
  readonly #builder: PlanBuilder
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>

  constructor(builder: PlanBuilder, names: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#builder = builder
    this.#names = names
  }

  read(field: NormalField, plan: FieldPlan, pointer: string): void {
    for (const { setting, kind } of unsupportedOfField(plan.definition?.key, field))
      this.#builder.lose(`${pointer}/${setting}`, kind, {}, labelOf(field))
    if (plan.definition?.key === 'calculate') this.#readCalculation(field, plan, pointer)
    for (const rule of [optionRule(plan), derivedRule(plan)])
      if (rule) this.#builder.addRule({ ...rule, pointer })
    this.readScripts(field, plan.path, pointer)
  }

  /** A formula that is none gives 0, and says so (`spec/widgets.md §8`). */
  #readCalculation(field: NormalField, plan: FieldPlan, pointer: string): void {
    const at = `${pointer}/expression`
    const place = { names: this.#names, ...optional('table', plan.table) }
    const precision = readNumber(field['precision']) ?? 0
    const draft = { target: plan.path, kind: 'value', precision, fallback: 0, pointer: at } as const
    try {
      const missing = (operand: string) => this.#builder.lose(at, 'operand', { operand }, labelOf(field))
      const found = readCalculation(field['expression'], place, missing)
      this.#builder.addRule({
        ...draft,
        expression: found?.expression ?? constant(0),
        reads: found?.reads ?? [],
      })
    } catch (error) {
      this.#builder.lose(
        at,
        'expression',
        { reason: error instanceof Error ? error.message : '' },
        labelOf(field),
      )
      this.#builder.addRule({ ...draft, expression: constant(0), reads: [] })
    }
  }

  readScripts(field: NormalField, place: string, pointer: string): void {
    for (const [event, script] of Object.entries(asRecord(field['on']))) {
      if (isWritten(script)) this.addScript(`${place}.${event}`, script, `${pointer}/on/${event}`)
    }
  }

  /** Keeps a script; of what the sandbox does not have it is said. */
  addScript(name: string, script: string, pointer: string): void {
    this.#builder.addScript(name, script)
    if (!isEvent(name)) this.#builder.lose(pointer, 'scriptEvent', { script: name })
    const missing = missingFunction(script)
    if (missing) this.#builder.lose(pointer, 'scriptFunction', { script: name, name: missing })
  }
}
