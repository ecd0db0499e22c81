import { createHash, randomBytes } from 'node:crypto'
import { downloadCalls } from '@services/contract/areas/download'
import { type Generated, sql } from 'kysely'
import { notFound } from '../../http/errors'
import { type Db, FileReply, type ServerModule } from '../../module'

interface DownloadTable {
  /** SHA-256 of the ticket. */
  ticket_hash: string
  name: string
  content: Buffer
  expires_at: Generated<Date>
}

declare module '../../database/schema' {
  interface Database {
    download: DownloadTable
  }
}

declare module '../../module' {
  interface Services {
    downloads: {
      /** Keeps a file for whoever holds the address, once, for ten minutes. */
      offer(file: { readonly name: string; readonly content: string }): Promise<{ url: string; name: string }>
    }
  }
}

const hash = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

async function take(db: Db, ticket: string): Promise<FileReply> {
  const file = await db
    .deleteFrom('download')
    .where('ticket_hash', '=', hash(ticket))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['name', 'content'])
    .executeTakeFirst()
  if (!file) throw notFound()
  return new FileReply(file.content, 'application/octet-stream', file.name)
}

/**
 * Files made on request (exports). A browser saves a file by opening an address, which carries no token; so the address
 * itself is the key. Kept in the database, so that any server process can answer.
 */
export const downloadModule: ServerModule = {
  name: 'download',
  migrations: {
    'download-001-create': {
      async up(db) {
        await sql`
          create table download (
            ticket_hash text primary key,
            name text not null,
            content bytea not null,
            expires_at timestamptz not null default now() + interval '10 minutes'
          )`.execute(db)
      },
    },
  },
  register({ db, services, handle }) {
    services.downloads = {
      async offer({ name, content }) {
        const ticket = randomBytes(24).toString('base64url')
        await db.deleteFrom('download').where('expires_at', '<', sql<Date>`now()`).execute()
        await db
          .insertInto('download')
          .values({ ticket_hash: hash(ticket), name, content: Buffer.from(content) })
          .execute()
        return { url: `/api/file/DownloadModel/${ticket}`, name }
      },
    }
    handle(downloadCalls['download.take'], 'public', (_context, { ticket }) => take(db, ticket))
  },
}
