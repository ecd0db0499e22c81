import { billRuleCalls as calls } from '@services/contract/areas/platform/bill-rule'
import { notFound } from '../../../http/errors'
import { type CallContext, Reply, type ServerModule, type UploadedFile } from '../../../module'
import { forEveryone } from '../../../right'
import { called } from '../dictionary/tree'
import {
  createRule,
  deleteRule,
  listRules,
  namedRules,
  ruleById,
  rulesNamed,
  toggleRule,
  updateRule,
} from './rules'
import { seedRules } from './seeds'
import { drawNumber, findRule, peekNumber } from './serial'
import { migrations } from './tables'
import { exportRule, importRule } from './transfer'

const NUMBERING = forEveryone('Rules number what everybody makes')

declare module '../../../module' {
  interface Services {
    serials: {
      /** The next number of a rule, by its code, inside the transaction of the record that carries it. */
      draw(tx: Tx, rule: string): Promise<string>
    }
  }
}

const VIEW = 'system.billRule'

/** Serial-number rules (`spec/administration.md §3, §5`). */
export const billRuleModule: ServerModule = {
  name: 'bill-rule',
  migrations,
  register({ db, services, handle, options, onReady }) {
    if (options.demo) onReady(() => seedRules(db))
    services.serials = { draw: (tx, rule) => drawNumber(tx, rule) }
    services.names.provide(
      'serialRule',
      (_, ids) => namedRules(db, ids),
      (_, texts) => rulesNamed(db, texts),
    )
    const done = (context: CallContext, message: string) => new Reply(null, context.text(message))

    handle(calls['billRule.list'], VIEW, (context, query) => listRules(context, query))
    handle(calls['billRule.selector'], NUMBERING, async (context, query) => {
      const { list, pagination } = await listRules(context, query, true)
      return {
        list: list.map(({ id, fullName, enCode, category, startNumber }) => ({
          id,
          fullName,
          enCode,
          category,
          startNumber,
        })),
        pagination,
      }
    })
    handle(calls['billRule.info'], VIEW, (_, { id }) => ruleById(db, id))
    handle(calls['billRule.create'], `${VIEW}:btn_add`, async (context, input) => {
      return new Reply(await createRule(context, input), context.text('@billRule.created'))
    })
    handle(calls['billRule.update'], `${VIEW}:btn_edit`, async (context, { id, ...input }) => {
      await updateRule(context, id, input)
      return done(context, '@billRule.updated')
    })
    handle(calls['billRule.delete'], `${VIEW}:btn_remove`, async (context, { id }) => {
      await deleteRule(context, id)
      return done(context, '@billRule.deleted')
    })
    handle(calls['billRule.setState'], `${VIEW}:btn_edit`, async (context, { id }) => {
      await toggleRule(context, id)
      return done(context, '@server.ok')
    })
    handle(calls['billRule.number'], NUMBERING, async (_, { id }) => {
      const rule = await findRule(db, id)
      if (!rule) throw notFound()
      return peekNumber(db, rule)
    })
    handle(calls['billRule.categories'], NUMBERING, async ({ text }) => {
      const items = await services.dictionaries.options('businessType')
      return {
        list: items.map((item) => {
          const { id, fullName, enCode } = called(item, text)
          return { id, fullName, enCode }
        }),
      }
    })
    handle(calls['billRule.export'], VIEW, async (_, { id }) =>
      services.downloads.offer(await exportRule(db, id)),
    )
    handle(calls['billRule.import'], `${VIEW}:btn_add`, async (context, input) => {
      const { file } = input as { readonly file: UploadedFile }
      return new Reply(await importRule(context, file), context.text('@billRule.imported'))
    })
  },
}
