import { describe, expect, it } from 'vitest'
import { paramNames, parseSql } from './sql-template'

/** The statement with its parameters as `$name`, `$name:text` inside a text. */
const shown = (source: string) =>
  parseSql(source)
    .map((part) => (part.kind === 'sql' ? part.text : `$${part.name}${part.asText ? ':text' : ''}`))
    .join('')
const refusal = (source: string) => {
  try {
    parseSql(source)
  } catch (error) {
    return (error as { text: string }).text
  }
  return null
}

describe('a statement', () => {
  it('has its placeholders taken out, and nothing else changed', () => {
    expect(shown('select id, "fullName" from t where kind = {kind} and at >= {from}')).toBe(
      'select id, "fullName" from t where kind = $kind and at >= $from',
    )
    expect(shown("with a as (select '{}'::jsonb, 'it''s', 1.5e3) select * from a ; -- done")).toBe(
      "with a as (select '{}'::jsonb, 'it''s', 1.5e3) select * from a   ",
    )
  })

  it('joins a placeholder inside a text instead of writing it into it', () => {
    expect(shown("select * from t where name like '%{word}%'")).toBe(
      "select * from t where name like ('%' || $word:text || '%')",
    )
    expect(shown("select '{a}{b}'")).toBe("select ('' || $a:text || '' || $b:text || '')")
  })

  it('knows its parameters, each once', () => {
    expect(paramNames(parseSql("select {a}, {b}, '{a}' -- {c}"))).toEqual(['a', 'b'])
  })

  it.each([
    ['select 1; delete from area', '@dataInterface.sqlSeveral'],
    ['select 1;;', '@dataInterface.sqlSeveral'],
    ['delete from area', '@dataInterface.sqlSelectOnly'],
    ['/* select */ update area set id = 1', '@dataInterface.sqlSelectOnly'],
    ['', '@dataInterface.sqlSelectOnly'],
    ['select 1) as q, (select 2', '@dataInterface.sqlParentheses'],
    ['select (1', '@dataInterface.sqlParentheses'],
    ['select pg_sleep(10)', '@dataInterface.sqlForbidden'],
    ['select "pg_sleep"(10)', '@dataInterface.sqlForbidden'],
    ['select PG_CATALOG . Pg_Sleep(10)', '@dataInterface.sqlForbidden'],
    ['select U&"\\0070g_sleep"(10)', '@dataInterface.sqlForbidden'],
    ["select E'\\'' ", '@dataInterface.sqlForbidden'],
    ["select 1e'\\'' , pg_sleep(1) --'", '@dataInterface.sqlForbidden'],
    ["select u&'x'", '@dataInterface.sqlForbidden'],
    ['select $$x$$', '@dataInterface.sqlForbidden'],
    ['select $1', '@dataInterface.sqlForbidden'],
    ["select set_config('role', 'none', true)", '@dataInterface.sqlForbidden'],
    ["select query_to_xml('select 1', true, true, '')", '@dataInterface.sqlForbidden'],
    ["select ts_stat('select 1')", '@dataInterface.sqlForbidden'],
    ['select lo_get(1)', '@dataInterface.sqlForbidden'],
    ['select * from information_schema.tables', '@dataInterface.sqlForbidden'],
    ["select 'open", '@dataInterface.sqlForbidden'],
    ['select 1 /* open /* twice */', '@dataInterface.sqlForbidden'],
  ])('is refused: %s', (source, message) => {
    expect(refusal(source)).toBe(message)
  })

  it.each([
    "select 'pg_sleep(1); -- /* $1' as text",
    'select 1 /* a /* nested */ ; comment */',
    'select coalesce(a, b), count(*) filter (where x > 1) over (partition by y) from t',
    "select date'2026-01-01', 1e5",
    "select data ->> 'a' from t where b @> '[1]'::jsonb",
  ])('is accepted: %s', (source) => {
    expect(refusal(source)).toBeNull()
  })
})
