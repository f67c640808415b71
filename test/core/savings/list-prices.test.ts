import { expect, it } from 'vitest'
import { listPriceOf } from '../../../core/savings/list-prices.ts'

it.each([
  ['claude-mythos-preview', 10],
  ['claude-opus-5-5', 4],
  ['claude-opus-5', 5],
  ['claude-opus-4-6', 5],
  ['claude-opus-4-1-20250805', 15],
  ['claude-sonnet-5', 2],
  ['claude-sonnet-4-5-20250929', 3],
  ['claude-haiku-5', 0.1],
  ['claude-3-5-haiku-20241022', 0.8],
  ['claude-3-haiku-20240307', 0.25],
  ['claude-haiku-4-5', 1],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 3],
  ['anthropic/claude-opus-4.6', 5],
  ['gpt-6-sol', 2],
  ['gpt-6-luna', 0.1],
  ['gpt-6-astra', 10],
  ['gpt-5.6-sol', 4],
  ['gpt-5.6-terra', 2],
  ['gpt-5.5', 5],
  ['gpt-5.4-pro', 30],
  ['gpt-5.4', 2.5],
  ['gpt-5.4-mini', 0.75],
  ['gpt-5.4-nano', 0.2],
  ['gpt-5.2-codex', 1.75],
  ['gpt-5.1', 1.25],
  ['gpt-5', 1.25],
  ['gpt-5-mini-2025-08-07', 0.25],
  ['gpt-5-nano', 0.05],
  ['GPT-4.1', 2],
  ['gpt-4.1-mini', undefined],
  ['llama-4', undefined],
])('a million uncached input tokens of %s cost %s dollars', (model, dollars) => {
  expect(listPriceOf(model)).toBe(dollars)
})
