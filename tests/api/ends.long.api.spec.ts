import {
  AT_READY,
  AT_START,
  endsAtReady,
  endsAtStart,
  endsOrComesBackWhenKilled,
  endsWithItsTerminal,
  leavesNothing,
  outlivesAnAbortAtStart,
} from './ends'

leavesNothing(() => {
  endsAtReady(AT_READY)
  endsAtStart(AT_START)
  outlivesAnAbortAtStart()
  endsWithItsTerminal()
  endsOrComesBackWhenKilled()
})
