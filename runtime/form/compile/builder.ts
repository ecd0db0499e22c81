import type { Expression } from '../../expression/expression'
import type { Text } from '../../text'
import { scriptedFields } from '../formdata/scripted'
import type {
  CheckPlan,
  FieldPlan,
  FormLayout,
  FormPlan,
  GroupPlan,
  Loss,
  MapPlan,
  PlanNode,
  RulePlan,
  Scripted,
  StateRule,
} from '../plan'
import { everyOf } from './expressions'
import { orderRules, RuleCycleError } from './graph'
import { FormError, type FormProblem } from './problem'
import { resolveReads, unknownName } from './reads'
import { recordSchema } from './schema'

/** A rule before the fields it names are all known; `reads` are given where the expression's references are no paths. */
export interface RuleDraft extends Omit<RulePlan, 'reads' | 'wide'> {
  readonly reads?: readonly string[]
  readonly wide?: readonly string[]
  /**
   * A rule that a `formData` has beside what is documented: a name that is not there is told of, and the rule is left out.
   * `around` has the conditions of the containers that the field stands in, each told of by its container.
   */
  readonly own?: { readonly around: readonly Expression[] }
  readonly pointer: string
}

/** A check before the fields it names are all known. */
export interface CheckDraft extends Omit<CheckPlan, 'reads'> {
  readonly pointer: string
}

/** What one node has added to a plan, with pointers from the node: it can be added again wherever the node comes to stand. */
export interface Pieces {
  readonly fields: readonly FieldPlan[]
  readonly losses: readonly Loss[]
  readonly rules: readonly RuleDraft[]
  readonly scripts: readonly (readonly [place: string, script: string])[]
}

/** How far a builder has come. */
export interface Mark {
  readonly fields: number
  readonly losses: number
  readonly rules: number
  readonly scripts: number
}

/** What both dialects are poured into: fields, rules, losses and problems, put together at the end. */
export class PlanBuilder {
  readonly fields = new Map<string, FieldPlan>()
  readonly losses: Loss[] = []
  readonly problems: FormProblem[] = []
  readonly scripts = new Map<string, string>()
  /** Objects within the record that hold fields, an outer one before those inside it. */
  readonly groups = new Map<string, Omit<GroupPlan, 'fields'>>()
  readonly load: MapPlan[] = []
  readonly save: MapPlan[] = []
  readonly #rules: RuleDraft[] = []
  readonly #checks: CheckDraft[] = []
  /** As in `fields` and `scripts`: a part of a list is had without going through all of it. */
  readonly #added: FieldPlan[] = []
  readonly #written: (readonly [place: string, script: string])[] = []
  #ids = 0

  /** An id that no field's path can be: paths have no `#`. */
  nodeId(widget: string): string {
    this.#ids += 1
    return `${widget}#${this.#ids}`
  }

  /** False when the path is taken: the first field of a name keeps it. */
  addField(field: FieldPlan): boolean {
    if (this.fields.has(field.path)) return false
    this.fields.set(field.path, field)
    this.#added.push(field)
    return true
  }

  addScript(place: string, script: string): void {
    this.scripts.set(place, script)
    this.#written.push([place, script])
  }

