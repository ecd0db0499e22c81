import { createHash, randomBytes } from 'node:crypto'
import { downloadCalls } from '@services/contract/areas/platform/download'
import { type Generated, type Insertable, type JSONColumnType, sql } from 'kysely'
import { notFound } from '../../../http/errors'
import { type Db, FileReply, type ServerModule } from '../../../module'

interface DownloadTable {
  /** SHA-256 of the ticket. */
  ticket_hash: string
  name: string
  content: Buffer | null
  /** What makes the file while it is fetched, and of what; empty where it stands in `content`. */
  maker: Generated<string>
  request: JSONColumnType<object> | null
  expires_at: Generated<Date>
}

/** Makes a file while it is fetched: of any size. */
type Maker = (request: never) => Promise<FileReply> | FileReply

declare module '../../../database/schema' {
  interface Database {
    download: DownloadTable
  }
}

declare module '../../../module' {
  interface Services {
    downloads: {
      /** Keeps a file for whoever holds the address, once, for ten minutes. */
      offer(file: { readonly name: string; readonly content: string }): Promise<{ url: string; name: string }>
      /** Says how files of a kind are made while they are fetched; rights have been checked by whoever promises one. */
      make<R>(maker: string, open: (request: R) => Promise<FileReply> | FileReply): void
      /** Keeps the request of such a file instead of the file. */
      promise(file: {
        readonly name: string
        readonly maker: string
        readonly request: object
      }): Promise<{ url: string; name: string }>
    }
  }
}

const hash = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

async function take(db: Db, makers: ReadonlyMap<string, Maker>, ticket: string): Promise<FileReply> {
  const file = await db
    .deleteFrom('download')
    .where('ticket_hash', '=', hash(ticket))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['name', 'content', 'maker', 'request'])
    .executeTakeFirst()
  if (!file) throw notFound()
  if (file.content === null) {
    const open = makers.get(file.maker)
    if (!open) throw notFound()
    return open(file.request as never)
  }
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
    'download-002-made': {
      async up(db) {
        await sql`
          alter table download alter content drop not null,
            add maker text not null default '', add request jsonb`.execute(db)
      },
    },
  },
  register({ db, services, handle }) {
    const makers = new Map<string, Maker>()
    const keep = async (file: Pick<Insertable<DownloadTable>, 'name' | 'content' | 'maker' | 'request'>) => {
      const ticket = randomBytes(24).toString('base64url')
      await db.deleteFrom('download').where('expires_at', '<', sql<Date>`now()`).execute()
      await db
        .insertInto('download')
        .values({ ticket_hash: hash(ticket), ...file })
        .execute()
      return { url: `/api/file/DownloadModel/${ticket}`, name: file.name }
    }
    services.downloads = {
      offer: ({ name, content }) => keep({ name, content: Buffer.from(content) }),
      make: (maker, open) => void makers.set(maker, open),
      promise: ({ name, maker, request }) =>
        keep({ name, content: null, maker, request: JSON.stringify(request) }),
    }
    handle(downloadCalls['download.take'], { ticket: 'ticket' }, (_context, { ticket }) =>
      take(db, makers, ticket),
    )
  },
}
