import '@arco-design/web-react/es/style/index.css'
import { CallError } from '@runtime/host'
import type { Language } from '@runtime/text'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../../testing'
import '@widgets/shared/dialog/dialog.css'
import '../base.css'
import '../layout/workspace.css'
import { settings } from '../layout/settings'
import type { SignedIn } from '../sign-in/session'
import { alarmOf, fakeAlarms } from '../specs/fake-alarms'
import { setTheme } from '../theme'
import { AlarmEntry } from '.'
import { AlarmCentre } from './alarm-centre'
import { followAlarmSound } from './sound-choice'
import { ShareAlarmsContext } from './use-alarms'

const WAITING = { timeout: 45_000 }

let server: ReturnType<typeof fakeAlarms>
let user = 0
const windows: ReturnType<typeof draw>[] = []

beforeEach(() => {
  server = fakeAlarms()
  // Windows of an earlier spec are not to hear of this one.
  user += 1
})
afterEach(async () => {
  for (const one of windows.splice(0)) one.unmount()
  setTheme({ dark: false })
  followAlarmSound(true)
  await page.viewport(1440, 900)
})

function host(level = 'operate', language: Language = 'zh'): TestHost {
  const acted = (state: string) => (input: Readonly<Record<string, unknown>>) => {
    const alarm = server.stored.get(String(input['fid']))
    if (!alarm) throw new CallError(404, '告警不存在')
    if (alarm.version !== input['version']) throw new CallError(409, '告警状态已变化', [], { alarm })
    return server.change(alarm.fid, {
      alarmState: state,
      ackUser: '测试员',
      ...(state === 'SHELVED' && { state: 2 }),
    })
  }
  return testHost(
    {
      'fieldManagement.projectLevel': () => ({ level }),
      'deviceAlarm.list': () => ({ list: [...server.stored.values()], seq: 0 }),
      'deviceAlarm.ack': acted('ACKED'),
      'deviceAlarm.shelve': acted('SHELVED'),
    },
    language,
  )
}

function openWindow(own = host()) {
  const drawn = draw(
    <ShareAlarmsContext value={server.share}>
      <AlarmCentre userId={`u${user}`} projectId="P" />
    </ShareAlarmsContext>,
    own,
    '60px',
  )
  windows.push(drawn)
  return drawn
}
const popUps = () => document.querySelectorAll('.loam-alarm-popup')
const named = (count: number, unseen = count) => `告警，当前${count}条，${unseen}条未确认`
const bells = () =>
  [...document.querySelectorAll('.loam-alarm-bell')].map((bell) => bell.getAttribute('aria-label'))

async function opened(count = 1) {
  await expect.poll(() => server.feeds.size, WAITING).toBe(1)
  await expect
    .poll(() => document.querySelectorAll('.loam-alarm-bell[data-link="live"]').length, WAITING)
    .toBe(count)
}

