import { md5 } from './passwords'

/** What people here take, beside the list of the whole world. */
const LOCAL = [
  'admin',
  'admin123',
  'admin888',
  'root123',
  'test123',
  'woaini',
  'woaini1314',
  'woaini520',
  'aini1314',
  'iloveyou1314',
  'a123456',
  'a123456789',
  'qq123456',
  'wang123456',
  'zhang123',
  'abc123456',
  '5201314',
  '7758521',
  '1qaz2wsx',
  'qwe123',
  'qaz123',
  'nongtian',
  'nongtian123',
  'guangai123',
  'loam',
  'loam123',
  'p@ssw0rd',
  'pass@123',
  'admin@123',
  'abcd1234',
]

/** Passwords that are taken for their shortness: every number of up to four digits. */
const SHORT = Array.from({ length: 11_110 }, (_one, index) => {
  const digits = index < 10 ? 1 : index < 110 ? 2 : index < 1_110 ? 3 : 4
  const before = { 1: 0, 2: 10, 3: 110, 4: 1_110 }[digits] ?? 0
  return String(index - before).padStart(digits, '0')
})

interface Lists {
  readonly texts: ReadonlySet<string>
  readonly wires: ReadonlySet<string>
}

let lists: Promise<Lists> | undefined

/**
 * Whether a new password is one of those that everybody tries: about 49,000 that are used most, by what was typed where it is
 * known and by its wire form in any case. The list takes a moment to read and is read when it is first needed.
 */
export async function isCommonPassword(
  wire: string,
  account: string,
  text: string | undefined,
): Promise<boolean> {
  lists ??= readLists()
  const { texts, wires } = await lists
  if (text !== undefined && texts.has(text.toLowerCase())) return true
  const own = account.trim()
  const names = [own, own.toLowerCase()].flatMap((name) => [
    name,
    `${name}123`,
    `${name}123456`,
    `${name}@123`,
  ])
  return wires.has(wire.toLowerCase()) || names.some((name) => md5(name) === wire.toLowerCase())
}

async function readLists(): Promise<Lists> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const texts = new Set(['', ...SHORT, ...LOCAL, ...dictionary['passwords-common']])
  return { texts, wires: new Set([...texts].map(md5)) }
}
