import { Popup } from '@renderers/dialog'
import { useTranslate } from '../use-translate'
import { overlays } from './overlays'
import './overlays.css'

/** Keys and what they do; what is on one line does the same. */
const SHORTCUTS: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['/', 'Ctrl+K'], '@shell.keySearch'],
  [['?'], '@shell.keySheet'],
  [['N', 'Alt+N'], '@shell.keyNew'],
  [['Ctrl+S'], '@shell.keySave'],
  [['Ctrl+Enter'], '@shell.keySaveAndNext'],
  [['Esc'], '@shell.keyClose'],
  [['Enter'], '@shell.keySubmit'],
  [['↑', '↓', '←', '→'], '@shell.keyMove'],
  [['Home', 'End', 'PgUp', 'PgDn'], '@shell.keyCells'],
  [['Enter'], '@shell.keyOpenRow'],
  [['Space'], '@shell.keyTick'],
  [['Ctrl+C'], '@shell.keyCopyRows'],
  [['Shift+F1', 'Alt+?'], '@shell.keyWhy'],
  [['Alt+↓'], '@shell.keyColumnMenu'],
  [['Shift+F10'], '@shell.keyTabMenu'],
  [['Delete'], '@shell.keyTabClose'],
]

export function ShortcutSheet() {
  const translate = useTranslate()
  return (
    <Popup
      mode="general"
      width="520px"
      title={translate('@shell.shortcuts')}
      closesBeside
      visible
      onClose={() => {
        overlays.shortcuts = false
      }}
    >
      <dl className="loam-shortcuts">
        {SHORTCUTS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{translate(text)}</dd>
          </div>
        ))}
      </dl>
    </Popup>
  )
}