describe('alarms over the page', () => {
  it('stand until they are closed, and the bell counts what is active', async () => {
    openWindow()
    await opened()
    server.raise('T1')
    await expect.element(page.getByText('T1号阀'), WAITING).toBeVisible()
    expect(bells()).toEqual([named(1)])
    server.change('T1', { alarmState: 'RTN_UNACK' })
    const state = () => document.querySelector('.loam-alarm-popup [role="status"]')?.textContent
    await expect.poll(state, WAITING).toBe('已恢复未确认')
    // Somebody else deals with it: the notice stays, and says so.
    server.change('T1', { alarmState: 'NORMAL', state: 1, ackUser: '张工' })
    await expect.poll(state, WAITING).toBe('已关闭 · 张工')
    expect(bells()).toEqual(['告警'])
    await expect.element(page.getByRole('button', { name: '确认', exact: true })).not.toBeInTheDocument()
    await page.getByRole('button', { name: '关闭 T1号阀' }).click()
    await expect.poll(() => popUps().length, WAITING).toBe(0)
  })

  it('can be read by who may only look, and not be dealt with', async () => {
    openWindow(host('view'))
    await opened()
    server.raise('T1')
    await expect.element(page.getByText('T1号阀'), WAITING).toBeVisible()
    await page.getByRole('button', { name: named(1) }).click()
    await expect.element(page.getByRole('dialog'), WAITING).toHaveTextContent('电机堵转')
    for (const name of ['确认', '搁置', '备注'])
      expect(page.getByRole('button', { name, exact: true }).elements(), name).toEqual([])
  })

  it('lead to what they are of on the map, from the notice and from the panel, and nowhere without a device', async () => {
    const visited: string[] = []
    openWindow(Object.assign(host(), { navigate: (address: string) => visited.push(address) }))
    await opened()
    server.raise('T1', { deviceId: 'V/5', sourceKind: 'device' })
    server.raise('T2', { deviceId: 'V-6', sourceKind: 'other' })
    await expect.poll(() => popUps().length, WAITING).toBe(2)
    const lead = page.getByRole('button', { name: '在地图上查看' })
    await lead.click()
    expect(visited).toEqual(['/pcMap?device=V%2F5'])
    await page.getByRole('button', { name: named(2) }).click()
    await expect.element(page.getByRole('dialog'), WAITING).toBeVisible()
    await lead.click()
    expect(visited).toEqual(['/pcMap?device=V%2F5', '/pcMap?device=V%2F5'])
    await expect.element(page.getByRole('dialog'), WAITING).not.toBeInTheDocument()
  })

  it('are counted exactly, however many they are', async () => {
    for (let number = 1; number <= 1234; number++) server.stored.set(`T${number}`, alarmOf(`T${number}`))
    openWindow()
    await opened()
    await expect.poll(bells, WAITING).toEqual([named(1234)])
    expect(document.querySelector('.loam-alarm-bell .loam-count')?.textContent).toBe('1234')
  })

  it('are silenced without being acknowledged, closed or taken from the bell', async () => {
    openWindow()
    await opened()
    server.raise('T1', { severity: 1 })
    const silence = page.getByRole('button', { name: '消音' })
    // The first press of anything is the gesture that lets the sound be heard.
    await page.getByText('T1号阀').click()
    await expect.element(silence, WAITING).toBeVisible()
    await silence.click()
    await expect.element(silence, WAITING).not.toBeInTheDocument()
    expect(popUps().length).toBe(1)
    expect(bells()).toEqual([named(1)])
    expect(server.stored.get('T1')?.alarmState).toBe('UNACK')
    server.raise('T2')
    await expect.element(silence, WAITING).toBeVisible()
  })

  it('say in the top bar that they are not live, at once, and since when', async () => {
    openWindow()
    await opened()
    const chip = () => document.querySelector('.loam-alarm-link')?.getAttribute('data-state')
    expect(chip()).toBeUndefined()
    server.cut()
    await expect.poll(chip, WAITING).toBe('reconnecting')
    await expect.poll(chip, WAITING).toBe('stale')
    expect(document.querySelector('.loam-alarm-link')?.textContent).toMatch(/自 \d\d:\d\d:\d\d 起未更新/)
    for (const feed of server.feeds) feed.onLink('live')
    await expect.poll(chip, WAITING).toBeUndefined()
  })

  it('have their place in any system, for the person’s own projects alone', async () => {
    const systemIds = [{ id: 's', name: '办公', icon: '', currentSystem: true }]
    const signedIn = { user: { userId: `u${user}`, systemIds }, system: {} } as unknown as SignedIn
    const own = testHost({
      'deviceAlarm.list': () => ({ list: [], seq: 0 }),
      'dataInterface.page': () => ({ list: [{ f_id: 'P', name: '一区' }] }),
    })
    const before = settings.project
    settings.project = 'P'
    windows.push(
      draw(
        <ShareAlarmsContext value={server.share}>
          <AlarmEntry signedIn={signedIn} />
        </ShareAlarmsContext>,
        own,
        '60px',
      ),
    )
    await opened()
    server.raise('T1')
    await expect.element(page.getByText('T1号阀'), WAITING).toBeVisible()
    // What another account has left chosen is nobody's business here.
    settings.project = 'foreign'
    await expect.poll(bells, WAITING).toEqual([])
    expect(own.calls.filter(({ name }) => name === 'dataInterface.page').length).toBeGreaterThan(0)
    settings.project = before
  })

  it('become one stack with counts at three, and the bell stays exact', async () => {
    await page.viewport(1440, 900)
    openWindow()
    await opened()
    for (let number = 1; number <= 2; number++) server.raise(`T${number}`)
    await expect.poll(() => popUps().length, WAITING).toBe(2)
    server.raise('T3', { severity: 1 })
    await expect.poll(() => popUps().length, WAITING).toBe(1)
    await expect.element(page.getByText('3 条告警'), WAITING).toBeVisible()
    expect(bells()).toEqual([named(3)])
    await page.getByRole('button', { name: '全部关闭' }).click()
    await expect.poll(() => popUps().length, WAITING).toBe(0)
    expect(bells()).toEqual([named(3)])
  })

  it.each([
    [1440, 900],
    [390, 844],
  ])(
    'leave everything at %i px to be pressed: the frame and a dialog end where they begin',
    async (width, height) => {
      await page.viewport(width, height)
      openWindow()
      const frame = document.createElement('div')
      frame.className = 'loam-workspace'
      const drawer = document.createElement('div')
      drawer.className = 'loam-dialog'
      document.body.append(frame, drawer)
      try {
        await opened()
        server.raise('T1')
        await expect.poll(() => popUps().length, WAITING).toBe(1)
        const dock = () => document.querySelector('.loam-alarm-dock')?.getBoundingClientRect()
        const top = dock()?.top ?? 0
        expect(top).toBeGreaterThan(height / 2)
        expect(dock()?.bottom).toBe(height)
        await expect.poll(() => frame.offsetHeight).toBe(top)
        expect(drawer.getBoundingClientRect().bottom).toBe(top)
        await page.getByRole('button', { name: '关闭 T1号阀' }).click()
        await expect.poll(() => frame.offsetHeight, WAITING).toBe(height)
        expect(drawer.getBoundingClientRect().bottom).toBe(height)
      } finally {
        frame.remove()
        drawer.remove()
      }
    },
  )

  it('come once for two windows of a person, and what one closes is closed in both', async () => {
    openWindow()
    openWindow()
    await opened(2)
    server.raise('T1')
    await expect.poll(bells, WAITING).toEqual([named(1), named(1)])
    await expect.poll(() => popUps().length, WAITING).toBe(1)
    windows.shift()?.unmount()
    // The other takes the connection over, and the notice with it.
    await expect.poll(() => server.feeds.size, WAITING).toBe(1)
    await expect.poll(() => popUps().length, WAITING).toBe(1)
    await page.getByRole('button', { name: '关闭 T1号阀' }).click()
    await expect.poll(() => popUps().length, WAITING).toBe(0)
  })

  it('stand again after the page was loaded anew, and not those that were closed', async () => {
    openWindow()
    await opened()
    server.raise('T1')
    server.raise('T2')
    await page.getByRole('button', { name: '关闭 T1号阀' }).click()
    await expect.poll(() => popUps().length, WAITING).toBe(1)
    windows.shift()?.unmount()
    openWindow()
    await expect.element(page.getByText('T2号阀'), WAITING).toBeVisible()
    expect(popUps().length).toBe(1)
  })

  it('are acknowledged by the state that is seen; a newer one is shown instead', async () => {
    const own = host()
    openWindow(own)
    await opened()
    server.raise('T1')
    const acknowledge = page.getByRole('button', { name: '确认', exact: true })
    await expect.element(acknowledge, WAITING).toBeVisible()
    await acknowledge.click()
    await expect.poll(() => popUps().length, WAITING).toBe(0)
    expect(own.calls.find(({ name }) => name === 'deviceAlarm.ack')?.input).toMatchObject({
      fid: 'T1',
      version: 1,
    })
    expect(server.stored.get('T1')?.alarmState).toBe('ACKED')
  })
})

