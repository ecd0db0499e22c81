import type { dataInterfaceCalls } from '@services/contract/areas/lowcode/data-interface'
import { InterfaceBody } from '@services/contract/areas/lowcode/data-interface-bodies'
import { VariateBody } from '@services/contract/areas/lowcode/data-interface-variate'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { ApiError } from '../../../http/errors'
import { refuseLostNumbers } from '../../../http/exact-numbers'
import type { CallContext, Services, Tx } from '../../../module'
import { type Difference, differencesOf } from '../../platform/audit/differences'
import { type Columns, columnsOf, type InterfaceInput } from './columns'
import { type HttpConfig, type InterfaceConfig, MASK, originOf, readConfig, readJson } from './config'
import { changeInterface, insertInterface, interfaceInfo, kept, lock } from './interfaces'
import { importedMark } from './reads-all'
import type { Interface } from './run'
import { changeVariate, insertVariate, variateNamed } from './variates'

type Calls = typeof dataInterfaceCalls
type Answer = ResponseOf<Calls['dataInterface.import']>
type Entry = Answer['list'][number]
type Change = Omit<Answer['changes'][number], 'id'>

/** Things that one file may hold. */
const MOST = 200
/** Characters of a value that a preview shows. */
const SHOWN = 300

const ImportedVariate = Type.Object({
  ...VariateBody.properties,
  /** The interface by its code: ids are those of another installation. */
  interfaceCode: Type.Optional(Type.String({ maxLength: 64 })),
})
type ImportedVariate = Static<typeof ImportedVariate>

/** What one thing of the file comes to, and its change. */
interface Plan {
  readonly entry: Entry
  readonly changes: readonly Change[]
  apply(tx: Tx): Promise<void>
}

/** Ends a transaction that has only been tried. */
class Tried extends Error {}

/**
 * Adds what a file has and changes what is known by its code; all of it or nothing. A trial does the same and takes it back,
 * so that what it says is what will be. An interface whose secret is in no file is added disabled, or keeps the stored one.
 * @throws ApiError 400 for a file that holds something else
 */
export async function importInterfaces(
  context: CallContext,
  services: Services,
  { text, isTrial = 0 }: InputOf<Calls['dataInterface.import']>,
): Promise<Answer> {
  const things = thingsIn(text)
  const plans: Plan[] = []
  try {
    await kept(context, async (tx) => {
      // A variable may belong to an interface of the same file.
      for (const thing of things.sort((a, b) => Number('expression' in a) - Number('expression' in b))) {
        const plan =
          'expression' in thing
            ? await planVariate(context, services, tx, thing)
            : await planInterface(context, services, tx, thing)
        plans.push(plan)
        await plan.apply(tx)
      }
      if (isTrial === 1) throw new Tried()
    })
  } catch (error) {
    if (!(error instanceof Tried)) throw error
  }
  const list = plans.map(({ entry }) => entry)
  const count = (state: Entry['state']) => list.filter((entry) => entry.state === state).length
  return {
    list,
    changes: plans.flatMap(({ changes }) => changes).map((change, id) => ({ ...change, id })),
    ...{ added: count('added'), changed: count('changed'), same: count('same') },
  }
}

/** The interfaces and variables of a file: one, or a list of them. */
function thingsIn(text: string): (InterfaceInput | ImportedVariate)[] {
  const read = readFile(text)
  const list = Array.isArray(read) ? read : [read]
  if (list.length === 0 || list.length > MOST) throw invalid(`1–${MOST}`)
  const things = list.map((one, index) => {
    const isVariate = typeof one === 'object' && one !== null && 'expression' in one
    return checked<InterfaceInput | ImportedVariate>(isVariate ? ImportedVariate : InterfaceBody, one, index)
  })
  const codes = things.map(codeOf)
  const twice = codes.find((code, index) => codes.indexOf(code) !== index)
  if (twice !== undefined)
    throw new ApiError(CODE.badRequest, '@dataInterface.fileTwice', { params: { name: twice.slice(1) } })
  return things
}

/** Interfaces and variables may be called the same. */
const codeOf = (thing: InterfaceInput | ImportedVariate): string =>
  'expression' in thing ? `@${thing.fullName.trim()}` : `.${thing.enCode.trim()}`

function readFile(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw invalid('JSON')
  }
  refuseLostNumbers(text.replace(/^\uFEFF/, ''))
  return value
}

function checked<T>(schema: TSchema, sent: unknown, index: number): T {
  const value = Value.Clean(schema, Value.Clone(sent))
  const [error] = Value.Errors(schema, value)
  if (error) throw invalid(`${index + 1}${error.instancePath.replaceAll('/', '.')} ${error.message}`)
  return value as T
}