  mark(): Mark {
    return {
      ...{ fields: this.#added.length, losses: this.losses.length },
      ...{ rules: this.#rules.length, scripts: this.#written.length },
    }
  }

  /** What has been added since, by a node that stands at a pointer. */
  since(mark: Mark, pointer: string): Pieces {
    const relative = <T extends { readonly pointer: string }>(one: T): T => ({
      ...one,
      pointer: one.pointer.slice(pointer.length),
    })
    return {
      fields: this.#added.slice(mark.fields),
      losses: this.losses.slice(mark.losses).map(relative),
      rules: this.#rules.slice(mark.rules).map(relative),
      scripts: this.#written.slice(mark.scripts),
    }
  }

  /** Adds again what a node has added before, which stands at a pointer now; false where a name of its fields is taken. */
  again({ fields, losses, rules, scripts }: Pieces, pointer: string): boolean {
    if (fields.some(({ path }) => this.fields.has(path))) return false
    for (const field of fields) this.addField(field)
    for (const loss of losses) this.losses.push({ ...loss, pointer: pointer + loss.pointer })
    for (const rule of rules) this.#rules.push({ ...rule, pointer: pointer + rule.pointer })
    for (const [name, script] of scripts) this.addScript(name, script)
    return true
  }

  /** Notes what a `formData` asks for in vain (`@form.loss.<kind>`). */
  lose(pointer: string, kind: string, params: Readonly<Record<string, unknown>>, field?: string): void {
    this.losses.push({ pointer, message: `@form.loss.${kind}`, params, ...(field && { field }) })
  }

  addRule(rule: RuleDraft): void {
    this.#rules.push(rule)
  }

  addCheck(check: CheckDraft): void {
    this.#checks.push(check)
  }

  addState(target: string, kind: StateRule, expression: Expression | undefined, pointer: string): void {
    if (expression) this.addRule({ target, kind, expression, pointer })
  }

  /** @throws FormError with everything that is wrong. */
  build(form: {
    readonly id: string
    readonly title: Text
    readonly dialect: FormPlan['dialect']
    readonly modelType?: string
    readonly layout: FormLayout
    readonly nodes: readonly PlanNode[]
    readonly source: unknown
    readonly renamed?: FormPlan['renamed']
    /** Calculations that go round in a circle are told of and left out. */
    readonly keepsGoing?: boolean
  }): FormPlan {
    const { keepsGoing = false, ...known } = form
    const groups = this.#filledGroups()
    const checks = this.#checks.map((check) => this.#resolved(check, groups))
    if (this.problems.length > 0) throw new FormError(this.problems)
    const scripted = scriptedFields(this.scripts, this.fields)
    this.#tellScripted(scripted)
    return {
      ...known,
      fields: this.fields,
      groups,
      checks,
      load: this.load,
      save: this.save,
      schema: recordSchema(this.fields),
      ...this.#order(groups, keepsGoing),
      losses: this.losses,
      scripts: this.scripts,
      ...(scripted && { scripted }),
    }
  }

  /** Whoever publishes a model learns which of its rules a browser alone enforces. */
  #tellScripted(scripted: Scripted | undefined): void {
    const due = [...(scripted?.states ?? [])].filter((path) => this.fields.get(path)?.required)
    if (due.length === 0) return
    const fields = due.map((path) => this.#labelOf(path)).join('、')
    this.losses.push({ pointer: '', message: '@form.loss.scriptStates', params: { fields } })
  }

  #filledGroups(): FormPlan['groups'] {
    const top = [...this.fields.values()].filter(({ table, place }) => table === undefined && place)
    const filled = [...this.groups].map(([path, group]): [string, GroupPlan] => {
      const fields = top.flatMap((field) => (field.path.startsWith(`${path}.`) ? field.path : []))
      return [path, { ...group, fields }]
    })
    return new Map(filled)
  }

  /** What a check reads. It is validated on the server too: a name that is not there as well is a mistake. */
  #resolved({ pointer, ...check }: CheckDraft, groups: FormPlan['groups']): CheckPlan {
    const { dependencies } = check.expression
    const table = this.fields.get(check.target)?.table
    for (const dependency of dependencies) {
      const unknown = unknownName(dependency, table, this.fields, groups)
      if (unknown)
        this.problems.push({
          pointer,
          message: '@form.problem.unknownName',
          params: { name: unknown.name },
          ...(unknown.nearest !== undefined && { nearest: unknown.nearest }),
        })
    }
    return { ...check, reads: resolveReads(dependencies, table, this.fields, groups).reads }
  }

  #order(groups: FormPlan['groups'], keepsGoing: boolean): Pick<FormPlan, 'rules' | 'dependents'> {
    const drafts = new Map<RulePlan, RuleDraft>()
    for (const draft of this.#rules) {
      const found = draft.own ? this.#withKnownNames(draft, groups) : draft
      if (found) drafts.set(this.#ruleOf(found, groups), found)
    }
    for (;;) {
      try {
        return orderRules([...drafts.keys()], this.fields)
      } catch (error) {
        if (!(error instanceof RuleCycleError)) throw error
        const labels = error.targets.map((target) => this.#labelOf(target)).join(' → ')
        const own = error.rules.filter((rule) => drafts.get(rule)?.own)
        const left = own.length > 0 ? own : error.rules
        const pointer = (left[0] && drafts.get(left[0])?.pointer) ?? ''
        const problem = { pointer, message: '@form.problem.cycle', params: { fields: labels } }
        if (!keepsGoing && own.length === 0) throw new FormError([problem])
        this.losses.push(problem)
        for (const rule of left) drafts.delete(rule)
      }
    }
  }

  #ruleOf({ pointer: _, own: __, ...rule }: RuleDraft, groups: FormPlan['groups']): RulePlan {
    const field = this.fields.get(rule.target)
    const debounce = rule.kind === 'value' ? field?.definition?.debounce : undefined
    const timed = { ...rule, ...(debounce !== undefined && { debounce }) }
    if (rule.reads) return { ...timed, reads: rule.reads }
    return {
      ...timed,
      ...resolveReads(rule.expression?.dependencies ?? [], field?.table, this.fields, groups),
    }
  }

  /** A rule of a `formData` without the conditions that name what is not there; undefined where none is left. */
  #withKnownNames(draft: RuleDraft, groups: FormPlan['groups']): RuleDraft | undefined {
    const table = this.fields.get(draft.target)?.table
    const strangerIn = ({ dependencies }: Expression) => {
      for (const dependency of dependencies) {
        const unknown = unknownName(dependency, table, this.fields, groups)
        if (unknown) return unknown
      }
      return undefined
    }
    const stranger = draft.expression ? strangerIn(draft.expression) : undefined
    if (stranger) {
      const { name, nearest } = stranger
      const label = this.#labelOf(draft.target)
      if (nearest === undefined) this.lose(draft.pointer, 'ruleName', { name }, label)
      else this.lose(draft.pointer, 'ruleNameNear', { name, nearest }, label)
    }
    const around = (draft.own?.around ?? []).filter((expression) => !strangerIn(expression))
    const expression = everyOf([...around, ...(draft.expression && !stranger ? [draft.expression] : [])])
    return expression && { ...draft, expression }
  }

  #labelOf(path: string): string {
    const label = this.fields.get(path)?.label
    return (typeof label === 'string' ? label : label?.zh) || path
  }
}
