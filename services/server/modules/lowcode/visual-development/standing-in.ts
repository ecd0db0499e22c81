import {
  chosenBefore,
  type ForeignWidget,
  foreignWidgets,
  mayStandFor,
  type StandIns,
  withStandIns,
} from '@runtime/form/formdata/stand-ins'
import { parseJson } from '@runtime/json'
import { CODE } from '@services/contract/envelope'
import { catalogue } from '@widgets/definitions'
import { ApiError } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { documentText, type ModelInput } from './models'
import { sourceOf, tryPlans } from './plans'
import type { Incoming } from './read-import'

/** What a caller says of foreign widgets; absent: what was chosen when the model last came in. */
export type GivenWidgets = readonly { readonly from: string; readonly to: string }[] | null | undefined

/** A kind of foreign widget with what it becomes; empty: nothing. */
export interface StoodFor extends ForeignWidget {
  readonly chosen: string
}

/** What came in, its foreign widgets being what was chosen for them. */
export interface StoodIn {
  readonly incoming: Incoming
  readonly foreign: readonly StoodFor[]
}

/**
 * Puts widgets of ours in the place of those that nothing here draws.
 * @param into the model whose draft it becomes part of; else the one of its own id or code.
 * @throws ApiError 400 for a widget that may not stand there
 */
export async function withChosenWidgets(
  context: CallContext,
  incoming: Incoming,
  given: GivenWidgets,
  into?: string,
): Promise<StoodIn> {
  const { model, file } = incoming
  const found = foreignOf(context, model)
  if (found.length === 0) return { incoming, foreign: [] }
  const chosen = given
    ? new Map(given.map(({ from, to }) => [from, to]))
    : await rememberedOf(context, model, into)
  const foreign = found.map((one) => ({ ...one, chosen: chosen.get(one.name) ?? '' }))
  const taken = foreign.filter((one) => one.chosen !== '')
  for (const one of taken)
    if (!mayStandFor(one, one.chosen))
      throw new ApiError(CODE.badRequest, '@record.notAStandIn', {
        params: { widget: one.name, chosen: one.chosen },
      })
  if (taken.length === 0) return { incoming, foreign }
  const standIns = new Map(taken.map((one) => [one.name, one.chosen]))
  return {
    foreign,
    incoming: {
      ...incoming,
      model: {
        ...model,
        formData: stoodIn(model.formData, standIns),
        columnData: stoodIn(model.columnData, standIns),
        appColumnData: stoodIn(model.appColumnData, standIns),
      },
      // An export is what is here now.
      ...(file && { file: { ...file, asIs: false } }),
    },
  }
}

function foreignOf(context: CallContext, model: ModelInput & { readonly id?: string }) {
  const source = {
    ...{ id: model.id ?? 'import', fullName: model.fullName, webType: '1', columnData: '' },
    formData: documentText(model.formData) ?? '',
  }
  const { plans } = tryPlans(source, context.text)
  return plans ? foreignWidgets(plans.form, catalogue) : []
}

function stoodIn(document: ModelInput['formData'], standIns: StandIns): ModelInput['formData'] {
  const read = typeof document === 'string' ? parseJson(document) : document
  if (typeof read !== 'object' || read === null) return document
  const made = withStandIns(read, standIns)
  return made === read ? document : made
}

async function rememberedOf(
  { db }: CallContext,
  { id, enCode }: ModelInput & { readonly id?: string },
  into: string | undefined,
): Promise<StandIns> {
  const rows = await db
    .selectFrom('model')
    .selectAll()
    .where((where) =>
      into === undefined
        ? where.or([where('id', '=', id ?? ''), where('en_code', '=', enCode.trim())])
        : where('id', '=', into),
    )
    .limit(2)
    .execute()
  const known = rows.find((row) => row.id === id) ?? rows[0]
  return known ? chosenBefore(parseJson(sourceOf(known).formData)) : new Map()
}