async function planInterface(
  context: CallContext,
  services: Services,
  tx: Tx,
  file: InterfaceInput,
): Promise<Plan> {
  const found = await tx
    .selectFrom('data_interface')
    .select('id')
    .where('en_code', '=', file.enCode.trim())
    .executeTakeFirst()
  const before = found && (await lock(tx, found.id))
  const { config, secrets } = withoutSecrets(readConfig(file.type, file.dataConfigJson), before?.config)
  const input = {
    ...file,
    dataConfigJson: JSON.stringify(config),
    // Whether it may be run here is decided here.
    readsAll: importedMark(context, file.readsAll, before),
    enabledMark: before ? before.enabled_mark : secrets.length > 0 ? 0 : (file.enabledMark ?? 1),
  } as InterfaceInput
  const columns = await columnsOf(tx, context, services.secrets, input, before)
  const changes = before ? await changesOf(context, services, before, { ...before, ...read(columns) }) : []
  const state = !before ? 'added' : changes.length > 0 ? 'changed' : 'same'
  return {
    entry: {
      ...{ kind: 'interface', enCode: input.enCode.trim(), fullName: input.fullName.trim(), state },
      secrets: secrets.join(context.text('@server.comma')),
    },
    changes: toldOf(input.fullName.trim(), changes),
    async apply() {
      if (!before) await insertInterface(tx, context, columns)
      else if (state === 'changed') await changeInterface(tx, context, before, columns)
    },
  }
}

/** Columns as they come out of the database. */
function read({ params, fields, config, ...rest }: Columns) {
  return { ...rest, params: JSON.parse(params), fields: JSON.parse(fields), config: JSON.parse(config) }
}

/** Masks stay where the same header of the same place is stored; elsewhere they stand for nothing. */
function withoutSecrets(config: InterfaceConfig, stored: InterfaceConfig | undefined) {
  if (!('url' in config)) return { config, secrets: [] }
  const known =
    stored && 'url' in stored && originOf(stored.url) === originOf(config.url) ? (stored.headers ?? []) : []
  const secrets: string[] = []
  const headers = (config.headers ?? []).map((header) => {
    if (!header.secret || header.defaultValue !== MASK) return header
    if (known.some(({ secret, field }) => secret && field === header.field)) return header
    secrets.push(header.field)
    return { ...header, defaultValue: '' }
  })
  return { config: { ...config, headers } satisfies HttpConfig, secrets }
}

/** The members that become others, as the log of changes tells them; what an interface runs, by its parts. */
async function changesOf(context: CallContext, services: Services, before: Interface, after: Interface) {
  const [was, is] = [before, after].map((one) => {
    const { dataConfigJson, parameterJson, fieldJson, ...info } = interfaceInfo(one)
    const { staticData, ...config } = readJson(dataConfigJson, '') as Record<string, unknown>
    const lists = {
      parameterJson,
      fieldJson,
      ...(staticData !== undefined && { staticData: JSON.stringify(staticData) }),
    }
    const parts = Object.entries(config).map(([name, part]) => [
      name,
      typeof part === 'string' ? part : JSON.stringify(part),
    ])
    return { ...info, ...lists, ...Object.fromEntries(parts) }
  })
  const { changes } = await differencesOf(context, services, {
    ...{ action: 'dataInterface.update', target: before.id, before: was, after: is },
  })
  return changes
}

function toldOf(of: string, changes: readonly Difference[]): readonly Change[] {
  return changes.map(({ label, before, after }) => ({
    ...{ of, label, before: before.slice(0, SHOWN), after: after.slice(0, SHOWN) },
  }))
}

async function planVariate(
  context: CallContext,
  services: Services,
  tx: Tx,
  { interfaceCode, ...file }: ImportedVariate,
): Promise<Plan> {
  const fullName = file.fullName.trim()
  const before = await variateNamed(tx, fullName)
  const owner = await tx
    .selectFrom('data_interface')
    .select('id')
    .where('en_code', '=', interfaceCode ?? '')
    .executeTakeFirst()
  const interfaceId = owner?.id ?? (interfaceCode === undefined ? file.interfaceId : undefined)
  if (interfaceId === undefined)
    throw new ApiError(CODE.badRequest, '@dataInterface.fileNoInterface', {
      params: { name: fullName, code: interfaceCode ?? '' },
    })
  const input = { ...file, fullName, interfaceId }
  const { changes } = before
    ? await differencesOf(context, services, {
        ...{
          action: 'dataInterfaceVariate.update',
          target: before.id,
          before,
          after: { ...before, ...input },
        },
      })
    : { changes: [] }
  const state = !before ? 'added' : changes.length > 0 ? 'changed' : 'same'
  return {
    entry: { kind: 'variable', enCode: fullName, fullName, state, secrets: '' },
    changes: toldOf(fullName, changes),
    async apply() {
      if (!before) await insertVariate(tx, context, input)
      else if (state === 'changed') await changeVariate(tx, context, before.id, input)
    },
  }
}

const invalid = (reason: string) =>
  new ApiError(CODE.badRequest, '@dataInterface.fileInvalid', { params: { reason } })
