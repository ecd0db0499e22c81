import { messageWayCalls as calls } from '@services/contract/areas/platform/message-ways'
import { type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { readOwnWays, saveOwnWays } from './choice'
import { WRITER } from './leave'
import { letterOf } from './letter'
import { saveSending, shownSending } from './offered'
import { endSubscription, readSubscription, subscriptionOf } from './unsubscribe'

const SEE = 'system.config'
const OWN = forEveryone('Of the caller alone')

/** How messages leave the product: offered by administrators, chosen by each person, ended from the message. */
export function registerWays(server: ModuleServer): void {
  const { services, handle } = server
  const { secrets } = services
  services.outbound.write(WRITER, (letter) => letterOf(server, letter))

  handle(calls['messageSending.read'], SEE, (context) => shownSending(context, services))
  handle(calls['messageSending.save'], `${SEE}:btn_edit`, async (context, given) => {
    await saveSending(context, given)
    return new Reply(null, context.text('@server.saved'))
  })
  handle(calls['currentUser.messageWays'], OWN, (context) => readOwnWays(context, services))
  handle(calls['currentUser.saveMessageWays'], OWN, async (context, given) => {
    await saveOwnWays(context, given)
    return new Reply(null, context.text('@server.saved'))
  })
  handle(calls['unsubscribe.read'], 'public', (context, { token }) =>
    readSubscription(context, subscriptionOf(secrets, token)),
  )
  handle(calls['unsubscribe.confirm'], 'public', async (context, { token }) => {
    await endSubscription(context, subscriptionOf(secrets, token))
    return new Reply(null, context.text('@messageWays.ended'))
  })
}
