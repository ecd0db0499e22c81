import type { Expression } from '../../expression/expression'
import { asRecord } from '../../json'
import type { PlanBuilder, RuleDraft } from '../compile/builder'
import { constant } from '../compile/expressions'
import { rounding } from '../compile/rounding'
import { derivedRule } from '../document/derived-rule'
import { optional } from '../document/layout'
import { optionRule } from '../document/option-rule'
import { readNumber } from '../document/values'
import type { FieldPlan } from '../plan'
import type { NormalField } from './aliases'
import { readCalculation } from './calculate'
import { labelOf } from './field-config'
import { OWN_RULES, type OwnRules } from './own-rules'
import { isEvent, isWritten, missingFunction } from './scripts'
import { unsupportedOfField } from './unsupported'

/** Reads what the fields of a `formData` compute and run. */
export class FieldRules {
  readonly #builder: PlanBuilder
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>

  readonly #isDesigned: boolean

  constructor(builder: PlanBuilder, names: ReadonlyMap<string, ReadonlySet<string>>, isDesigned: boolean) {
    this.#builder = builder
    this.#names = names
    this.#isDesigned = isDesigned
  }

  /** @param own rules of the field's own: its formula stands in for a calculation */
  read(field: NormalField, plan: FieldPlan, own: OwnRules, pointer: string): void {
    for (const { setting, kind } of unsupportedOfField(plan.definition?.key, field))
      this.#builder.lose(`${pointer}/${setting}`, kind, {}, labelOf(field))
    if (plan.definition?.key === 'calculate' && !own.formula) this.#readCalculation(field, plan, pointer)
    for (const rule of [optionRule(plan), derivedRule(plan)])
      if (rule) this.#builder.addRule({ ...rule, pointer })
    this.readScripts(field, plan.path, pointer)
  }

  /** Rules that a field has beside what is documented, within containers that are shown on conditions (`around`). */
  addOwn(plan: FieldPlan, own: OwnRules, around: readonly Expression[], pointer: string): void {
    // What is never drawn no rule shows.
    if (plan.visible) this.addVisible(plan.path, own.visible, around, pointer)
    for (const kind of ['required', 'disabled', 'readonly'] as const) {
      const expression = own[kind]
      if (expression)
        this.#addOwn({ target: plan.path, kind, expression }, [], `${pointer}/${OWN_RULES}/${kind}`)
    }
    const { formula } = own
    const at = `${pointer}/${OWN_RULES}/formula`
    if (formula)
      this.#addOwn({ target: plan.path, kind: 'value', expression: formula, ...rounding(plan) }, [], at)
  }

  /** When a field, or a node by `#` and its id, is shown; while the form is designed it always is. Answers the condition. */
  addVisible(
    target: string,
    own: Expression | undefined,
    around: readonly Expression[],
    pointer: string,
  ): Expression | undefined {
    const expression = own && this.#isDesigned ? { ...own, evaluate: () => true } : own
    if (expression || around.length > 0)
      this.#addOwn(
        { target, kind: 'visible', expression: expression ?? null },
        around,
        `${pointer}/${OWN_RULES}/visible`,
      )
    return expression
  }

  #addOwn(rule: Omit<RuleDraft, 'pointer' | 'own'>, around: readonly Expression[], pointer: string): void {
    this.#builder.addRule({ ...rule, own: { around }, pointer })
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
