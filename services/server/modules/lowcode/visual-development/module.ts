import { modelStepCalls as steps } from '@services/contract/areas/lowcode/model-steps'
import { modelVersionCalls as versions } from '@services/contract/areas/lowcode/model-versions'
import { visualDevelopmentCalls as calls } from '@services/contract/areas/lowcode/visual-development'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { Reply, type ServerModule } from '../../../module'
import { forEveryone, type MenuRight } from '../../../right'
import { beginModel, copyModel } from './beginning'
import { candidateOf } from './candidate'
import { changeLines } from './change-lines'
import { checkRelease } from './check-release'
import { deleteModel, deletionOf } from './deleting'
import { checkImport, checkMerge, importModel } from './importing'
import { judgeWhole, provideJudging } from './judging/judge-job'
import { listModels, modelById, updateModel } from './models'
import { readReferences } from './named'
import { createOpenDocuments } from './open-documents'
import { tryPlans } from './plans'
import { notePresence } from './presence'
import { entriesOf, releaseModel } from './release'
import { createReleased, type ReleasedModels } from './released'
import { listAll, selectorTree } from './selector'
import { pageOfSteps } from './step-pages'
import { takeSteps } from './steps'
import { migrations } from './tables'
import { listTemplates } from './templates'
import { exportModel } from './transfer'
import { listVersions, readVersion, setModelState } from './versions'

declare module '../../../module' {
  interface Services {
    models: ReleasedModels
  }
}

const VIEW = 'development.models'

/** What is designed is looked at beside the records that are there. */
const touchingRecords = (button: string): MenuRight => ({
  ...{ code: `${VIEW}:${button}`, touches: ['record', 'interface', 'print'] },
  why: 'Records and sources are checked against the model',
})

/** What a model from elsewhere names is looked for: interfaces, print templates. */
const IMPORTING: MenuRight = {
  ...{ code: `${VIEW}:btn_add`, touches: ['interface', 'print'] },
  why: 'What an imported model refers to is looked for',
}

/** What a release would do is worked out from records, sources and rights. */
const CHECKING: MenuRight = {
  ...{ code: VIEW, touches: ['record', 'interface', 'print'] },
  why: 'Records are counted that a new form would refuse; none of their values is told',
}

