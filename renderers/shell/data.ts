import { type CallRules, createDataCache } from '@runtime/data'
import { callByName, isRead, OPTIONS_BATCH } from '@services/client'
import { subscribeKey } from 'valtio/vanilla/utils'
import { client } from './client'
import { language, translate } from './language'
import { settings } from './layout/settings'
import { session } from './sign-in/session'

const FIVE_MINUTES = 300_000
/** Choices change rarely, and everything asks for them: they are asked again when their tag is (`spec/administration.md §4`). */
const LASTING: Readonly<Record<string, CallRules>> = {
  'dictionaryData.options': {
    tags: ['dictionary'],
    fresh: FIVE_MINUTES,
    batch: { call: 'dictionaryData.optionsOf', key: 'id', most: OPTIONS_BATCH },
  },
  'documents.read': { fresh: FIVE_MINUTES },
  'dictionaryData.all': { tags: ['dictionary'], fresh: FIVE_MINUTES },
}

/** The answers that this window keeps. They are those of one person, one project and one language. */
export const data = createDataCache({
  call: (name, input, options) => client.call(name, input, options),
  refusal: (name) => translate('@document.callUse', { name, reason: translate('@document.callUse.read') }),
  rulesOf(name) {
    const call = callByName(name)
    return { ...LASTING[name], isRead: call !== undefined && isRead(call) }
  },
})

let known = session.signedIn
// A session that lapsed keeps what it knew under the sign-in page: the same person goes on with it.
subscribeKey(
  session,
  'signedIn',
  (next) => {
    if (known && known.user.userId !== next?.user.userId) data.clear({ isOver: next === null })
    else if (known && known.token !== next?.token) data.recover()
    known = next
  },
  true,
)
subscribeKey(language, 'current', () => data.clear())
let { project } = settings
subscribeKey(settings, 'project', (next) => {
  // The first one is chosen by itself, while the first page is being fetched.
  if (project !== '') data.clear()
  project = next
})
