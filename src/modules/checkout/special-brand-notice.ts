/** The notice about the special brand beside its tick (decision checkout-33). */
export const specialBrandNotice = (companyName: string): string =>
  `I understand that Miele products are sold by Miele, with ${companyName} acting as agent, and that Miele will issue the invoice.`
