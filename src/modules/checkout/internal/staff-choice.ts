/** Choices of staff beside the form; left out for everyone else. */
export type StaffChoice = {
  readonly subdivision: string | null
  readonly salespersonCode: string | null
  readonly cashAndCarry: boolean
  readonly winningDeliveryServiceOverride: boolean
}

export const nothingChosen: StaffChoice = {
  subdivision: null,
  salespersonCode: null,
  cashAndCarry: false,
  winningDeliveryServiceOverride: false,
}
