// One receipt: each attribute with its value and what it means, and the whole as JSON to be copied.

import { attributeInWords } from '../../../../core/ledger/attributes.ts'
import { reasonInWords } from '../../../../core/ledger/reasons.ts'
import { exact, stranger } from '../../data/format.ts'
import type { Exchange } from '../../data/types.ts'
import { CopyButton } from '../../parts/copy.tsx'

type Attribute = readonly [name: string, value: unknown, level: 'own' | 'inner']

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Groups of attributes stand before what is in them. */
const attributesOf = (exchange: Exchange): readonly Attribute[] =>
  Object.entries(exchange).flatMap(([name, value]): Attribute[] =>
    isGroup(value)
      ? [[name, '', 'own'], ...Object.entries(value).map(([inner, one]): Attribute => [inner, one, 'inner'])]
      : [[name, value, 'own']],
  )

const spelled = (value: unknown): string =>
  typeof value === 'number'
    ? exact(value)
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : stranger(String(value))

const meaningOf = (name: string, value: unknown): string | undefined =>
  name === 'reason' && typeof value === 'string' ? reasonInWords(value) : attributeInWords(name)

const asJson = (exchange: Exchange): string =>
  JSON.stringify(exchange, (_, value) => (typeof value === 'string' ? stranger(value) : value), 2)

export const Receipt = ({ exchange }: { readonly exchange: Exchange }) => (
  <div class="receipt">
    <dl>
      {attributesOf(exchange).map(([name, value, level]) => (
        <div key={name} class={level}>
          <dt>{name}</dt>
          <dd>{spelled(value)}</dd>
          <dd class="muted small">{meaningOf(name, value)}</dd>
        </div>
      ))}
    </dl>
    <CopyButton text={asJson(exchange)} label="Copy as JSON" />
  </div>
)
