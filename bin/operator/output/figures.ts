// How numbers are printed for people.

import { percentText } from '../../../core/savings/percent.ts'

const minus = '−'

/** With thousands apart, in whole tokens; less than one as such. */
export const whole = (value: number): string => {
  const shown = Math.abs(value) < 1 ? value : Math.round(value)
  return shown.toLocaleString('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' }).replace('-', minus)
}

/** The share that is gone of a whole, `−12 %`; `+3 %` where it has grown. */
export const less = (before: number, after: number): string => {
  if (before === 0) return '0 %'
  const share = ((after - before) / before) * 100
  return `${share > 0 ? '+' : share < 0 ? minus : ''}${percentText(share)}`
}

const least = 0.0001

/** `$3.10`; fractions of a cent with four digits, and less than those tell as such. */
export const dollarsText = (value: number): string => {
  const size = Math.abs(value)
  const digits = size > 0 && size < 0.1 ? 4 : 2
  const text = Math.max(size, size > 0 ? least : 0).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${value < 0 ? minus : ''}${size > 0 && size < least ? '< ' : ''}$${text}`
}
