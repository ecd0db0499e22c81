import type { AlarmNotice } from '@services/client/alarm-board'
import { createAlarmPlaces } from '@services/client/alarm-place'
import { STORAGE_PREFIX } from '@services/client/token'
import { afterEach, expect, it } from 'vitest'

const DATABASE = `${STORAGE_PREFIX}alarms`
const notice = (fid: string) => ({ alarm: { fid }, isGone: false }) as unknown as AlarmNotice

afterEach(() => void indexedDB.deleteDatabase(DATABASE))

it('is known again by every window, with the notices that stand open; each project has its own', async () => {
  const one = createAlarmPlaces()
  expect(await one.get('u P')).toBeNull()
  one.put('u P', { seq: 7, open: [notice('T1')] })
  one.put('u Q', { seq: 3, open: [] })
  one.put('u P', { seq: 8, open: [notice('T1'), notice('T2')] })
  await expect
    .poll(() => createAlarmPlaces().get('u P'), { timeout: 45_000 })
    .toEqual({ seq: 8, open: [notice('T1'), notice('T2')] })
  expect(await createAlarmPlaces().get('u Q')).toEqual({ seq: 3, open: [] })
})

it('is nothing, and no failure, where the browser keeps nothing', async () => {
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = () => {
    throw new DOMException('private', 'InvalidStateError')
  }
  try {
    const places = createAlarmPlaces()
    places.put('u P', { seq: 7, open: [] })
    expect(await places.get('u P')).toBeNull()
  } finally {
    IDBFactory.prototype.open = open
  }
})
