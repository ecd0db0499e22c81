import type { Word } from './language'

/** A cell of a table: no line breaks, and no bar that would end it. */
const cell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
const code = (text: string) => (text === '' ? '' : `\`${text.replaceAll('`', 'ʼ')}\``)

/** A table without the columns in which nothing stands; nothing where there are no rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const filled = head.map((_, column) => rows.some((row) => row[column] !== ''))
  const line = (cells: readonly string[]) =>
    `| ${cells
      .filter((_, column) => filled[column])
      .map(cell)
      .join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Characters of an example that are shown beside a word. */
const SHORT = 80

export function wordsTable(head: readonly string[], words: readonly Word[]): string {
  return table(
    head,
    words.map(({ name, type, isRequired, description, example }) => {
      const text = example === undefined ? '' : JSON.stringify(example)
      return [
        `${code(name)}${isRequired ? ' \\*' : ''}`,
        code(type),
        description,
        code(text.length > SHORT ? `${text.slice(0, SHORT)}…` : text),
      ]
    }),
  )
}

/** JSON as it is written in a document. */
export const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

export const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part).join('\n\n')
