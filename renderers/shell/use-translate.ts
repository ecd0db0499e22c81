import { useSnapshot } from 'valtio'
import { language, translate } from './language'

/** `say` for components: drawn again when the language or its texts change. */
export function useTranslate(): typeof translate {
  void useSnapshot(language).version
  return translate
}
