import type { WidgetDesign } from '@runtime/widget/design'
import { sampleText } from '@runtime/widget/sample'

export const design: WidgetDesign = {
  order: 5,
  keywords: ['编辑器', '图文', '正文', 'html', 'editor', 'wysiwyg', 'article'],
  config: { trigger: 'blur' },
  placeholder: '请输入',
  sample: (_, index) =>
    sampleText(['<p>本周完成了<strong>三项</strong>任务。</p>', '<p>详见附件。</p>'], index),
}