describe('a latched alarm', () => {
  it('is let go only with the server’s own question answered, and answered again where that was too late', async () => {
    const tokens: unknown[] = []
    const own = testHost({
      'deviceAlarm.list': () => ({ list: [...server.stored.values()], seq: 0 }),
      'deviceAlarm.clear': ({ fid, confirmToken = null }) => {
        tokens.push(confirmToken)
        if (confirmToken !== 'second')
          throw new CallError(4101, '请再次确认', [], { confirmToken: confirmToken ? 'second' : 'first' })
        return server.change(String(fid), { alarmState: 'NORMAL', state: 1 })
      },
    })
    openWindow(own)
    await opened()
    server.change('T1', { alarmState: 'LATCHED_ACK' })
    await page.getByRole('button', { name: named(1, 0) }).click()
    own.yes = false
    const reset = page.getByRole('button', { name: '复位' })
    await reset.click()
    await expect.poll(() => own.questions.length, WAITING).toBe(1)
    expect(server.stored.size).toBe(1)
    own.yes = true
    await reset.click()
    await expect.element(page.getByText('当前没有告警'), WAITING).toBeVisible()
    expect(tokens).toEqual([null, null, 'first', 'second'])
    expect(own.questions.at(-1)).toContain('请再次确认')
  })
})

