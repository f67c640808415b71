// How numbers are printed for people.

import { percentText } from '../../../core/savings/percent.ts'

const minus = '−'

/** With thousands apart, in whole tokens. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US').replace('-', minus)

/** The share that is gone of a whole, `−12 %`; `+3 %` where it has grown. */
export const less = (before: number, after: number): string => {
  if (before === 0) return '0 %'
  const share = ((after - before) / before) * 100
  return `${share > 0 ? '+' : share < 0 ? minus : ''}${percentText(share)}`
}

/** `$3.10`; fractions of a cent with four digits. */
export const dollarsText = (value: number): string => {
  const size = Math.abs(value)
  const digits = size > 0 && size < 0.1 ? 4 : 2
  return `${value < 0 ? minus : ''}$${size.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}
