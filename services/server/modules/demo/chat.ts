import type { Db, ModuleServer, Tx } from '../../module'
import { writeMessage } from '../platform/chat/messages'
import { once } from './once'

const MINUTE = 60_000

/**
 * A conversation of the demo between an account and a colleague: by the colleague's place in the department, or another
 * account. A line is who speaks (`<` the colleague, `>` the account), how many minutes ago, and what is said.
 */
interface Talk {
  readonly account: 'admin' | 'operator'
  readonly with: { readonly unit: string; readonly place: number } | 'operator'
  readonly lines: readonly (readonly ['<' | '>', number, string])[]
  /** The last lines of the colleague that the account has not read. */
  readonly unread?: number
}

const TALKS: readonly Talk[] = [
  {
    account: 'admin',
    with: 'operator',
    lines: [
      ['>', 1_530, '小田，5号轮灌组昨晚的用水记录录了吗？'],
      ['<', 1_522, '录了，8小时，6214方，照片也传了。'],
      ['>', 1_519, '好，和计划差1.8%，可以。'],
      ['<', 44, 'SM-6 的墒情读数半小时没动，我下午过去看看探头。'],
      ['<', 43, '顺便把 GW-3 的电池换了。'],
    ],
    unread: 2,
  },
  {
    account: 'admin',
    with: { unit: 'demo-supply', place: 0 },
    lines: [
      ['<', 2_950, '滴灌带那张采购订单，供应商的报价单盖好章了。'],
      ['>', 2_941, '收到，传到附件里再提交一次。'],
      ['<', 2_870, '已提交，麻烦审一下。'],
      ['>', 2_866, '通过了。'],
    ],
  },
  {
    account: 'admin',
    with: { unit: 'demo-north-irrigation', place: 0 },
    lines: [
      ['<', 205, '北庭这边冬灌计划表收到了，第二轮想往后推两天，棉秆还没清完。'],
      ['>', 190, '推两天没问题，注意别赶上降温。'],
      ['<', 187, '明白，气象站预报下周四降温，来得及。'],
      ['<', 16, '推迟后的计划我改好了，您看下：7—12号组改到17号开阀。'],
    ],
    unread: 1,
  },
  {
    account: 'operator',
    with: { unit: 'demo-irrigation', place: 1 },
    lines: [
      ['>', 4_310, '2号泵房的钥匙在谁那？'],
      ['<', 4_305, '在值班室柜子里，第二格。'],
      ['>', 4_301, '拿到了，谢谢。'],
      ['<', 320, '7号地末端的滴灌带破了两处，我已经接上了。'],
      ['>', 312, '好，我补进巡检记录。'],
    ],
  },
  {
    account: 'operator',
    with: { unit: 'demo-production', place: 0 },
    lines: [
      ['<', 95, '明早6点1号组先开，番茄地那边先不浇。'],
      ['<', 94, '开阀前确认一下首部压力，要0.4以上。'],
    ],
    unread: 2,
  },
]

/** Makes the demo's conversations, once. */
export async function seedDemoTalks({ db }: ModuleServer): Promise<void> {
  await once(db, 'talks', async () => {
    await db.transaction().execute(async (tx) => {
      for (const talk of TALKS) await addTalk(tx, talk)
    })
  })
}

async function addTalk(tx: Tx, talk: Talk): Promise<void> {
  const account = await accountId(tx, talk.account)
  const colleague =
    talk.with === 'operator' ? await accountId(tx, 'operator') : await colleagueId(tx, talk.with, account)
  if (!account || !colleague) return
  for (const [who, minutes, content] of talk.lines) {
    const [sender, receiver] = who === '>' ? [account, colleague] : [colleague, account]
    const message = { sender, receiver, kind: 'text', content, media: null, clientId: undefined } as const
    const { id } = await writeMessage(tx, message)
    const at = new Date(Date.now() - minutes * MINUTE)
    await tx.updateTable('chat_message').set({ sent_at: at }).where('id', '=', id).execute()
    await tx.updateTable('chat_thread').set({ last_at: at }).where('last_id', '=', id).execute()
  }
  await setUnread(tx, account, colleague, talk.unread ?? 0)
  await setUnread(tx, colleague, account, 0)
}

function setUnread(tx: Tx, userId: string, peer: string, unread: number) {
  return tx
    .updateTable('chat_thread')
    .set({ unread })
    .where('user_id', '=', userId)
    .where('peer_id', '=', peer)
    .execute()
}

async function accountId(db: Db | Tx, account: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_account')
    .select('id')
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.id
}

async function colleagueId(
  tx: Tx,
  { unit, place }: { readonly unit: string; readonly place: number },
  account: string | undefined,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('user_account')
    .innerJoin('user_organize', 'user_organize.user_id', 'user_account.id')
    .select('user_account.id')
    .where('organize_id', '=', unit)
    .where('user_account.id', '<>', account ?? '')
    .orderBy('user_account.sort_code')
    .orderBy('user_account.account')
    .offset(place)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
