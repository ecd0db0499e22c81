import { type Challenge, doWork } from '@runtime/proof/work'

/** Asked with a challenge, answers with the work done; the page stays free meanwhile. */
addEventListener('message', ({ data }: MessageEvent<Challenge>) => postMessage(doWork(data)))
