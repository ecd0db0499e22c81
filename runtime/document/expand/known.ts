import type { Node } from 'jsonc-parser'
import type { DescribedResource } from '../../resource'
import type { ExpandEnvironment } from '../environment'
import { memberNode } from '../node'
import { inside, type Origin } from '../positions'
import type { Report } from '../report'

/** A resource that a document names. */
export interface Known {
  readonly name: string
  readonly described: DescribedResource
  /** `release` of `notice.release`, where an act of it is named. */
  readonly act?: string
}

/** Finds resources by name, and tells of those that there are not. */
export class KnownResources {
  private readonly report: Report
  private readonly resources: ExpandEnvironment['resources']

  constructor(report: Report, { resources }: ExpandEnvironment) {
    this.report = report
    this.resources = resources
  }

  get(name: string): Known | undefined {
    const described = Object.hasOwn(this.resources, name) ? this.resources[name] : undefined
    return described && { name, described }
  }

  /** The resource, or the act of one, under a key of an object. */
  under(node: Node, key: string, at: Origin): Known | undefined {
    const named = memberNode(node, key)
    if (named?.type !== 'string') return undefined
    const [name = '', act] = String(named.value).split('.')
    const known = this.get(name)
    if (known) return { ...known, ...(act !== undefined && { act }) }
    this.report.add('unknownResource', named, inside(at, key).pointer, {
      params: { name },
      written: name,
      choices: Object.keys(this.resources),
    })
    return undefined
  }
}
