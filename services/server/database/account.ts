import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log'
import { type Identity, run } from './process'

/** The system account under which the database runs where root starts the server; nobody can sign in as it. */
const ACCOUNT = 'loam'
const NOBODY = 'nobody'
/** How systems make such an account: Debian's and Red Hat's way, then BusyBox's (Alpine). */
const MAKERS: readonly (readonly [string, readonly string[]])[] = [
  [
    '/usr/sbin/useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT],
  ],
  ['/usr/sbin/adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', ACCOUNT]],
]

/**
 * The account a child may run under when the server runs as root; PostgreSQL refuses root itself. Data that an ordinary
 * user's server made stays that user's; what ran as `nobody`, whose files are anybody's on some systems, is taken over.
 */
export async function childIdentity(wanted: string, log: Log): Promise<Identity | null> {
  if (process.getuid?.() !== 0) return null
  const made = ownerOf(wanted)
  const nobody = (await accountOf(NOBODY)) ?? { uid: 65534, gid: 65534 }
  if (made && made.uid !== nobody.uid) return made
  const own = (await accountOf(ACCOUNT)) ?? (await makeAccount())
  if (own) return own
  log.warn(
    `the system account ${ACCOUNT} could not be made: the database runs as ${NOBODY}. Make it, and start again.`,
  )
  return nobody
}

/** The account that a server which runs has given its child, whichever that is; it stays so. */
export async function runningIdentity(wanted: string, log: Log): Promise<Identity | null> {
  return process.getuid?.() === 0 ? (ownerOf(wanted) ?? childIdentity(wanted, log)) : null
}

/** Whose the data are that have been made; root's own are nobody's yet. */
function ownerOf(wanted: string): Identity | null {
  const made = statSync(join(wanted, 'database', 'PG_VERSION'), { throwIfNoEntry: false })
  return made && made.uid !== 0 ? { uid: made.uid, gid: made.gid } : null
}

/** Another server that starts at this moment may make it first. */
async function makeAccount(): Promise<Identity | null> {
  for (const [program, args] of MAKERS)
    if (existsSync(program)) {
      await run(program, args, null)
      const made = await accountOf(ACCOUNT)
      if (made) return made
    }
  return null
}

async function accountOf(name: string): Promise<Identity | null> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('/usr/bin/id', [flag, name], null)))
  return uid?.code === 0 && gid?.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : null
}
