import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 1,
  keywords: ['附件', '上传', '文件', '文档', 'file', 'attachment', 'upload'],
  config: { defaultValue: [] },
  events: ['change'],
  members: {
    accept: '',
    buttonText: '点击上传',
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
