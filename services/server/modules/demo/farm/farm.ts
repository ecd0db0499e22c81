import { demoFarms } from '@services/simulator/farm/demo'
import type { ModuleServer } from '../../../module'
import { once } from '../once'
import { seedFarm, seedMembers } from './seed'

/** The demo's farms as rows, at the first start (`design/field.md §4.1`). */
export async function makeFarms({ db }: Pick<ModuleServer, 'db'>): Promise<void> {
  await once(db, 'farms', () =>
    db.transaction().execute(async (tx) => {
      const farms = demoFarms()
      for (const farm of farms) await seedFarm(tx, farm)
      await seedMembers(
        tx,
        farms.map(({ project }) => project.id),
      )
    }),
  )
}
