export { JobsButton, JobsDrawer, useJobsName } from './jobs-button'
