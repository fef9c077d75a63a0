/** Permitted changes of a line (ENUM-13, decision cart-14). */
export const linePermissions = {
  EditQuantity: 1,
  EditPrice: 2,
  EditWarranty: 4,
  EditInstall: 8,
  Delete: 16,
  CompetitorUrlValidation: 32,
  AllEditable: 31,
} as const

/** All but the price. */
export const shopperPermissions = linePermissions.AllEditable - linePermissions.EditPrice

/** Whether a change of a line is permitted. */
export const canBe = (what: keyof typeof linePermissions, { permissions }: { readonly permissions: number }): boolean =>
  (permissions & linePermissions[what]) === linePermissions[what]
