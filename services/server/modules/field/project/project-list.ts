import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import type { Db } from '../../../module'

/** Code of the data interface that answers the projects one may see as `{f_id, name}` (`spec/shell-and-monitoring.md §7.4`). */
const PROJECT_LIST = 'projectList'

/** Makes the interface that the project picker asks; one that is there stays as it is. */
export async function seedProjectList(db: Db): Promise<void> {
  const made = await db
    .insertInto('data_interface')
    .values({
      id: PROJECT_LIST,
      en_code: PROJECT_LIST,
      full_name: '项目列表',
      type: INTERFACE_TYPE.sql,
      params: '[]',
      fields: '[]',
      config: JSON.stringify({
        sql: 'select f_id, name, name_en, longitude, latitude from report.visible_project order by sort_code, f_id',
      }),
      updated_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  // Everybody picks a project, each of their own; an administrator may say otherwise later.
  if (made.numInsertedOrUpdatedRows !== 0n)
    await db
      .insertInto('data_interface_right')
      .values({ interface_id: PROJECT_LIST, subject_kind: 'everybody', subject_id: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
