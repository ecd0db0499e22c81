import { AT_READY, endsAtReady, endsOrComesBackWhenKilled, leavesNothing } from './ends'

/** One signal to everybody at once, and every kill; all ways are the long run's (`ends.long.api.spec.ts`). */
leavesNothing(() => {
  endsAtReady(AT_READY.filter(({ signal, who }) => signal === 'SIGTERM' && who === 'all of them, twice'))
  endsOrComesBackWhenKilled()
})