/** The visual development base: models as drafts, their releases, their place in the menu (`spec/administration.md §7`). */
export const visualDevelopmentModule: ServerModule = {
  name: 'visual-development',
  migrations,
  register({ db, services, options, handle }) {
    services.models = createReleased(db)
    const documents = createOpenDocuments()
    // Everybody's menu is read again, in place: nothing that is being done is lost.
    const menuChanged = () =>
      services.sockets.broadcast({ method: 'documentChanged', file: 'menu.json', version: '' })

    handle(calls['visualDevelopment.list'], VIEW, (context, query) => listModels(context, query))
    handle(calls['visualDevelopment.all'], VIEW, async (context, { keyword }) => ({
      list: await listAll(context, keyword),
    }))
    handle(
      calls['visualDevelopment.selector'],
      forEveryone('Names of released models, which forms refer to'),
      async (context, { keyword }) => ({
        list: await selectorTree(context, keyword),
      }),
    )
    handle(calls['visualDevelopment.info'], VIEW, (_, { id }) => modelById(db, id))
    const creating = { ...IMPORTING, names: ['interfaceId'] as const }
    handle(calls['visualDevelopment.create'], creating, async (context, input) => {
      const made = await beginModel(context, services, options.schemas, input)
      return new Reply(made, context.text('@record.modelCreated'))
    })
    handle(calls['visualDevelopment.templates'], VIEW, async (context) => ({
      list: await listTemplates(options.schemas, context.text),
    }))
    handle(calls['visualDevelopment.check'], IMPORTING, (context, input) =>
      checkImport(context, services, input),
    )
    handle(calls['visualDevelopment.merge'], IMPORTING, (context, input) =>
      checkMerge(context, services, input),
    )
    handle(calls['visualDevelopment.export'], VIEW, async (_, { id, versions }) =>
      services.downloads.offer(await exportModel(db, id, versions === 1)),
    )
    handle(calls['visualDevelopment.import'], IMPORTING, async (context, input) => {
      if ((input.replace || input.merge) && !(await context.can(`${VIEW}:btn_edit`)))
        throw await services.rights.refusal(`${VIEW}:btn_edit`, context.language)
      const made = await importModel(context, services, input)
      const msg = made.errors.length > 0 ? '@record.modelImportedBroken' : '@record.modelImported'
      return new Reply(made, context.text(msg))
    })
    handle(calls['visualDevelopment.update'], `${VIEW}:btn_edit`, async (context, { id, ...input }) => {
      return new Reply(await updateModel(context, id, input), context.text('@record.modelUpdated'))
    })
    handle(steps['visualDevelopment.step'], `${VIEW}:btn_edit`, async (context, input) => {
      const { keep, ...taken } = await takeSteps(context, documents, input)
      keep()
      return taken
    })
    handle(steps['visualDevelopment.steps'], VIEW, ({ user }, query) => pageOfSteps(db, query, user.userId))
    handle(steps['visualDevelopment.present'], `${VIEW}:btn_edit`, (context, input) =>
      notePresence(context, input),
    )
    handle(
      calls['visualDevelopment.delete'],
      touchingRecords('btn_remove'),
      async (context, { id, confirm }) => {
        await deleteModel(context, services, id, confirm)
        await menuChanged()
        return new Reply(null, context.text('@record.modelDeleted'))
      },
    )
    handle(calls['visualDevelopment.deletion'], touchingRecords('btn_remove'), (context, { id }) =>
      deletionOf(context, id),
    )
    handle(calls['visualDevelopment.copy'], `${VIEW}:btn_add`, async (context, { id }) => {
      return new Reply(await copyModel(context, id), context.text('@record.modelCopied'))
    })
    handle(
      calls['visualDevelopment.release'],
      touchingRecords('btn_release'),
      async (context, { id, ...placement }) => {
        const { version, losses } = await releaseModel(context, services, id, placement)
        await menuChanged()
        const msg = context.text(losses.length > 0 ? '@record.releasedWithLosses' : '@record.released', {
          count: losses.length,
        })
        return new Reply({ version, errors: [], losses: [...losses] }, msg)
      },
    )
    handle(versions['visualDevelopment.checkRelease'], CHECKING, async (context, { id, version }) => {
      const candidate = await candidateOf(context.db, id, version ?? 0, context.text)
      const [entry, appEntry] = await entriesOf(context.db, id)
      const { changes, ...check } = await checkRelease(context.db, context, services, candidate)
      return {
        ...check,
        changes: changeLines(changes, context.text),
        entry: entry ? { parentId: entry.parent_id, icon: entry.icon } : null,
        appEntry: appEntry ? { parentId: appEntry.parent_id } : null,
      }
    })
    handle(versions['visualDevelopment.references'], CHECKING, (context, { id, field }) =>
      readReferences(context, services, id, field),
    )
    handle(versions['visualDevelopment.menuPlaces'], VIEW, async ({ text }, { category = 'Web' }) => ({
      list: await services.menu.places(category, text),
    }))
    provideJudging(services)
    handle(versions['visualDevelopment.judge'], CHECKING, async (context, { id, version }) => ({
      jobId: await judgeWhole(context, services, id, version),
    }))
    handle(versions['visualDevelopment.versions'], VIEW, (_, input) => listVersions(db, input))
    handle(versions['visualDevelopment.version'], VIEW, (context, { id, version }) =>
      readVersion(db, id, version, context.text),
    )
    handle(
      versions['visualDevelopment.rollback'],
      touchingRecords('btn_release'),
      async (context, { id, ...input }) => {
        const { version, draftVersion } = await releaseModel(context, services, id, input)
        await menuChanged()
        const msg = context.text('@release.rolledBack', { to: input.version, version })
        return new Reply({ version, draftVersion }, msg)
      },
    )
    handle(versions['visualDevelopment.state'], `${VIEW}:btn_release`, async (context, { id, isEnabled }) => {
      await setModelState(context, services, id, isEnabled === 1)
      await menuChanged()
      return new Reply(null, context.text(isEnabled === 1 ? '@release.enabled' : '@release.disabled'))
    })
    handle(calls['visualDevelopment.formDataFields'], VIEW, async (context, { id, filterType }) => {
      const { plans, errors } = tryPlans(await modelById(db, id), context.text)
      if (!plans) throw new ApiError(CODE.badRequest, errors[0]?.message ?? '')
      const { form } = plans
      const fields = [...form.fields.values()].filter(
        (field) => !field.table && !field.columns && (filterType !== 1 || field.definition?.sort === 'text'),
      )
      return { list: fields.map((field) => ({ vModel: field.path, label: context.text(field.label) })) }
    })
  },
}
