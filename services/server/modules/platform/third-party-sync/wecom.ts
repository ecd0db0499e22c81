import { type Call, type Department, type Directory, ids, list, type Member, text } from './directory'

/** The directory of a company at WeCom. */
export function wecomDirectory(call: Call): Directory {
  const person = ({ id, name, mobile, email, jobTitle, departmentIds }: Member) => ({
    userid: id,
    ...{ name, position: jobTitle, department: departmentIds.map(Number) },
    // Either is needed; an empty one would take away what is there.
    ...(mobile !== '' && { mobile }),
    ...(email !== '' && { email }),
  })
  return {
    rootId: '1',
    async *departments() {
      const { department } = await call('/cgi-bin/department/list', {})
      const below = new Map<string, Department[]>()
      for (const row of list(department)) {
        const found = { id: text(row['id']), parentId: text(row['parentid']), name: text(row['name']) }
        below.set(found.parentId, [...(below.get(found.parentId) ?? []), found])
      }
      // It has no order of its own; what leads round in a circle is never reached from the root.
      const level = ['1']
      for (const id of level)
        for (const one of below.get(id) ?? []) {
          level.push(one.id)
          yield one
        }
    },
    async *members(departmentId) {
      const { userlist } = await call('/cgi-bin/user/list', { query: { department_id: departmentId } })
      for (const row of list(userlist))
        yield {
          id: text(row['userid']),
          name: text(row['name']),
          mobile: text(row['mobile']),
          email: text(row['email']),
          jobTitle: text(row['position']),
          departmentIds: ids(row['department']),
        }
    },
    async addDepartment({ name, parentId }) {
      const { id } = await call('/cgi-bin/department/create', { body: { name, parentid: Number(parentId) } })
      return text(id)
    },
    async changeDepartment({ id, name, parentId }) {
      const body = { id: Number(id), name, parentid: Number(parentId) }
      await call('/cgi-bin/department/update', { body })
    },
    async removeDepartment(id) {
      await call('/cgi-bin/department/delete', { query: { id } })
    },
    async addMember(member) {
      await call('/cgi-bin/user/create', { body: person(member) })
    },
    async changeMember(member) {
      await call('/cgi-bin/user/update', { body: person(member) })
    },
    async removeMember(userid) {
      await call('/cgi-bin/user/delete', { query: { userid } })
    },
  }
}
