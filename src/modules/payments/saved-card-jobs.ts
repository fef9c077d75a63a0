/** Removes everything at the gateway that it stores for the shopper of a closed account. */
export const forgetShopperJob = 'forget-shopper'
