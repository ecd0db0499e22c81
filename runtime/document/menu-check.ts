import type { Node } from 'jsonc-parser'
import { Type } from 'typebox'
import { FIXED_PATHS } from '../menu/fixed-paths'
import type { JsonSchema } from '../schema/json-schema'
import type { CheckEnvironment } from './environment'
import { NO_NAMES } from './names'
import { memberNode } from './node'
import { below } from './positions'
import type { Report } from './report'
import { IconName, Text } from './words'
import { WordWalk } from './words-check'

const closed = { additionalProperties: false }

/** A folder (0) or page (2) of the menu; `urlAddress` is a page below `schemas/pages/` or a place that is written in code. */
const Entry = Type.Object(
  {
    enCode: Type.String({ minLength: 1, description: 'Code by which rights are given' }),
    fullName: Text,
    type: Type.Union([Type.Literal(0), Type.Literal(2)]),
    icon: Type.Optional(IconName),
    urlAddress: Type.Optional(Type.String({ description: 'system/dictionary: its page' })),
    buttons: Type.Optional(
      Type.Array(Type.Object({ enCode: Type.String({ minLength: 1 }), fullName: Text }, closed)),
    ),
    children: Type.Optional(Type.Array(Type.Unknown())),
  },
  closed,
)

/** `menu.json`: entries with their icons, texts, pages and codes, each once. */
export function checkMenu(root: Node, report: Report, environment: CheckEnvironment): void {
  const words = new WordWalk(report, environment, NO_NAMES)
  const seen = new Set<string>()
  const walk = (list: Node | undefined, pointer: string) => {
    for (const [index, entry] of (list?.children ?? []).entries()) {
      const place = below(pointer, index)
      words.walk.check(entry, Entry as JsonSchema, place)
      once(memberNode(entry, 'enCode'), below(place, 'enCode'), seen)
      const buttons = new Set<string>()
      for (const [at, button] of (memberNode(entry, 'buttons')?.children ?? []).entries())
        once(memberNode(button, 'enCode'), `${place}/buttons/${at}/enCode`, buttons)
      page(memberNode(entry, 'urlAddress'), below(place, 'urlAddress'))
      walk(memberNode(entry, 'children'), below(place, 'children'))
    }
  }
  const once = (code: Node | undefined, pointer: string, known: Set<string>) => {
    if (code?.type !== 'string') return
    const name = String(code.value)
    if (known.has(name)) report.add('duplicateCode', code, pointer, { params: { name } })
    known.add(name)
  }
  /** A page of the documents, or one that is fixed: the map. */
  const page = (address: Node | undefined, pointer: string) => {
    const file = `pages/${String(address?.value)}.page.json`
    if (address?.type !== 'string' || environment.exists(file)) return
    if (FIXED_PATHS.includes(`/${String(address.value)}`)) return
    const choices = environment.files?.filter((name) => name.startsWith('pages/'))
    report.add('missingFile', address, pointer, {
      params: { file },
      written: file,
      ...(choices && { choices }),
    })
  }
  walk(root, '')
}
