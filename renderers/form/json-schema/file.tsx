import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconDelete, IconUpload } from '@arco-design/web-react/icon'
import { useFileWidgetProps, type WidgetProps } from '@rjsf/utils'
import { sizeText } from '@runtime/size-text'
import { controlAria } from '@widgets/shared/control'
import { useRef } from 'react'
import { useHost } from '../../host'

/** Files as data URLs, in the value itself: for small ones. */
export function FileWidget(field: WidgetProps) {
  const host = useHost()
  const input = useRef<HTMLInputElement>(null)
  const { filesInfo, handleChange, handleRemove } = useFileWidgetProps(
    field.value,
    field.onChange,
    field.multiple,
  )
  const locked = field.disabled || field.readonly
  return (
    <div className="loam-schema-files">
      <input
        {...controlAria({
          id: field.id,
          label: field.label,
          error: field.rawErrors?.[0] ?? null,
          required: field.required === true,
        })}
        ref={input}
        id={field.id}
        type="file"
        className="loam-schema-file"
        multiple={field.multiple}
        disabled={locked}
        accept={typeof field.options.accept === 'string' ? field.options.accept : undefined}
        onBlur={() => field.onBlur(field.id, field.value)}
        onChange={(event) => {
          if (event.target.files) void handleChange(event.target.files)
        }}
      />
      <Button
        icon={<IconUpload />}
        disabled={locked}
        tabIndex={-1}
        aria-hidden
        onClick={() => input.current?.click()}
      >
        {host.text('@schemaForm.chooseFile')}
      </Button>
      <ul>
        {filesInfo.map(({ name, size, dataURL }, index) => (
          <li key={`${name}-${dataURL?.length}`}>
            <span>{name}</span> <span className="loam-schema-file-size">{sizeText(size)}</span>
            {!locked && (
              <Button
                type="text"
                size="mini"
                icon={<IconDelete />}
                aria-label={host.text('@schemaForm.removeNamed', { first: name })}
                onClick={() => handleRemove(index)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
