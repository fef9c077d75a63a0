/** What the roles of accounts are called. */
export const roleNames: Readonly<Record<string, string>> = {
  customer: 'Customer',
  trade: 'Trade customer',
  sales: 'Salesperson',
  staff: 'Staff',
  administrator: 'Administrator',
}
