import type { Language } from '@runtime/text'
import type { approvalCalls } from '@services/contract/areas/field/approval'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { isAnyOf } from '../../../database/batches'
import type { CallContext } from '../../../module'
import { step } from './engine'
import { invalid, missing, wireOf } from './refusals'
import type { CommandRow } from './rows'
import { commandRow } from './rows'
import { commandsToWire, REFUSED, type WireCommand } from './wire'
import { type Commanding, inTransaction } from './work'

type Calls = typeof approvalCalls

/** A message of the system (`spec/shell-and-monitoring.md §3`). */
const SYSTEM = 1

/** Commands of a project that wait for a second person, the oldest first. */
export async function listApprovals(
  { db, services, now }: Commanding,
  context: CallContext,
): Promise<ResponseOf<Calls['fieldManagement.approvals']>> {
  const { projectId } = context
  const level = await services.projects.levelOf(context.user, projectId)
  const rows = await db
    .selectFrom('command')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '=', 'AWAIT_CONFIRM')
    .where('risk', '=', 'D')
    .where('deadline_at', '>', new Date(now()))
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  const commands = await commandsToWire(db, rows, context.text)
  return rows.flatMap((row, index) => {
    const command = commands[index]
    if (!command) return []
    const canDecide = level !== 'view' && row.issued_by !== context.user.userId
    const waitsUntil = (row.deadline_at ?? row.expires_at).getTime()
    return { command, violations: wireOf(setAside(row), context.text), waitsUntil, canDecide }
  })
}

const setAside = (row: CommandRow) =>
  row.request_snapshot.violations.filter(({ code }) => row.overrides.includes(code))

/** The second person's no: nothing is sent, and whoever asked for it is told why. */
export async function refuseCommand(
  commanding: Commanding,
  context: CallContext,
  { commandId, reason }: InputOf<Calls['fieldManagement.refuseCommand']>,
): Promise<WireCommand> {
  const project = context.projectId
  const { userId, userName } = context.user
  const row = await inTransaction(commanding, async (tx, work) => {
    const before = await commandRow(tx, project, commandId)
    if (!before) throw missing()
    if (before.risk !== 'D' || before.state !== 'AWAIT_CONFIRM') throw invalid('@command.nothingToApprove')
    if (before.issued_by === userId) throw invalid('@command.secondPerson')
    await step(commanding, tx, before, { type: 'cancel' }, work)
    const after = await tx
      .updateTable('command')
      .set({
        confirmed_by: userId,
        confirmed_by_name: userName,
        result_code: REFUSED,
        result_text: reason,
      })
      .where('project_id', '=', project)
      .where('id', '=', commandId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await context.audit(
      { action: 'command.refuse', target: commandId, after: { state: after.state }, reason },
      tx,
    )
    work.after(() => tellDecided(commanding, after, 'refused'))
    return after
  })
  const [wire] = await commandsToWire(commanding.db, [row], context.text)
  if (!wire) throw missing()
  return wire
}

/** Everybody who may operate the project is told that a command waits for their word; whoever has asked for it is not. */
export async function tellApprovers(commanding: Commanding, row: CommandRow): Promise<void> {
  const { db } = commanding
  const members = await db
    .selectFrom('project_right')
    .select('user_id')
    .where('project_id', '=', row.project_id)
    .where('level', 'in', ['operate', 'manage'])
    .execute()
  const people = await db
    .selectFrom('user_account')
    .select(['id', 'language'])
    .where('id', '!=', row.issued_by)
    .where((from) =>
      from.or([
        from('is_administrator', '=', true),
        isAnyOf(
          'id',
          members.map(({ user_id }) => user_id),
        ),
      ]),
    )
    .execute()
  await tell(commanding, row, 'asked', people)
}

/** Whoever has asked for it is told what the second person has said. */
export async function tellDecided(
  commanding: Commanding,
  row: CommandRow,
  word: 'approved' | 'refused',
): Promise<void> {
  const people = await commanding.db
    .selectFrom('user_account')
    .select(['id', 'language'])
    .where('id', '=', row.issued_by)
    .execute()
  await tell(commanding, row, word, people)
}

/** One message a language. */
async function tell(
  commanding: Commanding,
  row: CommandRow,
  word: 'asked' | 'approved' | 'refused',
  people: readonly { readonly id: string; readonly language: string }[],
): Promise<void> {
  const languages = new Set(people.map(({ language }) => language))
  for (const language of languages) {
    const translate = commanding.locales.translator(language as Language).text
    const [command] = await commandsToWire(commanding.db, [row], translate)
    const params = {
      device: command?.deviceName ?? row.actuator_id,
      requester: row.issued_by_name,
      decider: row.confirmed_by_name,
      reason: row.reason,
      answer: row.result_text,
      rules: setAside(row)
        .map(({ code, text, params: values }) => `${code} ${translate(text, values)}`)
        .join('；'),
    }
    const readers = people.filter((person) => person.language === language).map(({ id }) => id)
    await commanding.services.messages.send(
      {
        type: SYSTEM,
        title: translate(`@command.approval.${word}`, params),
        bodyText: translate(`@command.approval.${word}Body`, params),
      },
      readers,
    )
  }
}
