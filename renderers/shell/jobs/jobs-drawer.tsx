import { Button, Empty, Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { Popup } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { JobItem } from './job-item'
import './jobs.css'
import { useJobs } from './use-jobs'

/** Of the shell's drawers (`spec/shell-and-monitoring.md §9`). */
const WIDTH = '280px'

/** The person's jobs at the right of the screen, the newest first: how far each is, what it has come to, and its file. */
export function JobsDrawer({ onClose }: { readonly onClose: () => void }) {
  const host = useHost()
  const { list, isFailed, reload } = useJobs(host)
  return (
    <Popup
      mode="drawer"
      className="loam-jobs"
      width={WIDTH}
      title={host.text('@job.mine')}
      visible
      closesBeside
      onClose={onClose}
    >
      <section className="loam-jobs-list" aria-label={host.text('@job.mine')} aria-busy={list === null}>
        {list === null && !isFailed && <Spin delay={200} tip={host.text('@job.loading')} />}
        {isFailed && (
          <p role="alert" className="loam-jobs-failed">
            {host.text('@job.listFailed')}
            <Button size="small" onClick={reload}>
              {host.text('@common.retry')}
            </Button>
          </p>
        )}
        {list?.length === 0 && <Empty description={host.text('@job.none')} />}
        {list !== null && list.length > 0 && (
          <>
            <ul>
              {list.map((job) => (
                <JobItem key={job.id} job={job} />
              ))}
            </ul>
            <p className="loam-jobs-end">{host.text('@job.kept')}</p>
          </>
        )}
      </section>
    </Popup>
  )
}
