import { newId } from '@runtime/id'
import { MOST_SIGNATURES, type profileCalls } from '@services/contract/areas/platform/profile'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError, notFound } from '../../../http/errors'
import { type CallContext, Reply, type Tx } from '../../../module'

type Calls = typeof profileCalls

export async function listSignImages({
  db,
  user,
}: CallContext): Promise<ResponseOf<Calls['currentUser.signImages']>> {
  const rows = await db
    .selectFrom('sign_image')
    .select(['id', 'sign_img', 'is_default'])
    .where('user_id', '=', user.userId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .execute()
  return {
    list: rows.map((row) => ({ id: row.id, signImg: row.sign_img, isDefault: row.is_default ? 1 : 0 })),
  }
}

/** Keeps an image; the first one is the default. */
export async function addSignImage(
  context: CallContext,
  { signImg, isDefault }: InputOf<Calls['currentUser.addSignImage']>,
): Promise<Reply<{ id: string }>> {
  if (!isPicture(signImg)) throw new ApiError(CODE.badRequest, '@picture.notAPicture')
  const id = newId()
  const user_id = context.user.userId
  await changing(context, 'currentUser.addSignImage', id, async (tx) => {
    const known = await tx.selectFrom('sign_image').select('id').where('user_id', '=', user_id).execute()
    if (known.length >= MOST_SIGNATURES)
      throw new ApiError(CODE.badRequest, '@places.tooManySignatures', { params: { count: MOST_SIGNATURES } })
    const is_default = known.length === 0 || isDefault === 1
    if (is_default) await noDefault(tx, user_id)
    await tx.insertInto('sign_image').values({ id, user_id, sign_img: signImg, is_default }).execute()
  })
  return new Reply({ id }, context.text('@server.saved'))
}

export async function makeDefault(context: CallContext, id: string): Promise<Reply<null>> {
  const user_id = context.user.userId
  await changing(context, 'currentUser.defaultSignImage', id, async (tx) => {
    await noDefault(tx, user_id)
    const { numUpdatedRows } = await tx
      .updateTable('sign_image')
      .set({ is_default: true })
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound()
  })
  return new Reply(null, context.text('@server.saved'))
}

/** Deletes an image; the oldest of the others takes the default's place. */
export async function deleteSignImage(context: CallContext, id: string): Promise<Reply<null>> {
  const user_id = context.user.userId
  await changing(context, 'currentUser.deleteSignImage', id, async (tx) => {
    const gone = await tx
      .deleteFrom('sign_image')
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .returning('is_default')
      .executeTakeFirst()
    if (!gone) throw notFound()
    if (!gone.is_default) return
    const next = await tx
      .selectFrom('sign_image')
      .select('id')
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .executeTakeFirst()
    if (next) await tx.updateTable('sign_image').set({ is_default: true }).where('id', '=', next.id).execute()
  })
  return new Reply(null, context.text('@places.deleted'))
}

/** One change at a time of one person's images. */
async function changing(
  context: CallContext,
  action: string,
  target: string,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('user_account')
      .select('id')
      .where('id', '=', context.user.userId)
      .forUpdate()
      .execute()
    await work(tx)
    await context.audit({ action, target }, tx)
  })
}

async function noDefault(tx: Tx, user_id: string): Promise<void> {
  await tx.updateTable('sign_image').set({ is_default: false }).where('user_id', '=', user_id).execute()
}

const BEGINNINGS = {
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
} as const

/** Whether the bytes of a data address are what it says they are. */
function isPicture(address: string): boolean {
  const [head = '', content = ''] = address.split(',')
  const type = head.slice('data:'.length, -';base64'.length) as keyof typeof BEGINNINGS
  const beginning = BEGINNINGS[type]
  return (
    beginning !== undefined &&
    Buffer.from(content.slice(0, 16), 'base64').subarray(0, beginning.length).equals(beginning)
  )
}
