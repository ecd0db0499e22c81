import * as icons from '@arco-design/web-react/icon'
import type { ComponentType } from 'react'

const set = icons as unknown as Readonly<Record<string, ComponentType | undefined>>

export function IconByName({ name }: { readonly name: string }) {
  const Icon = set[componentName(name)]
  return Icon ? <Icon /> : null
}

/** `el-icon-search` → `IconSearch`. */
export function componentName(name: string): string {
  const word = name.trim().split(/\s+/).at(-1) ?? ''
  const bare = word.replace(/^(el-icon|icon-ym|icon|ym-custom)-/, '').replace(/^Icon/, '')
  return `Icon${bare.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())}`
}
