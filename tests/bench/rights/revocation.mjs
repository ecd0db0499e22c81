import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { hold } from '../budget.mjs'

const [PEOPLE, BROWSERS] = [500, 1_000]
/** Milliseconds from the call that takes a right back until the last open browser of who had it has heard. */
const MOST = 1_000
/** In which a browser that is told twice has been. */
const REST = 1_500

/** A right that many people have through a role is taken back, and given again, while each has browsers open. */
export async function revocation({ server, sql }, { call }, rounds) {
  const tokens = await peopleOf(server, sql)
  const browsers = fork(new URL('browsers.mjs', import.meta.url), [
    JSON.stringify({ url: server.url, tokens: [...tokens] }),
  ])
  try {
    await heard(browsers)
    await sleep(REST)
    const times = []
    for (let round = 0; round < 2 * rounds; round++) {
      const last = heard(browsers)
      const began = Date.now()
      await call('/api/permission/Role/shared/Actions/State', {}, 'PUT')
      const { lastAt } = await last
      times.push(lastAt - began)
      await sleep(REST)
    }
    const most = Math.max(...times)
    console.log(
      `a right taken back of ${PEOPLE} people: the last of ${BROWSERS} browsers hears after ${times.join(', ')} ms`,
    )
    hold(`last of ${BROWSERS} browsers`, most, { atMost: MOST, unit: 'ms' })
  } finally {
    browsers.disconnect()
  }
}

async function heard(child) {
  const over = new AbortController()
  const { signal } = over
  try {
    const [said] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('the browsers are gone')
      }),
    ])
    return said
  } finally {
    over.abort()
  }
}

/** Tokens of people who have a role; so many sessions of each as there are browsers a person. */
async function peopleOf({ services }, sql) {
  await sql.query(`insert into role (id, en_code, full_name) values ('shared', 'shared', '"shared"')`)
  await services.rights.grant('shared', 'system.menu', 'all')
  await sql.query(
    `insert into user_account select (jsonb_populate_record(u, jsonb_build_object(
       'id', 's' || n, 'account', 's' || n, 'is_administrator', false, 'mobile_phone', ''))).*
     from user_account u, generate_series(1, $1::int) as n where u.account = 'admin'`,
    [PEOPLE],
  )
  await sql.query(
    `insert into user_role (user_id, role_id) select 's' || n, 'shared' from generate_series(1, $1::int) as n`,
    [PEOPLE],
  )
  // As autovacuum does within a minute: these people have not all come this moment.
  await sql.query('analyze')
  const tokens = []
  for (let at = 0; at < BROWSERS; at++)
    tokens.push(await services.sessions.open(`s${(at % PEOPLE) + 1}`, 'node', '127.0.0.1'))
  return tokens
}
