import type { FieldPlan } from '@runtime/form/plan'
import { onlineDevelopmentCalls as calls } from '@services/contract/areas/lowcode/online-development'
import { visualDevelopmentCalls } from '@services/contract/areas/lowcode/visual-development'
import { renewReading } from '../../../database/reading'
import { Reply, type ServerModule } from '../../../module'
import { AUDITED_AREAS, recordTeller } from './audit-teller'
import { undoBatch } from './batch/undo'
import { previewBatch, updateBatch } from './batch/update'
import { modelDates } from './calendar'
import { modelConfig } from './config'
import { dueModels } from './due'
import { provideExport } from './export/export'
import { provideRecordFiles } from './files'
import { withFormerNames } from './former-names'
import { whyReached } from './gate/why-reached'
import { recordHistory } from './history'
import { serveImport } from './import/routes'
import { prepareIndexes } from './indexes'
import { prepareKeys } from './keys/build'
import { listChildren, listRecords } from './list'
import { ownModels } from './own-models'
import { createRecord, deleteRecords, displayed, readForDisplay, readRecord } from './records'
import { namedRecords, recordsNamed, recordsToChoose } from './relations'
import { reportRequester } from './report-requester'
import { prepareReportViews } from './report-view'
import { restoreRecords } from './restore'
import { demandModel, rightsOf } from './rights'
import { forgetOldSaves } from './save-once'
import { sealRecords } from './seal-records'
import { migrations } from './tables'
import { testedFields } from './tested-fields'
import { updateRecord } from './updating'

declare module '../../../module' {
  interface Services {
    records: {
      /** Makes a record as its caller would. */
      create(context: CallContext, modelId: string, data: unknown): Promise<{ id: string; version: number }>
      /** A record as people read it, by its caller's right, raw values beside the texts as `<field>_id`. */
      display(context: CallContext, modelId: string, id: string): Promise<Readonly<Record<string, unknown>>>
      /** The fields of a model whose values its caller may see in a record. @throws ApiError 404, 403 */
      openFields(context: CallContext, modelId: string): Promise<readonly FieldPlan[]>
      /** Builds, after the answer, what the newest version of a model needs in the database. */
      prepare(modelId: string): void
      /** Resolves when all that was asked to be prepared is. */
      prepared(): Promise<void>
    }
  }
}

/** Milliseconds. */
const HOUR = 3_600_000

