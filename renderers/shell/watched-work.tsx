import { Progress as Bar, Button, Notification } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Notification/style/css.js'
import '@arco-design/web-react/es/Progress/style/css.js'
import type { Progress, ShownWork, WatchedWork } from '@runtime/host'
import { useEffect, useState } from 'react'
import { translate } from './language'
import './watched-work.css'

/** How often it is asked how far the work is, in milliseconds. */
const ASK_EVERY = 400
let next = 1

/** Shows work that goes on beside what the person does: in a corner, with how far it is and a way to cancel it. */
export function showWork(work: WatchedWork): ShownWork {
  const id = `loam-work-${next++}`
  const common = { id, title: work.title, duration: 0, className: 'loam-work' }
  Notification.info({ ...common, closable: false, content: <Working work={work} /> })
  return {
    close: () => Notification.remove(id),
    end: (kind, text) => Notification[kind]({ ...common, closable: true, content: text }),
  }
}

function Working({ work }: { readonly work: WatchedWork }) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [isCancelling, setCancelling] = useState(false)
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      // A question that fails leaves the last answer standing; the work itself says when it fails.
      const answer = await work.ask().catch(() => null)
      if (isOver) return
      if (answer) setProgress(answer)
      timer = setTimeout(ask, ASK_EVERY)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [work])
  const { text, done, total } = progress ?? { text: translate('@shell.workBegins'), done: 0, total: 0 }
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  const cancel = async () => {
    setCancelling(true)
    await work.cancel?.().catch(() => setCancelling(false))
  }
  return (
    <>
      <p className="loam-work-text">{isCancelling ? translate('@shell.workCancelling') : text}</p>
      <div className="loam-work-row">
        <Bar percent={percent} size="small" aria-label={work.title} />
        {work.cancel && (
          <Button size="small" disabled={isCancelling} onClick={() => void cancel()}>
            {translate('@common.cancel')}
          </Button>
        )}
      </div>
    </>
  )
}