/** Acts that cannot be pressed in their middle, or whose words do not fit. */
function hidden(place: Element): readonly string[] {
  return [...place.querySelectorAll('button')].flatMap((act) => {
    const { left, top, right, width, height } = act.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    const isWhole = left >= 0 && right <= innerWidth && act.scrollWidth <= act.clientWidth + 1
    return act.contains(met) && isWhole ? [] : [act.textContent || act.getAttribute('aria-label') || '']
  })
}

const SIZES = [
  [1440, 900],
  [390, 844],
] as const
const LANGUAGES = ['zh', 'zhtw', 'en'] as const
const CASES = SIZES.flatMap((size) => LANGUAGES.map((language) => [...size, language] as const))

describe('what can be done about an alarm', () => {
  const LONG = { deviceId: 'V-1', chattering: 1, occurrences: 12, alarmState: 'RTN_UNACK' } as const
  const name = '第十二排东侧三号支管末端三通球阀'
  const texts = { inputField101: name, textareaField103: `${name}：电机堵转，阀门没有到位，请到现场查看` }

  it.each(CASES)(
    'is on the screen whole at %i × %i, in %s: in a notice, in the panel',
    async (width, height, language) => {
      await page.viewport(width, height)
      openWindow(host('operate', language))
      await opened()
      server.raise('T1', { ...LONG, alarmState: 'UNACK', ...texts })
      server.change('T1', LONG)
      await expect.poll(() => popUps().length, WAITING).toBe(1)
      const notice = () => document.querySelector('.loam-alarm-popup') as Element
      await expect.poll(() => notice().querySelectorAll('footer .loam-alarm-tag').length, WAITING).toBe(2)
      const isFrom = () => notice().querySelectorAll('.arco-btn-primary').length
      await expect.poll(isFrom, WAITING).toBe(1)
      expect(hidden(notice())).toEqual([])
      document.querySelector<HTMLElement>('.loam-alarm-bell')?.click()
      const panel = () => document.querySelector('.loam-alarm-panel .loam-alarm-item')
      await expect.poll(() => panel()?.querySelectorAll('button').length, WAITING).toBe(4)
      // It slides in.
      await expect.poll(() => hidden(panel() as Element), { timeout: 3_000 }).toEqual([])
    },
  )

  it.each(SIZES)(
    'at %i × %i leaves the page its room, however many there are, and is not lost by Escape',
    async (width, height) => {
      await page.viewport(width, height)
      openWindow()
      await opened()
      const dock = () => document.querySelector('.loam-alarm-dock') as HTMLElement
      for (const count of [1, 2, 3, 40]) {
        while (server.stored.size < count) server.raise(`T${server.stored.size + 1}`)
        await expect.poll(bells, WAITING).toEqual([named(count)])
        await expect
          .poll(() => dock().offsetHeight, { timeout: 3_000 })
          .toBeLessThanOrEqual(height / (width < 992 ? 6 : 9))
        expect(hidden(dock())).toEqual([])
        expect(dock().getAttribute('aria-live')).toBe('assertive')
      }
      const { activeElement } = document
      dock().querySelector('button')?.focus()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      expect(activeElement).toBe(document.body)
      expect(popUps().length).toBe(1)
      await expect.element(page.getByText('40 条告警'), WAITING).toBeVisible()
      expect(bells()).toEqual([named(40)])
    },
  )
})