/** Records of released models. Who may do what is decided by the model's menu entry, in `rights.ts`. */
export const onlineDevelopmentModule: ServerModule = {
  name: 'online-development',
  migrations,
  register(server) {
    const { db, pools, services, handle, onReady, onClose, log } = server
    provideRecordFiles(services)
    const teller = recordTeller(services)
    for (const area of AUDITED_AREAS) services.audit.tellers.set(area, teller)
    services.reportRequester = (context, statement) => reportRequester(db, services, context, statement)
    services.recordReach = (context, asked) => whyReached(context, services, asked)
    services.targets.guards.model = (context, modelId, act) => demandModel(context, services, modelId, act)
    let work = Promise.resolve()
    const prepare = (modelId: string) => {
      work = work
        .then(async () => {
          const model = await services.models.current(modelId)
          await prepareReportViews(pools.owner, model, log)
          const tested = await testedFields(db, services, model)
          await prepareKeys(pools.owner, model, tested, log)
          await prepareIndexes(pools.owner, model, tested.each, log)
          const holder = `model ${modelId}`
          services.secrets.report(holder, undefined)
          const { sealed, locked } = await sealRecords(pools.owner, services.secrets, model)
          if (sealed > 0) log.info(`${sealed} records of model ${modelId} have been encrypted`)
          services.secrets.report(holder, locked)
        })
        .catch((error: unknown) => log.warn(`model ${modelId} could not be prepared: ${String(error)}`))
    }
    services.records = {
      create: (context, modelId, data) => createRecord(context, services, { modelId, data }),
      async display(context, modelId, id) {
        const { shown } = await displayed(context, services, modelId, id)
        return withFormerNames((await services.models.current(modelId)).form, shown)
      },
      async openFields(context, modelId) {
        const model = await services.models.current(modelId)
        const { open } = await rightsOf(context, services, model)
        return [...model.form.fields.values()].filter((field) => open(field, 'form'))
      },
      prepare,
      prepared: () => work,
    }
    onReady(async () => {
      work = work.then(async () => {
        const renewed = await renewReading(pools.owner).catch((error: unknown) => {
          log.warn(`indexes of texts could not be made anew: ${error}`)
          return 0
        })
        if (renewed > 0)
          log.info(`${renewed} indexes of texts have been made anew for another version of ICU`)
      })
      // Whatever an ended server left unfinished.
      const models = await db.selectFrom('model').select('id').where('released_version', '>', 0).execute()
      for (const { id } of models) prepare(id)
    })
    onReady(async () => {
      const forget = () =>
        forgetOldSaves(db).catch((error: unknown) =>
          log.warn(`names of old saves could not be forgotten: ${error}`),
        )
      const timer = setInterval(forget, HOUR).unref()
      onClose(async () => clearInterval(timer))
    })
    onClose(() => work)
    serveImport(server)
    services.schedules.provide(modelDates(services))
    const exportRecords = provideExport(services)
    handle(calls['onlineDevelopment.export'], { model: 'modelId', act: 'export' }, exportRecords)
    services.names.provide(
      'record',
      (source, ids, context) => namedRecords(services, source, ids, context),
      (source, texts, context) => recordsNamed(services, source, texts, context),
    )
    handle(
      visualDevelopmentCalls['visualDevelopment.fieldDataSelect'],
      { model: 'modelId', act: 'read' },
      (context, input) => recordsToChoose(context, services, input),
    )

    handle(
      calls['onlineDevelopment.config'],
      {
        visible: ['record'],
        why: 'The released version by its menu entry, the draft by the right to design',
      },
      (context, { modelId, type }) => modelConfig(context, services, modelId, type),
    )
    handle(
      calls['dashboard.models'],
      { visible: ['record'], why: 'Models of the caller’s menu, counted as their lists are' },
      (context) => ownModels(context, services),
    )
    handle(
      calls['dashboard.due'],
      { visible: ['record'], why: 'Models of the caller’s menu, by what their lists show' },
      dueModels(services),
    )
    handle(calls['onlineDevelopment.list'], { model: 'modelId', act: 'read' }, (context, input) =>
      listRecords(context, services, input),
    )
    handle(calls['onlineDevelopment.listChildren'], { model: 'modelId', act: 'read' }, (context, input) =>
      listChildren(context, services, input),
    )
    handle(
      calls['onlineDevelopment.create'],
      { model: 'modelId', act: 'create' },
      async (context, save) =>
        new Reply(await createRecord(context, services, save), context.text('@record.created')),
    )
    handle(calls['onlineDevelopment.read'], { model: 'modelId', act: 'read' }, (context, { modelId, id }) =>
      readRecord(context, services, modelId, id),
    )
    handle(
      calls['onlineDevelopment.update'],
      { model: 'modelId', act: 'update' },
      async (context, save) =>
        new Reply(await updateRecord(context, services, save), context.text('@record.updated')),
    )
    handle(
      calls['onlineDevelopment.delete'],
      { model: 'modelId', act: 'delete' },
      async (context, { modelId, id }) => {
        await deleteRecords(context, services, modelId, [id])
        return new Reply(null, context.text('@record.deleted'))
      },
    )
    handle(
      calls['onlineDevelopment.batchDelete'],
      { model: 'modelId', act: 'deleteMany' },
      async (context, { modelId, ids }) => {
        const deleted = await deleteRecords(context, services, modelId, ids)
        return new Reply({ deleted }, context.text('@record.deleted'))
      },
    )
    handle(
      calls['onlineDevelopment.restore'],
      { visible: ['record'], why: 'Records that the caller has deleted, by the rights that deleted them' },
      async (context, { modelId, ids }) => {
        const restored = await restoreRecords(context, services, modelId, ids)
        return new Reply({ restored }, context.text('@record.restored'))
      },
    )
    handle(
      calls['onlineDevelopment.batchPreview'],
      { model: 'modelId', act: 'update' },
      async (context, input) => ({ list: await previewBatch(context, services, input) }),
    )
    handle(
      calls['onlineDevelopment.batchUpdate'],
      { model: 'modelId', act: 'update' },
      async (context, input) => ({ list: await updateBatch(context, services, input) }),
    )
    handle(
      calls['onlineDevelopment.batchUndo'],
      { model: 'modelId', act: 'update' },
      async (context, input) => ({ list: await undoBatch(context, services, input) }),
    )
    handle(
      calls['onlineDevelopment.dataChange'],
      { model: 'modelId', act: 'read' },
      (context, { modelId, id }) => readForDisplay(context, services, modelId, id),
    )
    handle(calls['onlineDevelopment.history'], { model: 'modelId', act: 'read' }, (context, input) =>
      recordHistory(context, services, input),
    )
  },
}
