import type { FarmLayout } from '@runtime/field/layout'
import { demoFarms } from '@services/simulator/farm/demo'
import { pastRuns } from '@services/simulator/farm/past'
import { USUAL_RATE } from '@services/simulator/model/spreader'
import type { Insertable } from 'kysely'
import { inParts } from '../../../database/batches'
import type { Db, ModuleServer } from '../../../module'
import type { FertilizerRecordTable, WaterUseRecordTable } from '../../field/history/tables'
import { once } from '../once'
import { DEMO_RECIPE } from './seed'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** Days of records, of one season. */
const LENGTH = 120 * DAY
const M2_PER_MU = 666.67
const OPERATORS = ['王磊', '李建国', '阿依古丽', '张伟']

/** Water and fertilizer that the demo's farms used in the season before their first start. */
export async function makeRecords({ db }: Pick<ModuleServer, 'db'>, now = Date.now()): Promise<void> {
  await once(db, 'records', () => writeRecords(db, now - LENGTH, now))
}

/** Writes down what was used between two moments; what is there already stays. */
export async function writeRecords(db: Db, from: number, to: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const farm of demoFarms()) {
      const { water, fertilizer } = recordsOf(farm, from, to)
      for (const part of inParts(water))
        await tx
          .insertInto('water_use_record')
          .values(part)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      for (const part of inParts(fertilizer))
        await tx
          .insertInto('fertilizer_record')
          .values(part)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
    }
  })
}

function recordsOf(farm: FarmLayout, from: number, to: number) {
  const water: Insertable<WaterUseRecordTable>[] = []
  const fertilizer: Insertable<FertilizerRecordTable>[] = []
  const spreader = farm.devices.find(({ kind }) => kind === 'FERT')
  for (const [turn, run] of pastRuns(farm, from, to).entries()) {
    const shared = { project_id: farm.project.id, group_id: run.groupId }
    const id = `past-${farm.project.id}-${run.startAt}`
    for (const pump_id of run.pumpIds)
      water.push({
        ...shared,
        id: `${id}-${pump_id}`,
        turn_id: id,
        pump_id,
        meter_id: null,
        start_at: new Date(run.startAt),
        end_at: new Date(run.endAt),
        volume_m3: run.volumeM3 / run.pumpIds.length,
        start_total: null,
        end_total: null,
        energy_kwh: run.energyKwh / run.pumpIds.length,
        area_mu: run.areaM2 / M2_PER_MU,
        operator: OPERATORS[turn % OPERATORS.length] ?? '',
      })
    if (!spreader || !run.injection) continue
    const { from: start, to: end } = run.injection
    fertilizer.push({
      ...shared,
      id: `${id}-${spreader.id}`,
      device_id: spreader.id,
      recipe: DEMO_RECIPE,
      channel: 1,
      volume_l: (USUAL_RATE * (end - start)) / (60 * MINUTE),
      ec: 1.8,
      ph: 6.4,
      start_at: new Date(start),
      end_at: new Date(end),
    })
  }
  return { water, fertilizer }
}
