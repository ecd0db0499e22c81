import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 2,
  keywords: ['图片', '照片', '上传', '拍照', 'image', 'photo', 'picture'],
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
