import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { NOW } from '../specs/fixture'
import { button, command, farm, LOADING, rule, sentTo, show } from '../specs/panels'

describe('commands that wait for a second person', () => {
  const approval = (more: object = {}) => ({
    command: command('d1', {
      deviceName: '3号三通球阀',
      risk: 'D',
      state: 'AWAIT_CONFIRM',
      issuedBy: '张三',
      reason: '已与王师傅确认',
    }),
    violations: [rule('I12', '王师傅 已挂牌上锁')],
    waitsUntil: NOW + 540_000,
    canDecide: true,
    ...more,
  })

  it('are told as they come, and decided with a reason', async () => {
    let list: object[] = []
    const { host, field } = await show({
      'fieldManagement.approvals': () => list,
      'fieldManagement.approveCommand': () => {
        list = []
        return command('d1')
      },
    })
    Object.assign(host, { prompt: async () => '同意' })
    await expect.element(button(/^待批准/)).not.toBeInTheDocument()
    list = [approval()]
    field.tell(11, [{ layer: 'command', id: 'd1', state: 'AWAIT_CONFIRM' }])
    await button('待批准 1').click()
    const waiting = page.getByRole('region', { name: '3号三通球阀' })
    await expect.element(waiting, LOADING).toHaveTextContent('张三 申请，9 分钟后失效')
    await expect.element(waiting).toHaveTextContent('I12 王师傅 已挂牌上锁')
    await expect.element(waiting).toHaveTextContent('理由：已与王师傅确认')
    await button('批准').click()
    await expect.element(button(/^待批准/), LOADING).not.toBeInTheDocument()
    expect(sentTo(host, 'fieldManagement.approveCommand')).toEqual([
      { commandId: 'd1', projectId: farm.projectId, reason: '同意' },
    ])
  })

  it('are refused with a reason, and not at all without one', async () => {
    const { host } = await show({
      'fieldManagement.approvals': () => [approval()],
      'fieldManagement.refuseCommand': () => command('d1'),
    })
    let reason: string | null = null
    Object.assign(host, { prompt: async () => reason })
    await button('待批准 1').click()
    await button('拒绝').click()
    reason = '密封未装好'
    await button('拒绝').click()
    await expect.poll(() => sentTo(host, 'fieldManagement.refuseCommand').length, LOADING).toBe(1)
    expect(sentTo(host, 'fieldManagement.refuseCommand')[0]).toMatchObject({ reason: '密封未装好' })
  })

  it('are nothing that the asker decides', async () => {
    await show({ 'fieldManagement.approvals': () => [approval({ canDecide: false })] })
    await button('待批准 1').click()
    await expect.element(page.getByText('需由另一名有操作权的人员批准'), LOADING).toBeVisible()
    await expect.element(button('批准')).not.toBeInTheDocument()
  })
})
