/** What a browser says of itself, as a person would: `{ browser: 'Chrome 141', system: 'Windows' }`; empty where unknown. */
export function describeDevice(userAgent: string): { readonly browser: string; readonly system: string } {
  const [name, version] = firstOf(BROWSERS, userAgent)
  const [system] = firstOf(SYSTEMS, userAgent)
  return { browser: version ? `${name} ${version}` : name, system }
}

type Names = readonly (readonly [name: string, pattern: RegExp])[]

/** The more particular before what it is built on: every Chromium also calls itself Chrome and Safari. */
const BROWSERS: Names = [
  ['WeChat', /MicroMessenger\/(\d+)/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /Version\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\S+ )?Safari/],
]
const SYSTEMS: Names = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

function firstOf(names: Names, userAgent: string): readonly [name: string, version: string] {
  for (const [name, pattern] of names) {
    const found = pattern.exec(userAgent)
    if (found) return [name, found[1] ?? '']
  }
  return ['', '']
}
