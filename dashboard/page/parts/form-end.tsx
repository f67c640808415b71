// The end of a dialog's form: what went wrong, a way out, and the one thing that it does.

/** What went wrong, where anything did. */
export const FailureLine = ({ failure }: { readonly failure: string }) =>
  failure === '' ? null : (
    <p class="cost" role="alert">
      {failure}
    </p>
  )

interface FormEndProps {
  readonly failure: string
  readonly cancel: () => void
  readonly action: string
  /** @default primary */
  readonly kind?: 'primary' | 'danger'
  readonly isDisabled?: boolean
}

export const FormEnd = ({ failure, cancel, action, kind = 'primary', isDisabled = false }: FormEndProps) => (
  <>
    <FailureLine failure={failure} />
    <div class="actions">
      <button type="button" onClick={cancel}>
        Cancel
      </button>
      <button type="submit" class={kind} disabled={isDisabled}>
        {action}
      </button>
    </div>
  </>
)
