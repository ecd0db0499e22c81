import { burstPipe, missNoAlarm, openMap, waterGroup } from './field-scene'
import { test } from './journey'

test('a group is watered, a pipe bursts, the pumps trip, and no alarm is lost without a network', async ({
  browser,
}, testInfo) => {
  test.setTimeout(900_000)
  const opened = await openMap(browser, testInfo)
  await test.step('group 5 is started, and its water runs through the mains', () => waterGroup(opened))
  await test.step('a pipe bursts: it turns red, and the pumps trip with one latched alarm', () =>
    burstPipe(opened))
  await test.step('alarms that are raised without a network are all there after it, in order, none twice', () =>
    missNoAlarm(opened))
  await opened.page.context().close()
})
