import type { printCalls } from '@services/contract/areas/lowcode/print'
import type { InputOf } from '@services/contract/call'
import { type PageAsked, pageOf } from '../../../database/page'
import { holdsKeyword } from '../../../database/search'
import type { CallContext, Db } from '../../../module'
import { printableTemplate, templateById } from './templates'

/** Notes who has printed how many of what. */
export async function logPrint(
  context: CallContext,
  { printTitle, printNum, printId }: InputOf<(typeof printCalls)['print.log']>,
): Promise<void> {
  await printableTemplate(context.db, printId)
  await context.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('print_log')
      .values({ template_id: printId, title: printTitle, count: printNum, user_id: context.user.userId })
      .execute()
    await context.audit({ action: 'print.log', target: printId, after: { printTitle, printNum } }, tx)
  })
}

/** What a template has printed, newest first; the keyword is looked for in titles and in names of people. @throws ApiError 404 */
export async function listPrints(db: Db, id: string, query: PageAsked & { readonly keyword?: string }) {
  const template = await templateById(db, id)
  const { list, pagination } = await pageOf(
    db
      .selectFrom('print_log')
      .leftJoin('user_account', 'user_account.id', 'print_log.user_id')
      .where('print_log.template_id', '=', template.id)
      .where((where) =>
        where.or([
          holdsKeyword(query.keyword, 'print_log.title'),
          holdsKeyword(query.keyword, 'user_account.real_name'),
        ]),
      )
      .select([
        'print_log.id',
        'print_log.title as printTitle',
        'print_log.count as printNum',
        'print_log.printed_at as at',
        'user_account.real_name as name',
      ])
      .orderBy('print_log.id', 'desc'),
    query,
  )
  return {
    list: list.map(({ id, printTitle, printNum, at, name }) => ({
      ...{ id: String(id), printMan: name ?? '', printTime: at.getTime(), printNum, printTitle },
    })),
    pagination,
  }
}
