import { readCodeOf } from '@runtime/permission/permission'
import { LANGUAGES, type Language, type Text } from '@runtime/text'
import type { Locales } from '../../../locales'
import type { RightCode } from './tables'

/** What can be granted of a form's fields: each to be seen and filled in, and each to be seen alone. */
export function fieldCodes(fields: readonly RightCode[], locales: Locales): readonly RightCode[] {
  return fields.flatMap((field) => [
    field,
    { enCode: readCodeOf(field.enCode), fullName: seenAlone(field.fullName, locales) },
  ])
}

function seenAlone(name: Text, locales: Locales): Text {
  const said = (language: Language) => {
    const { text } = locales.translator(language)
    return text('@permission.seenAlone', { name: text(name) })
  }
  return Object.fromEntries(LANGUAGES.map((language) => [language, said(language)])) as Record<
    Language,
    string
  >
}
