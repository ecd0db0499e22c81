import { Popup } from '../../dialog'
import { useHost } from '../../host'
import './key-sheet.css'

/** Keys and what they do; what is on one line does the same. */
const KEYS: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['↑', '↓', 'Home', 'End'], '@outline.keyMove'],
  [['→', '←'], '@outline.keyOpen'],
  [['Shift+↑', 'Shift+↓'], '@outline.keyRange'],
  [['Space'], '@outline.keyToggle'],
  [['/'], '@outline.keyInsert'],
  [['F2'], '@outline.keyRename'],
  [['Enter'], '@outline.keyEdit'],
  [['Esc'], '@outline.keyLeave'],
  [['Alt+↑', 'Alt+↓'], '@outline.keyShift'],
  [['Alt+→'], '@outline.keyIn'],
  [['Alt+←'], '@outline.keyOut'],
  [['Ctrl+C', 'Ctrl+X', 'Ctrl+V'], '@outline.keyClipboard'],
  [['Ctrl+D'], '@outline.keyDuplicate'],
  [['Ctrl+Z', 'Ctrl+Y'], '@outline.keyUndo'],
  [['Ctrl+A'], '@outline.keyAll'],
  [['Ctrl+F'], '@outline.keyFind'],
  [['Delete'], '@outline.keyRemove'],
  [['?'], '@outline.keyHelp'],
]

/** All keys of the designer. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const host = useHost()
  return (
    <Popup
      mode="general"
      width="560px"
      title={host.text('@outline.keys')}
      closesBeside
      visible
      onClose={onClose}
    >
      <dl className="loam-key-sheet">
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{host.text(text)}</dd>
          </div>
        ))}
      </dl>
    </Popup>
  )
}
