/** Longest name of a file, in characters. */
const LONGEST = 200

/** A file's name without a path, without what a file system or a header would stumble over, and without `#`. */
export function fileNameOf(sent: string): string {
  const last = sent.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  const plain = last.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069#]/g, '').trim()
  const isOnlyDots = /^\.*$/.test(plain)
  return isOnlyDots ? 'file' : shortened(plain)
}

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= LONGEST) return name
  const ending = extensionOf(name)
  const rest = ending === '' ? 0 : ending.length + 1
  return characters.slice(0, LONGEST - rest).join('') + (ending === '' ? '' : `.${ending}`)
}

/** The ending of a name in small letters, without its dot; empty when there is none to speak of. */
export function extensionOf(name: string): string {
  return /[^.]\.([a-z0-9]{1,16})$/.exec(name.toLowerCase())?.[1] ?? ''
}

/** The id in a file's wire name: `<id>.docx`. */
export function idOf(wireName: string): string {
  return wireName.slice(0, 32)
}

export function wireName({ id, extension }: { readonly id: string; readonly extension: string }): string {
  return extension === '' ? id : `${id}.${extension}`
}

/** The names of a zip file's entries: two of the same name are told apart by a number. */
export function numbered(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const cut = dot > 0 ? dot : name.length
    let free = name
    for (let count = 1; taken.has(free.toLowerCase()); count++)
      free = `${name.slice(0, cut)} (${count})${name.slice(cut)}`
    taken.add(free.toLowerCase())
    return free
  })
}
