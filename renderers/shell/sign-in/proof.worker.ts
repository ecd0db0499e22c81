import { type Challenge, doWork } from '@runtime/proof/work'

/** Asked with a challenge, answers with the work done; the page stays free in the meantime. */
addEventListener('message', ({ data }: MessageEvent<Challenge>) => postMessage(doWork(data)))
