import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'
import { useTranslate } from '../../use-translate'
import { CurrentMark } from '../current-mark'
import { Fetched } from '../frame'

/** Where one is signed in, and the way to end it there. */
export function Devices() {
  const translate = useTranslate()
  const host = useHost()
  const answer = useQuery({ call: 'currentUser.sessions' })
  const time = (milliseconds: number) => formatDate(milliseconds, 'yyyy-MM-dd HH:mm', host.timeZone ?? null)
  const end = async (question: string, call: string, input: Readonly<Record<string, unknown>> = {}) => {
    if (!(await host.confirm({ text: translate(question), danger: true }))) return
    try {
      await host.call(call, input)
      host.toast('success', translate('@places.deviceEnded'))
    } catch (error) {
      host.toast('error', (error as Error).message)
    }
    answer.again()
  }
  return (
    <Fetched answer={answer}>
      {({ list }) => (
        <>
          <ul className="loam-route-rows">
            {list.map((device) => (
              <li key={device.id}>
                <span>
                  {[device.loginBrowser, device.loginSystem].filter(Boolean).join(' · ') ||
                    translate('@places.unknownDevice')}
                  <small className="loam-route-hint">
                    {device.loginIPAddress}　
                    {translate('@places.deviceTimes', {
                      from: time(device.loginTime),
                      last: time(device.lastTime),
                    })}
                  </small>
                </span>
                {device.isCurrent ? (
                  <CurrentMark text={translate('@places.thisDevice')} />
                ) : (
                  <Button
                    size="small"
                    onClick={() =>
                      void end('@places.endDeviceQuestion', 'currentUser.endSession', { id: device.id })
                    }
                  >
                    {translate('@places.endDevice')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Button
            status="danger"
            disabled={list.length < 2}
            onClick={() => void end('@places.endOthersQuestion', 'currentUser.endOtherSessions')}
          >
            {translate('@places.endOthers')}
          </Button>
        </>
      )}
    </Fetched>
  )
}
