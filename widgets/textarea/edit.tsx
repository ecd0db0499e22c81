import '@arco-design/web-react/es/Input/style/css.js'
import '../shared/hint.css'
import '../shared/text-box.css'
import { IconClose } from '@arco-design/web-react/icon'
import { charactersIn } from '@runtime/characters'
import { classes, controlAria } from '../shared/control'
import { focusAndSelect, useFocusOnMount } from '../shared/focus'
import { useText } from '../shared/use-text'
import type { EditProps, ViewProps } from '../widget'
import type { TextareaSettings } from './definition'

type TextareaProps = EditProps<TextareaSettings, string>

/** Line height, and padding with borders, of the library's text area, in pixels. */
const LINE = 22
const FRAME = 10

/** A native text area that grows by CSS alone (`field-sizing`), so that typing measures nothing. */
export function TextareaEdit(props: TextareaProps) {
  const { settings, host, disabled, readonly, error, onChange } = props
  const focus = useFocusOnMount<HTMLTextAreaElement>(props.autoFocus)
  const text = useText(props.value, onChange, settings.maxlength)
  const { maxlength, showWordLimit, clearable, autoSize } = settings
  const counted = showWordLimit && maxlength !== undefined
  const frame = FRAME + (counted ? 18 : 0)
  return (
    <span
      className={classes(
        'loam-textarea',
        counted && 'loam-textarea-counted',
        readonly && 'loam-textarea-readonly',
      )}
    >
      <textarea
        {...text}
        {...controlAria(props)}
        ref={focus}
        id={props.id}
        rows={autoSize.minRows}
        className={classes(
          'arco-textarea',
          disabled && 'arco-textarea-disabled',
          error !== null && 'arco-textarea-error',
        )}
        style={{
          minHeight: autoSize.minRows * LINE + frame,
          maxHeight: autoSize.maxRows * LINE + frame,
        }}
        placeholder={props.placeholder}
        disabled={disabled}
        readOnly={readonly}
        onBlur={props.onBlur}
        // Enter makes a line here; it must not submit or move on.
        onKeyDown={(event) =>
          event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.stopPropagation()
        }
      />
      {clearable && text.value !== '' && !disabled && !readonly && (
        <button
          type="button"
          className="loam-text-box-clear"
          tabIndex={-1}
          aria-label={host.text('@widgets.clear')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(null)}
        >
          <IconClose />
        </button>
      )}
      {counted && (
        <span className="loam-text-box-count">
          {charactersIn(text.value)}/{maxlength}
        </span>
      )}
    </span>
  )
}

/** In a table cell: Alt+Enter makes a line, as in a spreadsheet; Enter alone bubbles to the grid. */
export function TextareaCellEdit(props: TextareaProps) {
  const text = useText(props.value, props.onChange, props.settings.maxlength)
  return (
    <textarea
      {...text}
      {...controlAria(props)}
      ref={focusAndSelect}
      id={props.id}
      rows={1}
      className="loam-cell-input"
      disabled={props.disabled}
      readOnly={props.readonly}
      onBlur={props.onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !event.altKey) return
        event.preventDefault()
        event.stopPropagation()
        const { selectionStart, selectionEnd } = event.currentTarget
        event.currentTarget.setRangeText('\n', selectionStart, selectionEnd, 'end')
        props.onChange(event.currentTarget.value)
      }}
    />
  )
}

/** The text with its lines. */
export function TextareaView({ value, text }: ViewProps<TextareaSettings, string>) {
  return <div className="loam-multiline">{text ?? value}</div>
}
