import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'

/** Writes values into the text, as the driver would send them. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    const text = preparedValue(value)
    this.append(text === null ? 'null' : pg.escapeLiteral(text).trimStart())
  }
}

/** As the driver does it; its types do not name it. */
const preparedValue = (pg as unknown as { utils: { prepareValue(value: unknown): string | null } }).utils
  .prepareValue

const compiling = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new LiteralCompiler(),
  },
})

/** A query as one text that needs nothing bound to it, for what the database itself executes. */
export function literalSql(query: RawBuilder<unknown>): string {
  return query.compile(compiling).sql
}
