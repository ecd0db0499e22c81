import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  config: { defaultValue: [] },
  events: ['change'],
  members: {
    accept: '',
    fileSize: 10,
    sizeUnit: 'MB',
    showTip: false,
    tipText: '',
    pathType: 'defaultPath',
    isAccount: 0,
    folder: '',
    limit: 9,
  },
}
