/** What of a button says its name. */
export interface Named {
  readonly value?: unknown
  readonly code?: unknown
}

/**
 * The names of the buttons of one place, in their order: their own, else the code without `btn_`, else their place in the
 * row. A code is a right, which several buttons may need: it names the first of them where no button has that name itself.
 * @param place what a button without a name is called by: `toolbar`
 */
export function buttonNames(buttons: readonly Named[], place: string): readonly string[] {
  const taken = new Set(buttons.flatMap(({ value }) => (isText(value) ? [value] : [])))
  return buttons.map(({ value, code }, index) => {
    if (isText(value)) return value
    const name = isText(code) ? code.replace(/^btn_/, '') : ''
    if (name === '' || taken.has(name)) return `${place}-${index + 1}`
    taken.add(name)
    return name
  })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
