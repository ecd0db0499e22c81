import { Type } from 'typebox'
import { wanting } from '../../document/constraint'
import { referenceIn } from '../../document/given-values'
import { entryOf, listShape, membersShape, NUMBER, TEXT } from '../../document/shape'
import { ActionSchema, Expression, Template, withDefault } from '../../document/words'
import { isRecord } from '../../json'
import type { ActionRun } from '../action'
import { isControl } from '../control'
import { defineVerb } from '../define-verb'

/** Items that are named in what is told; of more their number is. */
const NAMED = 3
/** Milliseconds that what was not done stays in view. */
const FAILED_TOAST = 6000

interface Failed {
  readonly item: unknown
  readonly name: string
  readonly message: string
}

/**
 * Runs an action once for every item of a list, one after another; `item` and `index` are names inside. One that fails
 * keeps none of the others: `result` is `{ done, failed: [{ item, name, message }], results }`, and both numbers are told.
 * Where nothing could be done the action ends.
 */
export const verb = defineVerb(
  'each',
  'Runs an action for every item of a list, and tells how many were done and which were not',
  {
    each: wanting(Expression, 'list'),
    as: withDefault(Type.String({ description: 'Name of the item' }), 'item'),
    do: ActionSchema,
    name: Type.Optional({
      ...Template,
      description: 'What an item is called where it was not done; default: its fullName or name',
      examples: ['${item.enCode}'],
    }),
    tell: withDefault(
      Type.Enum(['always', 'failures'], { description: 'When it is told how many were done' }),
      'always',
    ),
  },
  async (step, run) => {
    const list = step.each.evaluate(run.scope)
    const items: readonly unknown[] = Array.isArray(list) ? list : []
    const results: unknown[] = []
    const failed: Failed[] = []
    for (const [index, item] of items.entries()) {
      run.signal.throwIfAborted()
      const names = { [step.as]: item, index }
      try {
        results.push(await run.run(step.do, names))
      } catch (error) {
        if (isControl(error) || run.signal.aborted) throw error
        const message =
          error instanceof Error && error.message ? error.message : run.host.text('@action.failed')
        failed.push({ item, name: nameOf(step.name?.evaluate(run.within(names)), item, index), message })
      }
    }
    const done = items.length - failed.length
    if (failed.length > 0) {
      const text = whatFailed(run, done, failed)
      if (done === 0) throw new Error(text)
      run.host.toast('warning', text, FAILED_TOAST)
    } else if (done > 0 && step.tell === 'always')
      run.host.toast('success', run.host.text('@action.eachDone', { count: done }))
    return { done, failed, results }
  },
  ({ each, as = 'item', do: inside }, { scope, resultOf }) => {
    const list = referenceIn(String(each), scope)
    const item = { [String(as)]: list ? entryOf(list) : ('open' as const), index: NUMBER }
    const failed = listShape(
      membersShape([
        ['item', item[String(as)] ?? 'open'],
        ['name', TEXT],
        ['message', TEXT],
      ]),
    )
    const results = listShape(resultOf(inside) ?? 'open')
    return {
      result: membersShape([
        ['done', NUMBER],
        ['failed', failed],
        ['results', results],
      ]),
      names: { do: item, name: item },
    }
  },
)

function whatFailed({ host }: ActionRun, done: number, failed: readonly Failed[]): string {
  const named = failed
    .slice(0, NAMED)
    .map(({ name, message }) => host.text('@action.eachOne', { name, message }))
  const more = failed.length - named.length
  return [
    host.text('@action.eachFailed', { done, count: failed.length }),
    ...named,
    ...(more > 0 ? [host.text('@action.eachMore', { count: more })] : []),
  ].join(' ')
}

function nameOf(given: string | undefined, item: unknown, index: number): string {
  if (given) return given
  const known = isRecord(item) ? (item['fullName'] ?? item['name']) : item
  return typeof known === 'string' || typeof known === 'number' ? String(known) : String(index + 1)
}
