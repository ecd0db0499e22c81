import type { WidgetDesign } from '@runtime/widget/design'
import type { OpenDataSettings } from './definition'

export const design: WidgetDesign<OpenDataSettings> = {
  tag: 'JnpfOpenData',
  config: { jnpfKey: 'createUser', defaultValue: '' },
  placeholder: '系统自动生成',
  members: { type: 'currUser', readonly: true },
  stored: { type: storedType },
}

/** Most kinds are widgets of their own names; the user and the moment of a view are told by `type` alone. */
function storedType(type: OpenDataSettings['type']) {
  const isTold = type === 'currUser' || type === 'currTime'
  const shown = {
    createUser: 'currUser',
    createTime: 'currTime',
    modifyUser: 'currUser',
    modifyTime: 'currTime',
  }
  return { type: { ...shown }[type as string] ?? type, __config__: { jnpfKey: isTold ? 'openData' : type } }
}
