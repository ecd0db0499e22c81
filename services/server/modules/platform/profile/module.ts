import { portalCalls } from '@services/contract/areas/platform/portal'
import { profileCalls as calls } from '@services/contract/areas/platform/profile'
import { CODE } from '@services/contract/envelope'
import { demandVersion } from '../../../database/version'
import { ApiError } from '../../../http/errors'
import { type CallContext, Reply, type ServerModule, type Services } from '../../../module'
import { forEveryone } from '../../../right'
import { fileUrl } from '../file/files'
import { readLog } from './log'
import { countOwn } from './own'
import { listOrganizes, listPositions, switchMajor } from './places'
import { arrangePortal, readPortal } from './portals'
import { addSignImage, deleteSignImage, listSignImages, makeDefault } from './sign-images'
import { listSubordinates } from './subordinates'
import { migrations } from './tables'

const OWN = forEveryone('Of the caller alone')

const HOLDER = 'profile'

/** What a person keeps and sees about themselves. */
export const profileModule: ServerModule = {
  name: 'profile',
  migrations,
  register({ services, handle }) {
    // Pictures of people are open to everybody who is signed in, whoever refers to them.
    services.files.provide(HOLDER, async (_context, holders) => new Set(holders))
    handle(calls['currentUser.avatar'], { own: ['file'] }, (context, { name }) =>
      keepAvatar(context, services, name),
    )
    handle(calls['currentUser.major'], OWN, (context, input) => switchMajor(context, services, input))
    handle(calls['currentUser.organizes'], OWN, listOrganizes)
    handle(calls['currentUser.positions'], OWN, listPositions)
    handle(calls['currentUser.subordinates'], OWN, (context, { id }) => listSubordinates(context, id))
    handle(calls['currentUser.authorize'], OWN, async (context) => {
      const entries = await services.rights.permissionsOf(context.user, context.language)
      return {
        list: entries.map(({ modelId, enCode, modelName, button, column, form }) => ({
          ...{ id: modelId, enCode, fullName: modelName },
          ...{ button: named(button), column: named(column), form: named(form) },
        })),
      }
    })
    handle(calls['currentUser.systemLog'], OWN, readLog)
    handle(calls['currentUser.signImages'], OWN, listSignImages)
    handle(calls['currentUser.addSignImage'], OWN, addSignImage)
    handle(calls['currentUser.defaultSignImage'], OWN, (context, { id }) => makeDefault(context, id))
    handle(calls['currentUser.deleteSignImage'], OWN, (context, { id }) => deleteSignImage(context, id))
    handle(portalCalls['currentUser.portal'], OWN, (context, { place }) => readPortal(context, place))
    handle(portalCalls['currentUser.arrangePortal'], OWN, async (context, input) => {
      await arrangePortal(context, input)
      return new Reply(null, context.text('@server.saved'))
    })
    handle(calls['dashboard.own'], { own: ['record'] }, countOwn)
  },
}

function named(
  codes: readonly { readonly id?: string; readonly enCode: string; readonly fullName?: string }[],
) {
  return codes.map(({ id = '', enCode, fullName = enCode }) => ({ id, enCode, fullName }))
}

/** Only a picture that the caller has sent, of at most a megabyte, becomes the caller's own. */
async function keepAvatar(
  context: CallContext,
  services: Services,
  name: string,
): Promise<Reply<{ headIcon: string }>> {
  const file = (await services.files.usable(context, [name])).get(name)
  if (!file || !PICTURES.has(file.type)) throw new ApiError(CODE.badRequest, '@picture.notAPicture')
  if (file.size > AVATAR_BYTES) throw new ApiError(CODE.badRequest, '@places.avatarTooLarge')
  const headIcon = fileUrl('userAvatar', name)
  const id = context.user.userId
  await context.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('user_account')
      .select('head_icon')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    await tx.updateTable('user_account').set({ head_icon: headIcon }).where('id', '=', id).execute()
    await demandVersion(tx, 'user_account', id)
    await services.files.refer(tx, HOLDER, { scope: 'avatar', holderId: id }, [
      { file: name, field: 'headIcon' },
    ])
    await context.audit(
      { action: 'currentUser.avatar', target: id, before, after: { head_icon: headIcon } },
      tx,
    )
  })
  return new Reply({ headIcon }, context.text('@server.saved'))
}

const AVATAR_BYTES = 1_048_576
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/webp'])
