import { join } from 'node:path'
import type { TestClient } from '@tests/api/harness'
import { type Installation, install } from '@tests/api/installation'
import type { ServerProcess } from '@tests/api/process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { field, release } from '../../online-development/specs/models'
import { hold } from './hold'

const FIELDS = 500
const RECORDS = 300

/** What a release writes, in this order: where somebody else holds one of them, it stands still in its midst. */
const WRITTEN = ['record_unique', 'model_version', 'model_key', 'menu', 'permission_grant', 'audit'] as const

/** Where a release is when its server dies. */
export type Moment = (typeof WRITTEN)[number] | 'any'

/** What the draft has become by the last step of a round. */
const labelOf = (round: number) => `round ${round}`
/** What the first field is called in a version, and which field is unique in it. */
const nameOf = (round: number) => (round === 0 ? 'field1' : `first${round}`)
const uniqueOf = (round: number) => (round % 2 === 0 ? 'field2' : 'field3')

let installation: Installation
let server: ServerProcess

/**
 * An installation of its own, whose server is killed at each of some moments of a release: what is there afterwards is the version
 * before or the next one, and nothing between them; the draft has all that was acknowledged.
 * @param seed what moments that are any are drawn from
 */
export function releasesWhole(moments: readonly Moment[], seed = 20261128): void {
  beforeAll(async () => {
    installation = await install()
    server = await installation.start()
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    installation?.remove()
  })

  it(
    `kill -9 in the midst of a release leaves a whole version, ${moments.length} times (seed ${seed})`,
    async () => {
      let admin = await installation.signIn(server, 'admin')
      const id = await release(admin, model())
      await keepRecords(id)
      await grant(id)
      // The round that is released, and the version that it is.
      const database = { host: join(installation.dataFolder, 'socket'), user: 'loam', database: 'loam' }
      let [of, version] = [0, 1]
      let duration = 1_000
      let draftVersion = 1
      for (const [at, moment] of moments.entries()) {
        const round = at + 1
        const story = `round ${round}: killed at ${moment}`
        draftVersion = await edit(admin, { id, round, draftVersion })
        const held = moment === 'any' ? null : await hold(moment, database)
        const begun = performance.now()
        const answer = admin
          .call('visualDevelopment.release', { id, draftVersion })
          .then(() => performance.now() - begun)
          .catch(() => null)
        if (held) await held.waits()
        else await Promise.race([answer, passed(random(seed + round) * duration * 1.2)])
        await server.kill()
        const took = await answer
        await held?.letGo()
        server = await installation.start()
        admin = await installation.signIn(server, 'admin')
        const now = await stateOf(id)
        if (held) expect(now.version, story).toBe(version)
        if (took !== null) {
          expect(now.version, story).toBe(version + 1)
          duration = took
        }
        if (now.version === version + 1) [of, version] = [round, version + 1]
        expect(now, story).toEqual(whole({ of, version, round, draftVersion }))
        await readable(admin, id, of)
      }
      // Whatever has died holds up nobody.
      const { version: last } = await admin.call('visualDevelopment.release', { id, draftVersion })
      const round = moments.length
      expect(await stateOf(id)).toEqual(whole({ of: round, version: last, round, draftVersion }))
      expect(last).toBe(version + 1)
    },
    300_000 + moments.length * 30_000,
  )
}

function model() {
  const fields = Array.from({ length: FIELDS }, (_, at) =>
    field('input', `field${at + 1}`, { formId: at + 1, unique: `field${at + 1}` === uniqueOf(0) }),
  )
  return {
    ...{ enCode: 'killed', fields, columns: ['field2', 'field3'] },
    list: { useFormPermission: true },
  }
}

async function keepRecords(id: string): Promise<void> {
  await installation.sql(
    `insert into record (model_id, id, version, data, created_at)
     select $1, 'r' || n, 1, jsonb_build_object('field1', 'first ' || n, 'field2', 'a' || n, 'field3', 'b' || n), now()
     from generate_series(1, $2::int) as n`,
    [id, RECORDS],
  )
  await installation.sql(
    `insert into record_unique (model_id, field, value, record_id)
     select model_id, $2, data->>'field2', id from record where model_id = $1`,
    [id, uniqueOf(0)],
  )
}

