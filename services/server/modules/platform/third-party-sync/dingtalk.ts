import { type Call, type Directory, ids, list, type Member, text } from './directory'

/** People of one answer; DingTalk gives no more. */
const PAGE = 100

/** The directory of a company at DingTalk. */
export function dingtalkDirectory(call: Call): Directory {
  const person = ({ id, name, mobile, email, jobTitle, departmentIds }: Member) => ({
    userid: id,
    ...{ name, title: jobTitle, dept_id_list: departmentIds.join(',') },
    ...(mobile !== '' && { mobile }),
    ...(email !== '' && { email }),
  })
  const resultOf = (answer: Readonly<Record<string, unknown>>) =>
    (answer['result'] ?? {}) as Readonly<Record<string, unknown>>
  return {
    rootId: '1',
    async *departments() {
      const level = ['1']
      const seen = new Set(level)
      for (const dept_id of level) {
        const answer = await call('/topapi/v2/department/listsub', { body: { dept_id: Number(dept_id) } })
        for (const row of list(answer['result'])) {
          const id = text(row['dept_id'])
          if (seen.has(id)) continue
          seen.add(id)
          level.push(id)
          yield { id, parentId: dept_id, name: text(row['name']) }
        }
      }
    },
    async *members(departmentId) {
      let cursor = 0
      for (;;) {
        const body = { dept_id: Number(departmentId), cursor, size: PAGE }
        const result = resultOf(await call('/topapi/v2/user/list', { body }))
        for (const row of list(result['list']))
          yield {
            id: text(row['userid']),
            name: text(row['name']),
            mobile: text(row['mobile']),
            email: text(row['email']),
            jobTitle: text(row['title']),
            departmentIds: ids(row['dept_id_list']),
          }
        const next = Number(result['next_cursor'])
        // A cursor that does not move on would never come to an end.
        if (result['has_more'] !== true || !(next > cursor)) return
        cursor = next
      }
    },
    async addDepartment({ name, parentId }) {
      const body = { name, parent_id: Number(parentId) }
      return text(resultOf(await call('/topapi/v2/department/create', { body }))['dept_id'])
    },
    async changeDepartment({ id, name, parentId }) {
      const body = { dept_id: Number(id), name, parent_id: Number(parentId) }
      await call('/topapi/v2/department/update', { body })
    },
    async removeDepartment(id) {
      await call('/topapi/v2/department/delete', { body: { dept_id: Number(id) } })
    },
    async addMember(member) {
      await call('/topapi/v2/user/create', { body: person(member) })
    },
    async changeMember(member) {
      await call('/topapi/v2/user/update', { body: person(member) })
    },
    async removeMember(userid) {
      await call('/topapi/v2/user/delete', { body: { userid } })
    },
  }
}
