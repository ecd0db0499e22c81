import { missNoAlarm, openMap } from './field-scene'
import { test } from './journey'

/** The water and the burst take minutes: they are the long run's (`field.long.e2e.spec.ts`). */
test('no alarm of the farm is lost without a network', async ({ browser }, testInfo) => {
  test.setTimeout(600_000)
  const opened = await openMap(browser, testInfo)
  await missNoAlarm(opened)
  await opened.page.context().close()
})
