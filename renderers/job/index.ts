export { followJob, type Job } from './follow-job'
