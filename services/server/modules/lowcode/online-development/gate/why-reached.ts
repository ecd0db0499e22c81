import { SYMBOL_TEXT } from '@runtime/list/condition-draft'
import type { Condition } from '@runtime/list/plan'
import { SYMBOLS } from '@runtime/list/super-query'
import type { Scope } from '@runtime/permission/scope'
import { notFound } from '../../../../http/errors'
import type { CallContext, Services } from '../../../../module'
import { namesOf } from '../../../platform/permission/authorising/objects'
import type { RecordAsked, RecordReach } from '../../../platform/permission/authorising/reach'
import { schemesOf } from '../../../platform/permission/schemes'
import type { ReleasedModel } from '../../visual-development/released'
import { schemesHeld, scopeBy } from '../rights'
import { liesIn } from './records-of'

/** Values that a test names; of more, the first. */
const MOST_NAMED = 5

interface Test {
  readonly scope: Scope
  readonly text: string
  readonly level: number
}

/**
 * By which data schemes a person reaches a record, each with what it asks of the record and whether that holds. Values of the
 * record are not told: a test has the scheme's own words, and the label of the field.
 * @throws ApiError 404 without such a model or record
 */
export async function whyReached(
  context: CallContext,
  services: Services,
  { modelId, recordId, userId, isAdministrator }: RecordAsked,
): Promise<RecordReach> {
  const { db } = context
  const model = await services.models.current(modelId)
  const isJudged = !isAdministrator && model.list?.permissions.data === true
  const held = isJudged ? await schemesHeld(services, model, userId) : null
  if (held === null) {
    if (!(await liesIn(db, model, [], recordId))) throw notFound()
    return { reached: true, everybodys: true, schemes: [] }
  }
  const schemes = await Promise.all(
    [...held.codes].map(async (code) => {
      const scope = await scopeBy(db, model, userId, await schemesOf(db, held.menuId, new Set([code])))
      return { code, scope, tests: await testsOf(context, model, scope) }
    }),
  )
  const whole = await scopeBy(db, model, userId, await schemesOf(db, held.menuId, held.codes))
  const asked = [whole, ...schemes.flatMap(({ scope, tests }) => [scope, ...tests.map((test) => test.scope)])]
  const answers = await liesIn(db, model, asked, recordId)
  if (!answers) throw notFound()
  const next = answers.values()
  const holds = () => next.next().value === true
  return {
    reached: holds(),
    everybodys: false,
    schemes: schemes.map(({ code, tests }) => ({
      enCode: code,
      reached: holds(),
      tests: tests.map(({ text, level }) => ({ text, level, holds: holds() })),
    })),
  }
}

async function testsOf(context: CallContext, model: ReleasedModel, scope: Scope): Promise<readonly Test[]> {
  const { text } = context
  switch (scope.kind) {
    case 'everybodys':
      return [{ scope, level: 0, text: text('@permission.why.everyRecord') }]
    case 'principal': {
      const subject = scope.column === 'owner' ? 'user' : 'organize'
      const named = scope.in.slice(0, MOST_NAMED).map((id) => [subject, id] as const)
      const names = await namesOf(context, context.db, named)
      const values = named.map(([, id]) => names.get(`${subject} ${id}`) ?? id)
      const key = scope.column === 'owner' ? '@permission.why.owner' : '@permission.why.unit'
      return [{ scope, level: 0, text: text(key, { names: listed(context, values, scope.in.length) }) }]
    }
    case 'fields':
      return conditionTests(context, model, scope.condition, 0)
    case 'any':
      // A scheme whose conditions ask for what the form has no more gives nothing.
      return scope.of.length === 0
        ? [{ scope, level: 0, text: text('@permission.why.saysNothing') }]
        : (await Promise.all(scope.of.map((part) => testsOf(context, model, part)))).flat()
  }
}

function conditionTests(
  context: CallContext,
  model: ReleasedModel,
  condition: Condition,
  level: number,
): readonly Test[] {
  const scope: Scope = { kind: 'fields', condition }
  if (condition.kind === 'test') return [{ scope, level, text: testText(context, model, condition) }]
  const text = context.text(condition.kind === 'all' ? '@view.matchAll' : '@view.matchAny')
  return [
    { scope, level, text },
    ...condition.of.flatMap((part) => conditionTests(context, model, part, level + 1)),
  ]
}

const SYMBOL_OF = new Map(Object.entries(SYMBOLS).map(([symbol, operator]) => [operator, symbol]))

function testText(
  context: CallContext,
  model: ReleasedModel,
  { path, operator, value }: Extract<Condition, { kind: 'test' }>,
): string {
  const { text } = context
  const label = text(model.form.fields.get(path)?.label) || path
  const symbol = text(SYMBOL_TEXT[SYMBOL_OF.get(operator) ?? ''])
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null).map(String)
  return [label, symbol, listed(context, values.slice(0, MOST_NAMED), values.length)]
    .filter((part) => part !== '')
    .join(' ')
}

/** The first of several, and that there are more. */
function listed({ text }: CallContext, first: readonly string[], count: number): string {
  if (count === 0) return text('@permission.why.nobody')
  const names = first.join('、')
  return count > first.length ? `${names}…` : names
}
