import { compileScope, FIXED_SCHEMES, inScope, type Principal, type Scope } from '@runtime/permission/scope'
import { createTestDatabase, type TestDatabase } from '@tests/api/harness'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../../database/schema'
import { recordSource } from '../keys/source'
import { anyCondition, anyRecord, planOf } from '../specs/any-records'
import { scopeSql } from './scope-sql'

let database: TestDatabase
let connection: Kysely<Database>
beforeAll(async () => {
  database = await createTestDatabase()
  connection = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url }) }),
  })
})
afterAll(async () => {
  await connection.destroy()
  await database.drop()
})

const { form } = planOf('scopes')
if (!form) throw new Error('the plan has no form')

/** Few, so that records and scopes meet; and what must not be read as anything but a name. */
const anyName = fc.constantFrom('a', 'b', 'c', '', "'", '%')
const anyNames = fc.array(anyName, { maxLength: 3 })
const anyPrincipal: fc.Arbitrary<Principal> = fc.record({
  userId: anyName,
  subordinateIds: anyNames,
  departments: anyNames,
  departmentsBelow: anyNames,
  companies: anyNames,
  companiesBelow: anyNames,
  managed: anyNames,
  managedBelow: anyNames,
})
const anyFixed = fc.tuple(fc.subarray([...FIXED_SCHEMES]), anyPrincipal).map(([kinds, principal]) =>
  compileScope(
    kinds.map((kind) => ({ kind })),
    principal,
    form,
  ),
)
const anyUnits = fc
  .tuple(anyNames, anyPrincipal)
  .map(([units, principal]) => compileScope([{ kind: 'units', units }], principal, form))
const anyFields = anyCondition.map((condition): Scope => ({ kind: 'fields', condition }))
const anyScope: fc.Arbitrary<Scope> = fc.oneof(
  anyFixed,
  anyUnits,
  anyFields,
  fc
    .array(fc.oneof(anyFixed, anyUnits, anyFields), { maxLength: 3 })
    .map((of): Scope => ({ kind: 'any', of })),
)

it('a scope means in SQL what it means in memory, whatever records hold and whoever asks', async () => {
  const source = recordSource('scopes')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ ownerId: anyName, organizeId: anyName, data: anyRecord }), { maxLength: 12 }),
      fc.array(anyScope, { minLength: 1, maxLength: 6 }),
      async (rows, scopes) => {
        const records = JSON.parse(JSON.stringify(rows)) as typeof rows
        const given = sql`(select ordinality as position, value ->> 'ownerId' as owner_id,
            value ->> 'organizeId' as organize_id, value -> 'data' as data, null::jsonb as sub_tables
          from jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality) as record`
        const asked = scopes.map(
          (
            scope,
            index,
          ) => sql`coalesce(array_agg(position) filter (where ${scopeSql(scope, form, source)}), '{}')::int[]
            as ${sql.id(`s${index}`)}`,
        )
        const found = await sql<Record<string, number[]>>`select ${sql.join(asked)} from ${given}`.execute(
          connection,
        )
        scopes.forEach((scope, index) => {
          const expected = records.flatMap((record, position) =>
            inScope(scope, record, form) ? [position + 1] : [],
          )
          const actual = found.rows[0]?.[`s${index}`]?.toSorted((a, b) => a - b)
          expect(actual, JSON.stringify({ scope, records })).toEqual(expected)
        })
      },
    ),
    { numRuns: 250 },
  )
})
