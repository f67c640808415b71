// Prompts as paths in a tree: two prompts share a node exactly as far as they are the same, block by block.

export interface Block {
  /** What the provider compares: equal text, equal block. */
  readonly identity: string
  readonly tokens: number
}

export class PrefixNode {
  /** Of everything up to and including this block. */
  readonly tokens: number
  /** Until when a cache holds this prefix, in milliseconds. */
  heldUntil = Number.NEGATIVE_INFINITY
  /** And from when on it can be read. */
  heldFrom = Number.NEGATIVE_INFINITY
  private readonly next = new Map<string, PrefixNode>()

  constructor(tokens: number) {
    this.tokens = tokens
  }

  /** The prompt that goes on with this block, if there was one. */
  known({ identity }: Block): PrefixNode | undefined {
    return this.next.get(identity)
  }

  /** What prompts have gone on with from here. */
  followers(): Iterable<[identity: string, node: PrefixNode]> {
    return this.next
  }

  follow({ identity, tokens }: Block): PrefixNode {
    const known = this.next.get(identity)
    if (known !== undefined) return known
    const made = new PrefixNode(this.tokens + tokens)
    this.next.set(identity, made)
    return made
  }
}

/** Whether a cache can read this prefix. */
export const isHeldAt = (node: PrefixNode | undefined, now: number): boolean =>
  node !== undefined && node.heldUntil > now && node.heldFrom <= now

/** No prefix of more blocks is held any more. Without a number, nothing changes. */
export const forgetBeyond = (root: PrefixNode, blocks: number | undefined): void => {
  if (blocks === undefined) return
  for (const [, node] of root.followers()) {
    if (blocks <= 0) node.heldUntil = Number.NEGATIVE_INFINITY
    forgetBeyond(node, blocks - 1)
  }
}

/** The nodes of a prompt, one for each block. */
export const pathOf = (root: PrefixNode, blocks: readonly Block[]): PrefixNode[] => {
  let node = root
  return blocks.map((block) => {
    node = node.follow(block)
    return node
  })
}
