/** Display names of account roles. */
export const roleNames: Readonly<Record<string, string>> = {
  customer: 'Customer',
  trade: 'Trade customer',
  sales: 'Salesperson',
  staff: 'Staff',
  administrator: 'Administrator',
}
