import { type NodeExample, text } from './example'

const done = { toast: 'success', text: text('已完成', '已完成', 'Done') }

export const act = {
  button: {
    body: {
      node: 'button',
      kind: 'primary',
      icon: 'Poweroff',
      text: text('开泵', '開泵', 'Start the pump'),
      do: done,
    },
  },
  toolbar: {
    body: {
      node: 'toolbar',
      title: text('轮灌组', '輪灌組', 'Rotation groups'),
      items: [
        { node: 'button', kind: 'primary', icon: 'Plus', text: '@common.add', do: done },
        { node: 'button', icon: 'Refresh', text: '@common.refresh', do: done },
      ],
    },
  },
} satisfies Readonly<Record<string, NodeExample>>
