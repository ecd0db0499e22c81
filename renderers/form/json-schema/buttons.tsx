import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import {
  IconArrowDown,
  IconArrowUp,
  IconClose,
  IconCopy,
  IconDelete,
  IconPlus,
} from '@arco-design/web-react/icon'
import {
  type ArrayFieldItemButtonsTemplateProps,
  type CyclicSchemaExpandProps,
  getSubmitButtonOptions,
  type IconButtonProps,
  type OptionalDataControlsTemplateProps,
  type SubmitButtonProps,
  TranslatableString,
} from '@rjsf/utils'
import type { ReactNode } from 'react'
import { useHost } from '../../host'

interface NamedIconProps extends IconButtonProps {
  readonly mark: ReactNode
  readonly word: TranslatableString
}

function NamedIcon({ mark, word, id, disabled, onClick, title, registry }: NamedIconProps) {
  const label = title ?? registry.translateString(word)
  return (
    <Button
      type="text"
      size="mini"
      icon={mark}
      aria-label={label}
      title={label}
      onClick={(event) => onClick?.(event as never)}
      {...(id !== undefined && { id })}
      {...(disabled !== undefined && { disabled })}
    />
  )
}

function CopyButton(props: IconButtonProps) {
  return <NamedIcon {...props} mark={<IconCopy />} word={TranslatableString.CopyButton} />
}

function MoveDownButton(props: IconButtonProps) {
  return <NamedIcon {...props} mark={<IconArrowDown />} word={TranslatableString.MoveDownButton} />
}

function MoveUpButton(props: IconButtonProps) {
  return <NamedIcon {...props} mark={<IconArrowUp />} word={TranslatableString.MoveUpButton} />
}

function RemoveButton(props: IconButtonProps) {
  return <NamedIcon {...props} mark={<IconDelete />} word={TranslatableString.RemoveButton} />
}

function ClearButton(props: IconButtonProps) {
  return <NamedIcon {...props} mark={<IconClose />} word={TranslatableString.ClearButton} />
}

function AddButton({ id, disabled, onClick, title, registry }: IconButtonProps) {
  return (
    <Button
      type="dashed"
      size="small"
      aria-label={title}
      icon={<IconPlus />}
      onClick={(event) => onClick?.(event as never)}
      {...(id !== undefined && { id })}
      {...(disabled !== undefined && { disabled })}
    >
      {registry.translateString(TranslatableString.AddButton)}
    </Button>
  )
}

function SubmitButton({ uiSchema = {} }: SubmitButtonProps) {
  const host = useHost()
  const { submitText, norender, props = {} } = getSubmitButtonOptions(uiSchema)
  if (norender) return null
  return (
    <div className="loam-form-foot">
      <Button type="primary" htmlType="submit" disabled={props['disabled'] === true}>
        {submitText && submitText !== 'Submit' ? submitText : host.text('@common.save')}
      </Button>
    </div>
  )
}

export const ButtonTemplates = {
  AddButton,
  ClearButton,
  CopyButton,
  MoveDownButton,
  MoveUpButton,
  RemoveButton,
  SubmitButton,
}

/** What may be done with an entry of a list. */
export function ArrayFieldItemButtonsTemplate(props: ArrayFieldItemButtonsTemplateProps) {
  const { disabled, readonly, fieldPathId, registry } = props
  const locked = disabled === true || readonly === true
  const common = (act: string) => ({ id: `${fieldPathId.$id}__${act}`, registry })
  const named = (word: TranslatableString) => `${registry.translateString(word)} ${placeOf(fieldPathId.path)}`
  return (
    <>
      {(props.hasMoveUp || props.hasMoveDown) && (
        <>
          <MoveUpButton
            {...common('up')}
            title={named(TranslatableString.MoveUpButton)}
            disabled={locked || !props.hasMoveUp}
            onClick={props.onMoveUpItem}
          />
          <MoveDownButton
            {...common('down')}
            title={named(TranslatableString.MoveDownButton)}
            disabled={locked || !props.hasMoveDown}
            onClick={props.onMoveDownItem}
          />
        </>
      )}
      {props.hasCopy && (
        <CopyButton
          {...common('copy')}
          title={named(TranslatableString.CopyButton)}
          disabled={locked}
          onClick={props.onCopyItem}
        />
      )}
      {props.hasRemove && (
        <RemoveButton
          {...common('remove')}
          title={named(TranslatableString.RemoveButton)}
          disabled={locked}
          onClick={props.onRemoveItem}
        />
      )}
    </>
  )
}

/** Which entry it is, counted from one as people do. */
function placeOf(path: readonly (string | number)[]): string {
  const last = path.at(-1)
  return typeof last === 'number' ? String(last + 1) : ''
}

/** Fills in, or leaves out, a group that need not be there. */
export function OptionalDataControlsTemplate(props: OptionalDataControlsTemplateProps) {
  const { id, label, onAddClick, onRemoveClick } = props
  const act = onAddClick ?? onRemoveClick
  if (!act) return <em id={id}>{label}</em>
  return (
    <Button
      id={id}
      type={onAddClick ? 'dashed' : 'text'}
      size="mini"
      icon={onAddClick ? <IconPlus /> : <IconClose />}
      onClick={() => act()}
    >
      {label}
    </Button>
  )
}

/** A schema that refers to itself is drawn one turn at a time. */
export function CyclicSchemaExpandTemplate(props: CyclicSchemaExpandProps) {
  const { name, fieldPathId, registry, onExpand } = props
  return (
    <Button type="dashed" size="small" icon={<IconPlus />} onClick={() => onExpand(fieldPathId.$id)}>
      {registry.translateString(TranslatableString.ExpandButton)} {name}
    </Button>
  )
}
