import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

export interface FakeMember {
  readonly userid: string
  name: string
  mobile: string
  email: string
  title: string
  departments: number[]
}

/** Directories of WeCom and DingTalk on this machine, over the same company. */
export interface FakeDirectory {
  readonly url: string
  readonly departments: Map<number, { name: string; parent: number }>
  readonly members: Map<string, FakeMember>
  /** People of one answer. */
  page: number
  /** How often it was asked for anything. */
  asked: number
  /** Paths that were called and change something. */
  readonly changes: string[]
  /** What is said of a call instead of doing it; `cut`: the connection ends without an answer. */
  onCall: ((path: string, body: Readonly<Record<string, unknown>>) => object | 'cut' | undefined) | undefined
  close(): Promise<void>
}

export async function startDirectory(): Promise<FakeDirectory> {
  const app = fastify()
  const departments = new Map<number, { name: string; parent: number }>([[1, { name: '公司', parent: 0 }]])
  const members = new Map<string, FakeMember>()
  const changes: string[] = []
  let lastId = 1
  const fake: Omit<FakeDirectory, 'close'> = {
    ...{ url: '', departments, members, changes, onCall: undefined },
    ...{ page: 2, asked: 0 },
  }

  type Input = Readonly<Record<string, unknown>>
  const no = (errcode: number, errmsg: string) => ({ errcode, errmsg })
  const ok = (more: object = {}) => ({ errcode: 0, errmsg: 'ok', ...more })
  const addDepartment = (name: string, parent: number) => {
    if (!departments.has(parent)) return no(60004, 'parent not exist')
    if ([...departments.values()].some((one) => one.name === name && one.parent === parent))
      return no(60008, 'department existed')
    departments.set(++lastId, { name, parent })
    return lastId
  }
  const changeDepartment = (id: number, name: string, parent: number) => {
    if (!departments.has(id)) return no(60003, 'department not found')
    for (let above: number | undefined = parent; above; above = departments.get(above)?.parent)
      if (above === id) return no(60009, 'department below itself')
    if ([...departments].some(([other, one]) => other !== id && one.name === name && one.parent === parent))
      return no(60008, 'department existed')
    departments.set(id, { name, parent })
    return ok()
  }
  const removeDepartment = (id: number) => {
    if ([...departments.values()].some(({ parent }) => parent === id)) return no(60006, 'has sub-departments')
    if (of(id).length > 0) return no(60005, 'department has members')
    return departments.delete(id) ? ok() : no(60003, 'department not found')
  }
  const put = (member: FakeMember, isNew: boolean) => {
    if (isNew && members.has(member.userid)) return no(60102, 'userid existed')
    const kept = members.get(member.userid)
    if (!isNew && !kept) return no(60111, 'userid not found')
    if (member.mobile === '' && member.email === '' && !kept) return no(60129, 'missing mobile or email')
    const isTaken = ({ userid, mobile }: FakeMember) => userid !== member.userid && mobile === member.mobile
    if (member.mobile !== '' && [...members.values()].some(isTaken)) return no(60104, 'mobile existed')
    if (member.departments.some((id) => !departments.has(id))) return no(60003, 'department not found')
    members.set(member.userid, {
      ...member,
      mobile: member.mobile || (kept?.mobile ?? ''),
      email: member.email || (kept?.email ?? ''),
    })
    return ok()
  }
  const of = (department: number) =>
    [...members.values()].filter((member) => member.departments.includes(department))
  const text = (value: unknown) => String(value ?? '')

  const CALLS: Readonly<Record<string, (input: Input) => object>> = {
    '/cgi-bin/department/list': () =>
      ok({ department: [...departments].map(([id, { name, parent }]) => ({ id, name, parentid: parent })) }),
    '/cgi-bin/department/create': ({ name, parentid }) => {
      const made = addDepartment(text(name), Number(parentid))
      return typeof made === 'number' ? ok({ id: made }) : made
    },
    '/cgi-bin/department/update': ({ id, name, parentid }) =>
      changeDepartment(Number(id), text(name), Number(parentid)),
    '/cgi-bin/department/delete': ({ id }) => removeDepartment(Number(id)),
    '/cgi-bin/user/list': ({ department_id }) =>
      ok({
        userlist: of(Number(department_id)).map(({ departments: department, title: position, ...one }) => ({
          ...{ ...one, department, position },
        })),
      }),
    '/topapi/v2/department/listsub': ({ dept_id }) =>
      ok({
        result: [...departments].flatMap(([id, { name, parent }]) =>
          parent === Number(dept_id) ? [{ dept_id: id, name, parent_id: parent }] : [],
        ),
      }),
    '/topapi/v2/department/create': ({ name, parent_id }) => {
      const made = addDepartment(text(name), Number(parent_id))
      return typeof made === 'number' ? ok({ result: { dept_id: made } }) : made
    },
    '/topapi/v2/department/update': ({ dept_id, name, parent_id }) =>
      changeDepartment(Number(dept_id), text(name), Number(parent_id)),
    '/topapi/v2/department/delete': ({ dept_id }) => removeDepartment(Number(dept_id)),
    '/topapi/v2/user/list': ({ dept_id, cursor }) => {
      const all = of(Number(dept_id))
      const page = all.slice(Number(cursor), Number(cursor) + fake.page)
      const next_cursor = Number(cursor) + fake.page
      return ok({
        result: {
          has_more: next_cursor < all.length,
          next_cursor,
          list: page.map(({ departments: dept_id_list, ...one }) => ({ ...one, dept_id_list })),
        },
      })
    },
  }
  for (const [verb, isNew] of [
    ['create', true],
    ['update', false],
  ] as const) {
    const wecom = ({ userid, name, mobile, email, position, department }: Input) =>
      put(
        {
          userid: text(userid),
          name: text(name),
          mobile: text(mobile),
          email: text(email),
          title: text(position),
          departments: department as number[],
        },
        isNew,
      )
    const dingtalk = ({ userid, name, mobile, email, title, dept_id_list }: Input) =>
      put(
        {
          userid: text(userid),
          name: text(name),
          mobile: text(mobile),
          email: text(email),
          title: text(title),
          departments: text(dept_id_list).split(',').map(Number),
        },
        isNew,
      )
    Object.assign(CALLS, { [`/cgi-bin/user/${verb}`]: wecom, [`/topapi/v2/user/${verb}`]: dingtalk })
  }
  const removeMember = ({ userid }: Input) =>
    members.delete(text(userid)) ? ok() : no(60111, 'userid not found')
  Object.assign(CALLS, { '/cgi-bin/user/delete': removeMember, '/topapi/v2/user/delete': removeMember })

  for (const path of ['/cgi-bin/gettoken', '/gettoken'])
    app.get(path, () => ok({ access_token: 'token-of-the-directory', expires_in: 7200 }))
  for (const [path, call] of Object.entries(CALLS))
    app.route({
      method: ['GET', 'POST'],
      url: path,
      handler(request, reply) {
        const { access_token, ...query } = request.query as Record<string, string>
        if (access_token !== 'token-of-the-directory') return reply.send(no(40014, 'invalid access_token'))
        const input = { ...query, ...(request.body as object | undefined) }
        fake.asked++
        const instead = fake.onCall?.(path, input)
        if (instead === 'cut') return reply.raw.destroy()
        if (/create|update|delete/.test(path))
          changes.push(`${path} ${text(input['name' as never] ?? input['userid' as never])}`)
        reply.send(instead ?? call(input))
      },
    })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  })
}
