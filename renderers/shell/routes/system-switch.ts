import { useHost } from '@renderers/host'
import { usePageServices } from '@renderers/page/services'
import { useState } from 'react'
import { leaveWithoutAsking, mayLeaveViews } from '../leaving'

/** Switches to another system, to its start or another address there; menu, tabs and rights follow (`spec/shell-and-monitoring.md §4`). */
export function useSystemSwitch() {
  const host = useHost()
  const services = usePageServices()
  const [going, setGoing] = useState('')
  /** Answers whether the person is there; why they are not has been said. */
  const switchTo = async (systemId: string, address = '/home'): Promise<boolean> => {
    if (!(await mayLeaveViews())) return false
    setGoing(systemId)
    try {
      const { msg } = await host.call('currentUser.major', { majorId: systemId, majorType: 'System' })
      host.toast('success', msg)
      leaveWithoutAsking(() => host.navigate(address))
      services.emit('menu.changed')
      return true
    } catch (error) {
      host.toast('error', (error as Error).message)
      setGoing('')
      return false
    }
  }
  return { going, switchTo }
}
