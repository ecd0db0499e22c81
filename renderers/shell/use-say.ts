import { useSnapshot } from 'valtio'
import { language, say } from './language'

/** `say` for components: drawn again when the language or its texts change. */
export function useSay(): typeof say {
  void useSnapshot(language).version
  return say
}