describe('the panel', () => {
  it('shelves with a reason, and says when what it shows is not live', async () => {
    openWindow()
    await opened()
    server.raise('T1')
    await page.getByRole('button', { name: named(1) }).click()
    await expect.element(page.getByText('实时'), WAITING).toBeVisible()
    await page.getByRole('button', { name: '搁置' }).first().click()
    await page.getByRole('textbox', { name: '原因' }).fill('检修')
    await page.getByRole('button', { name: '搁置' }).last().click()
    await expect.element(page.getByText('当前没有告警'), WAITING).toBeVisible()
    server.cut()
    const chips = () =>
      [...document.querySelectorAll('.loam-alarm-link')].map((chip) => chip.getAttribute('data-state'))
    await expect.poll(chips, WAITING).toEqual(['reconnecting', 'reconnecting'])
  })

  it('are silent for good where the person wants it, which stays to be seen and is kept with the account', async () => {
    const own = host()
    openWindow(own)
    await opened()
    server.raise('T1', { severity: 1 })
    const sounds = () => document.querySelectorAll('.loam-alarm-sound').length
    await expect.poll(sounds, WAITING).toBe(1)
    await page.getByRole('button', { name: named(1) }).click()
    await page.getByRole('switch', { name: '告警声音' }).click()
    await expect.poll(sounds, WAITING).toBe(0)
    const muted = page.getByRole('button', { name: '告警声音已关闭，点击打开' })
    await expect.element(muted, WAITING).toBeVisible()
    await page.getByRole('switch', { name: '告警声音' }).click()
    await expect.element(muted).not.toBeInTheDocument()
    await expect.poll(sounds, WAITING).toBe(1)
    const kept = own.calls.filter(({ name }) => name === 'currentUser.systemTheme')
    expect(kept.map(({ input }) => input)).toEqual([{ alarmSound: false }, { alarmSound: true }])
  })

  it.each([
    [1440, false],
    [390, true],
  ])('has no serious finding at %d px, dark %s', async (width, dark) => {
    await page.viewport(width, 900)
    setTheme({ dark })
    openWindow()
    await opened()
    for (const severity of [1, 2, 3, 4])
      server.raise(`T${severity}`, { severity, chattering: 1, occurrences: 4 })
    await expect
      .poll(() => document.querySelectorAll('.loam-alarm-popup[data-stack]').length, WAITING)
      .toBe(1)
    await expect.element(page.getByText('4 条告警'), WAITING).toBeVisible()
    const serious = async () =>
      (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    expect(await serious()).toEqual([])
    await page.getByRole('button', { name: named(4) }).click()
    await expect.element(page.getByText('实时'), WAITING).toBeVisible()
    // While it slides in, it is half transparent.
    await expect.poll(serious, WAITING).toEqual([])
  })
})
