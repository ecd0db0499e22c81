import type { WidgetDesign } from '@runtime/widget/design'
import { among } from '@runtime/widget/sample'
import type { OpenDataSettings } from './definition'

export const design: WidgetDesign<OpenDataSettings> = {
  order: 2,
  keywords: [
    '创建人',
    '创建时间',
    '修改人',
    '修改时间',
    '所属部门',
    '所属岗位',
    '系统',
    'creator',
    'created',
    'modified',
    'owner',
  ],
  tag: 'JnpfOpenData',
  config: { jnpfKey: 'createUser', defaultValue: '' },
  placeholder: '系统自动生成',
  members: { type: 'currUser', readonly: true },
  stored: { type: storedType },
  sample: ({ type }, index) => {
    if (type.endsWith('Time')) return among(['2026-03-02 09:12:30', '2026-03-05 14:05:00'], index)
    if (type === 'currOrganize') return among(['生产部', '采购部'], index)
    return type === 'currPosition' ? '主管' : among(['张三', '李娜'], index)
  },
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
