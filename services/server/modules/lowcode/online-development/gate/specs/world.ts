import { newId } from '@runtime/id'
import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { asValue, sendFile } from '@services/server/modules/platform/file/specs/sending'
import { startTestServer, type TestClient } from '@tests/api/harness'
import { strFromU8, unzipSync } from 'fflate'
import { release } from '../../specs/models'
import type { Exit } from '../open'
import {
  FILE_MARK,
  type Json,
  type ListKind,
  markedData,
  markedModel,
  namingModel,
  OPEN_COLUMNS,
  OPEN_FIELDS,
  type Side,
} from './marked'

const FORM = { useFormPermission: true }
const COLUMNS = { useColumnPermission: true }

/** What is closed to the reader, and by which exits what is closed there leaves all the same. */
export const CASES = {
  form: { switches: FORM, lets: [] },
  column: { switches: COLUMNS, lets: ['form'] },
  both: { switches: { ...FORM, ...COLUMNS }, lets: [] },
  /** Closed in the form; every column has been granted by name. */
  granted: { switches: { ...FORM, ...COLUMNS }, lets: ['list'] },
} as const satisfies Record<string, { switches: Json; lets: readonly Exit[] }>
export type Case = keyof typeof CASES

/** Somebody who reads, and records with a mark in every field that is closed to them. */
export interface World {
  readonly reader: TestClient
  readonly enCode: string
  readonly modelId: string
  /** The reader's own record, at its second version. */
  readonly near: string
  /** A record that is out of their scope. */
  readonly far: string
  readonly files: Readonly<Record<Side, string>>
  /** Another model of which a record each refers to these. */
  readonly naming: Readonly<Record<Side, string>> & { readonly modelId: string }
  readonly template: string
  /** SQL interfaces over the records, and over the rows of their sub-tables. */
  readonly interfaces: readonly string[]
  /** Another record of the reader's with the same marks in its texts, for what changes or deletes. */
  spare(): Promise<string>
  /** Bytes of an address that the server has given out; what is packed is unpacked. */
  fetched(url: string): Promise<string>
}

export async function openWorlds() {
  const server = await startTestServer()
  const admin = await server.as('admin')
  const { id: readerId, client: reader } = await personOf(server, 'marked-reader')
  await server.sql(`insert into role (id, en_code, full_name) values ('marked', 'marked', '"标记"')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'marked')`, [readerId])
  const create = async (modelId: string, data: Json) =>
    (await admin.call('onlineDevelopment.create', { modelId, data })).id
  let count = 0

  async function record(modelId: string, side: Side, more: Json = {}) {
    const name = `${FILE_MARK[side]}.txt`
    const annex = asValue(await sendFile(admin, Buffer.from(`${FILE_MARK[side]} ${newId()}`), name), name)
    const data = { ...markedData(side, `${side} title`, annex), ...more }
    const id = await create(modelId, data)
    // A change of its history, which the reader is told of.
    const changed = { ...data, memo: `${String(data['memo'])} 2` }
    await admin.call('onlineDevelopment.update', { modelId, id, version: 1, data: changed })
    if (side === 'near') await server.sql('update record set owner_id = $1 where id = $2', [readerId, id])
    const mentions = side === 'near' ? [readerId] : []
    await admin.call('recordComment.create', { modelId, id, text: `about ${side}`, mentions })
    return { id, file: annex.fileId }
  }

  async function interfaceOver(enCode: string, table: string): Promise<string> {
    const { id } = await admin.call('dataInterface.create', {
      ...{ fullName: enCode, enCode, type: INTERFACE_TYPE.sql },
      dataConfigJson: JSON.stringify({ sql: `select * from "${table}"` }),
    })
    await admin.call('dataInterface.setRunners', { id, everybody: 1, runners: [] })
    return id
  }

  async function worldOf(which: Case, kind: ListKind): Promise<World> {
    const enCode = `marked${++count}`
    const modelId = await release(admin, markedModel(enCode, kind, CASES[which].switches))
    const [menu] = await server.sql<{ columns: { enCode: string }[] }>(
      'select columns from menu where id = $1',
      [`model-${modelId}`],
    )
    await server.server.services.rights.grant('marked', `model-${modelId}`, {
      buttons: ['btn_add', 'btn_edit', 'btn_remove', 'btn_batchRemove', 'btn_download', 'btn_upload'],
      fields: OPEN_FIELDS,
      columns: which === 'granted' ? (menu?.columns ?? []).map((column) => column.enCode) : OPEN_COLUMNS,
    })
    const near = await record(modelId, 'near')
    const far = await record(modelId, 'far')
    const names = await release(admin, namingModel(`${enCode}Names`, modelId))
    await server.server.services.rights.grant('marked', `model-${names}`, {})
    const naming = {
      modelId: names,
      near: await create(names, { name: 'to near', link: near.id }),
      far: await create(names, { name: 'to far', link: far.id }),
    }
    const { id: template } = await admin.call('print.create', {
      ...{ fullName: enCode, enCode, modelId, printTemplate: '<p>{title}</p>' },
    })
    await server.server.services.records.prepared()
    const tables = [enCode, `${enCode}.items`, `${enCode}.shut`]
    const interfaces: string[] = []
    for (const [index, one] of tables.entries())
      interfaces.push(await interfaceOver(`${enCode}of${index}`, one))
    return {
      ...{ reader, enCode, modelId, naming, template, interfaces },
      ...{ near: near.id, far: far.id, files: { near: near.file, far: far.file } },
      async spare() {
        const id = newId()
        await server.sql(
          `insert into record (model_id, id, version, row_version, data, sub_tables, owner_id)
           select model_id, $1, version, 1, data || jsonb_build_object('title', $1::text, 'text', null), sub_tables, owner_id
           from record where id = $2`,
          [id, near.id],
        )
        return id
      },
      async fetched(url) {
        const bytes = new Uint8Array(await (await server.stranger.fetch(url)).arrayBuffer())
        return unpacked(bytes)
      },
    }
  }

  return { server, admin, worldOf, close: () => server.close() }
}

/** `PK`, with which every zip file begins, spreadsheets among them. */
const isPacked = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b

function unpacked(bytes: Uint8Array): string {
  if (!isPacked(bytes)) return strFromU8(bytes)
  return Object.entries(unzipSync(bytes))
    .map(([name, part]) => `${name} ${unpacked(part)}`)
    .join('\n')
}
