import { jobCalls as calls } from '@services/contract/areas/platform/job'
import type { ServerModule } from '../../../module'
import { forEveryone } from '../../../right'
import { type Jobs, watchJobs } from './board'

declare module '../../../module' {
  interface Services {
    jobBoard: Jobs
  }
}

const OWN_JOBS = forEveryone('It sees and ends one’s own jobs alone')

/** How far long calls are, for who began them, and their end before it. */
export const jobModule: ServerModule = {
  name: 'job',
  register(server) {
    const { services, handle } = server
    const jobs = watchJobs(server)
    services.jobBoard = jobs
    handle(calls['job.progress'], OWN_JOBS, ({ user, text }, { id }) => {
      const standing = jobs.of(user.userId, id)
      if (!standing) return null
      const { sentences, done, total } = standing
      const words = sentences.map((sentence) => text(sentence.text, sentence.params))
      return { text: words.join(text('@server.comma')), done, total }
    })
    handle(calls['job.cancel'], OWN_JOBS, ({ user }, { id }) => jobs.cancel(user.userId, id))
  },
}
