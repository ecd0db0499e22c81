import type { ServerModule } from '../../../module'
import { forgetRows } from './once'
import { migrations } from './tables'

const HOUR = 3_600_000

/** What imports have in common: rows of files that are known again. Which rows there are is said by the modules that import them. */
export const transferModule: ServerModule = {
  name: 'transfer',
  migrations,
  register({ db, onReady, onClose, log }) {
    onReady(async () => {
      const forget = () =>
        forgetRows(db).catch((error: unknown) => log.warn(`imported rows could not be forgotten: ${error}`))
      const timer = setInterval(forget, HOUR).unref()
      onClose(async () => clearInterval(timer))
    })
  },
}
