import type { JsonSchema } from '@runtime/schema'
import { settingsSchema } from '@runtime/widget/settings-schema'
import { catalogue } from '@widgets/definitions'
import { expect, it } from 'vitest'
import design from '../../schemas/locales/design.json'
import { inWords } from './settings-in-words'

/** What is called so in every language. */
const NAMES = /^(hex|rgb|hsl|hsv|KB|MB|GB|json|sql|javascript)$/

/** What a form of settings shows as it stands in the schema: words to choose from, and members without a title. */
function rawIn(schema: JsonSchema, path: string): readonly string[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  // An icon is chosen by its picture.
  const words = path.endsWith('.icons') ? [] : [...(schema.enum ?? []), ...oneOf.map(({ title }) => title)]
  return [
    ...words
      .filter((one) => !isSaid(String(one)) && !NAMES.test(String(one)))
      .map((one) => `${path}: ${one}`),
    ...Object.entries(properties).flatMap(([name, one]) => [
      ...(isSaid(one.title ?? '') ? [] : [`${path}.${name}`]),
      ...rawIn(one, `${path}.${name}`),
    ]),
    ...(items && !Array.isArray(items) ? rawIn(items, path) : []),
    ...anyOf.flatMap((one) => rawIn(one, path)),
  ]
}

/** Whether it is a locale key; those of the designer's own are known. */
const isSaid = (text: string) =>
  text.startsWith('@design.') ? Object.hasOwn(design, text.slice('@design.'.length)) : text.startsWith('@')

it.each(catalogue.all().map((one) => [one.key, one] as const))(
  'calls every setting of %s, and every word that it can be, as people do',
  (key, definition) => {
    expect(rawIn(inWords(settingsSchema(definition)), key)).toEqual([])
  },
)
