import type { WidgetDesign } from '@runtime/widget/design'
import { sampleText } from '@runtime/widget/sample'

export const design: WidgetDesign = {
  order: 2,
  keywords: ['多行', '文本域', '备注', '说明', '多行文本', 'notes', 'memo', 'multiline'],
  config: { trigger: 'blur' },
  placeholder: '请输入',
  // A screen's own: no model has it.
  stored: { maxBytes: null },
  members: {
    type: 'textarea',
    autoSize: { minRows: 4, maxRows: 4 },
    maxlength: null,
    showWordLimit: true,
    readonly: false,
  },
  sample: ({ maxlength }, index) =>
    sampleText(['请在月底前完成，如有变更另行通知。', '已与对方确认，按计划执行。', '无'], index, maxlength),
}
