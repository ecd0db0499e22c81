import type { Host } from '@runtime/host'
import type { Extensions } from '@tiptap/core'
import {
  Box,
  BulletList,
  Doc,
  Heading,
  LineEnd,
  ListItem,
  OrderedList,
  PageBreak,
  Paragraph,
  Preformatted,
  Quote,
  Rule,
  Text,
} from './blocks'
import { Editing } from './editing'
import { MARKS } from './marks'
import { PictureNode } from './picture-node'
import { PlaceNode } from './place-node'
import { Table, TableCell, TableHeader, TableRow } from './tables'

/** All that a template can be made of, and how it is edited. */
export function templateExtensions(host: Host): Extensions {
  return [
    ...[Doc, Text, Paragraph, Heading, Quote, Preformatted, Box, PageBreak, Rule],
    ...[BulletList, OrderedList, ListItem, LineEnd],
    ...[Table, TableRow, TableCell, TableHeader],
    ...MARKS,
    PlaceNode,
    PictureNode.configure({ read: host.files?.read }),
    Editing.configure({ host }),
  ]
}
