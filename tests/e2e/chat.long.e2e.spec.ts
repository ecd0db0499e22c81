import { missesNothing } from './chat-scene'
import { test } from './journey'

test(
  'nothing is missing, nothing twice and all in order after 30 s without a network',
  missesNothing({ cut: 30_000, each: 100 }),
)
