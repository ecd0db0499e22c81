import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { type Call, defineCall } from '../../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Flag, Id } from '../../fields'
import { KINDS } from './field-bodies'
import { changesOf, type FieldTag } from './tags'

/** Members of a stored thing beside those it is made with. */
const stored = {
  id: Type.String(),
  projectId: Type.String(),
  projectName: Type.String(),
  rowVersion: Type.Integer(),
}
/** Read back with everything optional: what nobody has given is null. `shown` are names and counts (`…Count`) of what is around it. */
const storedOf = (body: TProperties, shown: readonly string[]) =>
  Type.Object({
    ...Object.fromEntries(
      [...Object.keys(body), ...shown].map((name) => [
        name,
        name.endsWith('Count') ? Type.Integer() : Type.Any(),
      ]),
    ),
    ...stored,
  })

const filters = {
  projectId: Type.Optional(Id),
  project_id: Type.Optional(Id),
  gatewayId: Type.Optional(Type.String({ maxLength: 64 })),
  kind: Type.Optional(Type.Enum([...KINDS])),
  deviceState: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
  enabledMark: Type.Optional(Flag),
  level: Type.Optional(Type.Integer()),
  pipeId: Type.Optional(Type.String({ maxLength: 64 })),
}
const ListQuery = Type.Object({ ...PageQuery.properties, ...filters })
const Stored = Type.Object({ ...stored }, { additionalProperties: true })
/** Who saw version n changes version n: a later one is refused with 409 and the stored thing. */
export const RowVersion = Type.Integer({ minimum: 1 })

type CrudCalls<N extends string, B extends TProperties> = {
  readonly [K in `${N}.list`]: Call<
    TObject,
    typeof ListQuery,
    TSchema,
    ReturnType<typeof PageOf<typeof Stored>>
  >
} & { readonly [K in `${N}.read`]: Call<typeof IdParams, TObject, TSchema, typeof Stored> } & {
  readonly [K in `${N}.create`]: Call<TObject, TObject, TObject<B>, typeof Created>
} & {
  readonly [K in `${N}.update`]: Call<
    typeof IdParams,
    TObject,
    TObject<B & { rowVersion: typeof RowVersion }>,
    typeof Nothing
  >
} & { readonly [K in `${N}.delete`]: Call<typeof IdParams, TObject, TSchema, typeof Nothing> }

/** What refusals call members whose schemas are shared, and so have no title of their own. */
const TITLES: Readonly<Record<string, string>> = {
  kind: '@fieldPage.kind',
  level: '@fieldPage.level',
  longitude: '@fieldPage.longitude',
  latitude: '@fieldPage.latitude',
  startLongitude: '@fieldPage.startLng',
  startLatitude: '@fieldPage.startLat',
  endLongitude: '@fieldPage.endLng',
  endLatitude: '@fieldPage.endLat',
  lengthM: '@fieldPage.length',
  innerDMm: '@fieldPage.inner',
  outerDMm: '@fieldPage.outer',
  material: '@fieldPage.material',
  designFlow: '@fieldPage.designFlow',
  chainageM: '@fieldPage.chainage',
  uplinkEverySec: '@fieldPage.uplink',
  angleClosed: '@fieldPage.angleClosed',
  angleA: '@fieldPage.angleA',
  angleB: '@fieldPage.angleB',
  angleBoth: '@fieldPage.angleBoth',
  designFlowA: '@fieldPage.flowA',
  designFlowB: '@fieldPage.flowB',
  depths: '@fieldPage.depths',
  ratedM3h: '@fieldPage.ratedFlow',
  ratedHeadM: '@fieldPage.ratedHead',
  ratedKw: '@fieldPage.ratedPower',
  minHz: '@fieldPage.minHz',
  maxHz: '@fieldPage.maxHz',
  maxMpa: '@fieldPage.maxMpa',
  areaM2: '@fieldPage.area',
  sortCode: '@common.sort',
}

/** The five calls by which one kind of thing is kept. */
export function crud<N extends string, B extends TProperties>(
  name: N,
  path: FieldTag,
  what: string,
  body: B,
  shown: readonly string[] = [],
): CrudCalls<N, B> {
  const at = `/api/field/${path}`
  const item = storedOf(body, shown)
  const changes = changesOf(path)
  const calls: Readonly<Record<string, Call>> = {
    [`${name}.list`]: defineCall({
      ...{ name: `${name}.list`, method: 'GET', path: at, summary: `${what} of a project, by page` },
      query: ListQuery,
      response: PageOf(item),
    }) as unknown as Call,
    [`${name}.read`]: defineCall({
      ...{ name: `${name}.read`, method: 'GET', path: `${at}/:id`, summary: `${what}: one` },
      params: IdParams,
      response: item,
    }) as unknown as Call,
    [`${name}.create`]: defineCall({
      ...{ name: `${name}.create`, method: 'POST', path: at, summary: `${what}: makes one` },
      body: Type.Object(body),
      titles: TITLES,
      changes,
      response: Created,
    }) as unknown as Call,
    [`${name}.update`]: defineCall({
      ...{ name: `${name}.update`, method: 'PUT', path: `${at}/:id`, summary: `${what}: changes one` },
      params: IdParams,
      body: Type.Object({ ...body, rowVersion: RowVersion }),
      titles: TITLES,
      changes,
      response: Nothing,
    }) as unknown as Call,
    [`${name}.delete`]: defineCall({
      ...{ name: `${name}.delete`, method: 'DELETE', path: `${at}/:id` },
      summary: `${what}: deletes one that nothing uses`,
      params: IdParams,
      changes,
      response: Nothing,
    }) as unknown as Call,
  }
  return calls as CrudCalls<N, B>
}
