// A message or an item of a request as the provider reads it.

import type { Block } from './prefix-tree.ts'

export interface PromptBlock extends Block {
  /** The model's thinking. */
  readonly thinking?: true
  /** Which call it answers. */
  readonly answers?: string
  /** Lifetime in milliseconds that a marker on this block asks for. */
  readonly marked?: number
}

export interface Part {
  readonly blocks: readonly PromptBlock[]
  /** Texts of its tool results. */
  readonly results: readonly string[]
  readonly images: number
  /** The user says more than what tools answered. */
  readonly asks: boolean
  /** What the client has said, or its tools. */
  readonly fromClient: boolean
}

export const blocksIn = (parts: readonly Part[]): readonly PromptBlock[] => parts.flatMap(({ blocks }) => blocks)