async function grant(id: string): Promise<void> {
  await installation.sql(`insert into permission_set (id, kind) values ('role-killed', 'own')`)
  await installation.sql(
    `insert into permission_grant (set_id, kind, menu_id, code) values ('role-killed', 'form', $1, $2)`,
    [`model-${id}`, nameOf(0)],
  )
}

/** A rename, another unique field and a label; answers the draft's version. */
async function edit(
  admin: TestClient,
  { id, round, draftVersion }: { readonly id: string; readonly round: number; readonly draftVersion: number },
): Promise<number> {
  const set = (path: readonly string[], value: unknown, node?: number) => ({
    ...{ do: 'set', value },
    what: { part: 'formData', path, ...(node !== undefined && { node }) },
  })
  const commands = [
    set(['__vModel__'], nameOf(round), 1),
    set(['__config__', 'unique'], round % 2 === 0, 2),
    set(['__config__', 'unique'], round % 2 === 1, 3),
    set(['label'], labelOf(round)),
  ]
  const steps = commands.map((command, at) => ({
    ...{ key: `${round}-${at}`, kind: 'do' as const },
    command: JSON.stringify(command),
  }))
  const answer = await admin.call('visualDevelopment.step', { id, draftVersion, steps })
  expect(answer.draftVersion).toBe(draftVersion + steps.length)
  return answer.draftVersion
}

interface State {
  readonly version: number
  readonly [member: string]: unknown
}

/** All that has to agree, read past the server. */
async function stateOf(id: string): Promise<State> {
  const [row] = await installation.sql<State>(
    `select released_version as version, released_draft, draft_version,
       form_data::json->>'label' as label,
       (select count(*)::int from model_step where model_id = model.id) as steps,
       (select array_agg(version order by version) from model_version where model_id = model.id) as versions,
       (select form_data::json->>'label' from model_version
         where model_id = model.id and version = released_version) as released_label,
       (select path from model_key where model_id = model.id and key_path = 'field1') as path,
       (select array_agg(distinct version) from model_key where model_id = model.id) as key_versions,
       (select count(*)::int from model_key where model_id = model.id) as keys,
       (select fields->0->>'enCode' from menu where id = 'model-' || model.id) as menu_field,
       (select array_agg(code) from permission_grant where menu_id = 'model-' || model.id and kind = 'form') as granted,
       (select array_agg(distinct field) from record_unique where model_id = model.id) as unique_fields,
       (select count(*)::int from record_unique where model_id = model.id) as unique_values,
       (select count(*)::int from audit where action = 'visualDevelopment.release' and target = model.id) as audited
     from model where id = $1`,
    [id],
  )
  if (!row) throw new Error('The model is gone')
  return row
}

/** A version that is released whole, beside a draft that has lost nothing. */
function whole({
  of,
  version,
  round,
  draftVersion,
}: {
  readonly of: number
  readonly version: number
  readonly round: number
  readonly draftVersion: number
}): State {
  return {
    ...{ version, draft_version: draftVersion, released_draft: 1 + of * STEPS, label: labelOf(round) },
    ...{ steps: draftVersion - 1, versions: Array.from({ length: version }, (_, at) => at + 1) },
    ...{
      released_label: of === 0 ? null : labelOf(of),
      path: nameOf(of),
      key_versions: [version],
      keys: FIELDS,
    },
    ...{ menu_field: nameOf(of), granted: [nameOf(of)], unique_fields: [uniqueOf(of)] },
    ...{ unique_values: RECORDS, audited: version },
  }
}

/** Of a round. */
const STEPS = 4

/** Records have their values by the names of the version that is released, and no value twice. */
async function readable(admin: TestClient, modelId: string, of: number): Promise<void> {
  const { data } = await admin.call('onlineDevelopment.read', { modelId, id: 'r1' })
  expect(JSON.parse(data)).toMatchObject({ [nameOf(of)]: 'first 1', field2: 'a1', field3: 'b1' })
  const twice = { [uniqueOf(of)]: of % 2 === 0 ? 'a1' : 'b1' }
  const refused = await admin.envelope('onlineDevelopment.create', { modelId, data: twice })
  expect(refused).toMatchObject({ code: 400, data: { errors: [{ path: uniqueOf(of) }] } })
}

/** A kill at any moment has nothing else to wait for. */
const passed = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))

/** Between 0 and 1, of a seed. */
function random(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296
}
