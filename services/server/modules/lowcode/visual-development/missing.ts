import type { FormPlan } from '@runtime/form/plan'
import { NAME_LENGTH } from '@services/contract/fields'
import { noRight } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { createRule } from '../../platform/bill-rule/rules'
import { createCategory } from '../../platform/dictionary/categories'
import { createItem } from '../../platform/dictionary/items'
import type { ModelPlans } from './plans'
import type { Reference } from './references'
import { type UsedChoice, usedChoices } from './used-choices'

/** Where dictionaries go that an import makes: 业务字典. */
const BUSINESS = '1'

/** The dictionary of the categories that rules stand under. */
const BUSINESS_TYPES = 'businessType'

/** What an import can make, and the right that it takes. */
const RIGHTS: Readonly<Partial<Record<Reference['kind'], string>>> = {
  dictionary: 'system.dictionary:btn_add',
  rule: 'system.billRule:btn_add',
}

/** A thing that a model names and that is not here, once, whoever of its fields names it. */
export interface MissingThing {
  readonly kind: Reference['kind']
  readonly id: string
  readonly name: string
  readonly canMake: boolean
  /** Of a dictionary: the choices that it would have. */
  readonly values: readonly string[]
}

export async function missingThings(
  context: CallContext,
  form: FormPlan | undefined,
  missing: readonly Reference[],
): Promise<readonly MissingThing[]> {
  return Promise.all(
    [...onceEach(missing)].map(async (reference) => {
      const right = RIGHTS[reference.kind]
      const canMake = right !== undefined && isCode(reference.id) && (await context.can(right))
      const values = form && reference.kind === 'dictionary' ? usedChoices(form, reference.id) : []
      return {
        ...{ kind: reference.kind, id: reference.id, name: nameOf(context, reference), canMake },
        values: values.map(({ name }) => name),
      }
    }),
  )
}

/**
 * Makes the dictionaries and rules that are missing, under the codes that the model names them by. A dictionary gets the
 * choices that the model uses, a rule counts by the day.
 * @param leave ids of those that are left out.
 * @throws ApiError 403 without the right to what would be made.
 */
export async function makeMissing(
  context: CallContext,
  services: Services,
  { form }: ModelPlans,
  missing: readonly Reference[],
  leave: readonly string[] = [],
): Promise<void> {
  for (const reference of onceEach(missing)) {
    if (leave.includes(reference.id)) continue
    const right = RIGHTS[reference.kind]
    if (right === undefined || !isCode(reference.id)) continue
    if (!(await context.can(right))) throw noRight(right, right)
    if (reference.kind === 'rule') await makeRule(context, services, reference)
    else await makeDictionary(context, reference, usedChoices(form, reference.id))
  }
}

/** Under the first of the business categories: a rule has one, and the model names none. */
async function makeRule(context: CallContext, services: Services, reference: Reference): Promise<void> {
  const [category] = await services.dictionaries.options(BUSINESS_TYPES)
  await createRule(context, {
    fullName: freeName(context, reference),
    enCode: reference.id,
    category: category?.id ?? '',
    prefix: '',
    dateFormat: 'yyyyMMdd',
    digit: 4,
    startNumber: '1',
  })
}

async function makeDictionary(
  context: CallContext,
  reference: Reference,
  choices: readonly UsedChoice[],
): Promise<void> {
  const { id } = await createCategory(context, {
    parentId: BUSINESS,
    fullName: freeName(context, reference),
    enCode: reference.id,
  })
  for (const [index, { name, code }] of choices.entries())
    await createItem(context, { dictionaryTypeId: id, fullName: name, enCode: code, sortCode: index })
}

/** A code by which dictionaries and rules may be known. */
function isCode(id: string): boolean {
  return id !== '' && id.length <= NAME_LENGTH
}

function onceEach(missing: readonly Reference[]): readonly Reference[] {
  const first = new Map<string, Reference>()
  // What names it in the form says what it is called; a list says nothing of it.
  for (const one of missing) {
    const key = `${one.kind} ${one.id}`
    if (!first.get(key)?.field) first.set(key, one)
  }
  return [...first.values()]
}

function nameOf(context: CallContext, { field, id }: Reference): string {
  return (field && context.text(field.label)) || id
}

/** Names are taken once: the code beside it makes it so. */
function freeName(context: CallContext, reference: Reference): string {
  const tail = ` ${reference.id}`.slice(-20)
  return `${nameOf(context, reference).slice(0, NAME_LENGTH - tail.length)}${tail}`
}
