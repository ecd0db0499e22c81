import { DOCUMENT_PATHS, FIXED_PATHS, OPEN_PATHS } from '../menu/fixed-paths'
import type { CheckEnvironment } from './environment'

/** What is wrong with an address to go to; `choices` are those that there are. */
export interface AddressFault {
  readonly code: 'relativeAddress' | 'unknownAddress'
  readonly address: string
  readonly choices: readonly string[]
}

/**
 * Whether an address leads to a page: one of the fixed ones, a page of the documents, or a place of a menu entry that people
 * make. Of an address with places what stands before the first is compared.
 */
export function addressFault(
  written: string,
  { files, addresses }: Pick<CheckEnvironment, 'files' | 'addresses'>,
): AddressFault | undefined {
  const [constant = ''] = written.split('${')
  const isWhole = constant === written
  if (constant === '' && !isWhole) return undefined
  if (!constant.startsWith('/') || constant.startsWith('//'))
    return { code: 'relativeAddress', address: written, choices: [`/${constant.replace(/^\/+/, '')}`] }
  if (!files) return undefined
  const [path = ''] = constant.split(/[?#]/)
  const isComplete = isWhole || path !== constant
  if (OPEN_PATHS.some((open) => path.startsWith(open) || (!isComplete && open.startsWith(path))))
    return undefined
  const choices = [...new Set([...FIXED_PATHS, ...(addresses ?? []), ...pagesIn(files)])]
  const isKnown = choices.some((one) => (isComplete ? one === path : one.startsWith(path)))
  return isKnown ? undefined : { code: 'unknownAddress', address: path, choices }
}

/** Every page can be named by a menu entry, whose address is its file; the fixed ones have their own. */
function pagesIn(files: readonly string[]): readonly string[] {
  const fixed: readonly string[] = Object.values(DOCUMENT_PATHS)
  return files
    .filter((file) => !fixed.includes(file))
    .flatMap((file) => /^pages(\/.+)\.page\.json$/.exec(file)?.[1] ?? [])
}
