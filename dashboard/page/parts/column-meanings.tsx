// What the columns of a file mean, for whoever opens it.

import { attributeInWords } from '../../../core/ledger/attributes.ts'

export const ColumnMeanings = ({ columns }: { readonly columns: readonly string[] }) => (
  <details>
    <summary>What the columns of the file mean</summary>
    <div class="receipt">
      <dl>
        {columns.map((name) => (
          <div key={name} class="told">
            <dt>{name}</dt>
            <dd class="muted">{attributeInWords(name)}</dd>
          </div>
        ))}
      </dl>
    </div>
  </details>
)
