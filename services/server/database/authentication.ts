import { chownSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../log'
import { renameDurablySync } from '../storage/durable'
import { NAME } from './cluster'
import type { DataFolder } from './data-folder'
import { APPLICATION, READER } from './pools'
import type { Identity } from './process'

/** Named in both files: who of the system may be whom of the database. */
const MAP = 'loam'

/**
 * Lets in, through the socket, the system's account that this server runs under and nobody else: not even the one that the
 * database's own process has where root starts it. The kernel says who asks, so there is no password to keep. Written at
 * each start, before the database's: data of earlier versions, which trusted whoever reached the socket, are taken over so,
 * and a server that is killed in the meantime leaves one file or the other as it was.
 */
export function writeAuthentication(
  data: DataFolder,
  major: number,
  identity: Identity | null,
  log: Log,
): void {
  let account: string
  try {
    account = userInfo().username
  } catch {
    log.warn('the system knows no name of this account: the database keeps its rules of who may connect')
    return
  }
  // Roles that people make in it besides are the account's too, where the version can say so.
  const roles = major >= 16 ? ['all'] : [NAME, APPLICATION, READER]
  const write = (file: string, text: string) => {
    const made = join(data.cluster, `${file}.new`)
    writeFileSync(made, text, { mode: 0o600, flush: true })
    if (identity) chownSync(made, identity.uid, identity.gid)
    renameDurablySync(made, join(data.cluster, file))
  }
  write('pg_ident.conf', roles.map((role) => `${MAP} "${account}" ${role}\n`).join(''))
  write('pg_hba.conf', `local all all peer map=${MAP}\n`)
}
