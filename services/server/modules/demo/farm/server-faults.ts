import { calls } from '@services/contract/calls'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { type ModuleServer, Reply } from '../../../module'

/** How long the answer has to get away before the server is killed, in milliseconds. */
const LAST_WORD_MS = 250

/**
 * The part of the fault menu that is about the server itself (`design/field.md §4.2`), for who has the button, in a demo alone: the
 * broker is ended only where it is our own, the server only where somebody starts it anew (`npm start` does).
 */
export function serveServerFaults(
  { handle, options, services, log }: Pick<ModuleServer, 'handle' | 'options' | 'services' | 'log'>,
  kill: () => void = () => process.kill(process.pid, 'SIGKILL'),
): void {
  const crash = () => (options.demo ? services.devices.crashBroker : null)
  const mayKill = options.demo && options.isSupervised === true

  handle(calls['simulator.server'], 'development.simulator', () => ({
    canCrashBroker: crash() ? 1 : 0,
    canKillServer: mayKill ? 1 : 0,
  }))
  handle(calls['simulator.crashBroker'], 'development.simulator:btn_server', async (context) => {
    const work = crash()
    if (!work) throw new ApiError(CODE.badRequest, '@simulator.brokerElsewhere')
    await context.audit({ action: 'simulator.crashBroker', target: 'broker' })
    await work()
    return new Reply(undefined, context.text('@simulator.brokerCrashed'))
  })
  handle(calls['simulator.killServer'], 'development.simulator:btn_server', async (context) => {
    if (!mayKill) throw new ApiError(CODE.badRequest, '@simulator.notSupervised')
    await context.audit({ action: 'simulator.killServer', target: 'server' })
    log.warn('The server is killed by the fault menu')
    setTimeout(kill, LAST_WORD_MS)
    return new Reply(undefined, context.text('@simulator.serverKilled'))
  })
}
