import type { FieldPlan, Scripted } from '../plan'

const STATES = new Set(['setShowOrHide', 'setRequired'])
const OPENERS = new Set(['setShowOrHide', 'setDisabled', 'setFormData'])
const CALL =
  /\b(setFormData|setShowOrHide|setRequired|setDisabled)\s*(?:\(\s*(?:(['"`])((?:(?!\2)[^$\\])*)\2)?)?/g

/**
 * The fields that scripts name where they set values and states. A name that is not written out, or a function that is
 * passed on or renamed, may mean any field. Parameter lists (`({ setFormData }) =>`) name none.
 */
export function scriptedFields(
  scripts: ReadonlyMap<string, string>,
  fields: ReadonlyMap<string, FieldPlan>,
): Scripted | undefined {
  const states = new Set<string>()
  const open = new Set<string>()
  for (const [place, script] of scripts) {
    const table = fields.get(place.slice(0, place.lastIndexOf('.')))?.table
    for (const [call, setter = '', , name] of withoutParameters(script).matchAll(CALL)) {
      const paths = call.endsWith(setter) || name === undefined ? [...fields.keys()] : pathsOf(name, table)
      for (const path of paths) {
        if (!fields.has(path)) continue
        if (STATES.has(setter)) states.add(path)
        if (OPENERS.has(setter)) open.add(path)
      }
    }
  }
  return states.size + open.size > 0 ? { states, open } : undefined
}

/** What a name in a script may stand for: a field, a column of a named table, a column of the script's own row. */
function pathsOf(name: string, table: string | undefined): readonly string[] {
  return [name, name.replace('-', '.'), ...(table === undefined ? [] : [`${table}.${name}`])]
}

function withoutParameters(script: string): string {
  return script.replace(
    /^[\s(]*(?:(?:async\s*)?function\s*(?:\w+\s*)?(?:\(\s*)?|async\s*(?:\(\s*)?)?\{[^{}:]*\}\s*\)?/,
    '',
  )
}
