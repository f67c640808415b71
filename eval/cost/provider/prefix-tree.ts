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

/** The nodes of a prompt, one for each block. */
export const pathOf = (root: PrefixNode, blocks: readonly Block[]): PrefixNode[] => {
  let node = root
  return blocks.map((block) => {
    node = node.follow(block)
    return node
  })
}
