/**
 * The sheet of a pretended wallet, for the scripts that stand in for theirs: a form in the page with a made-up shopper whose details can be
 * changed. It asks and answers in Google's words. What it hands out is a token of this sandbox (wallets.ts).
 */
export const walletSheet = `
  const shoppers = {
    AU: { locality: 'SYDNEY', administrativeArea: 'NSW', postalCode: '2000', phoneNumber: '+61 412 345 678' },
    NZ: { address2: 'Ponsonby', locality: 'Auckland', administrativeArea: '', postalCode: '1011', phoneNumber: '+64 21 123 4567' },
  }
  const labels = { email: 'Email', name: 'Name', phoneNumber: 'Phone', address1: 'Street', address2: 'Second line', locality: 'Suburb',
    administrativeArea: 'State', postalCode: 'Postcode', authMethod: 'Card' }

  function sheetOf({ title, country, tokens }, firstInfo, changed) {
    const values = { email: 'wallet@shopper.example', name: 'Robin Vale', address1: '12 Harbour Street', ...shoppers[country] }
    let info = firstInfo
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', title)
    const form = document.createElement('form')
    form.method = 'dialog'
    form.style.cssText = 'display:grid;gap:8px;min-width:280px'
    const say = document.createElement('p')
    say.setAttribute('role', 'status')
    const fields = {}
    for (const [name, value] of Object.entries(values)) {
      const label = document.createElement('label')
      label.textContent = labels[name] + ' '
      const input = document.createElement('input')
      input.value = value
      fields[name] = input
      label.append(input)
      form.append(label)
    }
    const choice = (text, options) => {
      const label = document.createElement('label')
      label.textContent = text + ' '
      const select = document.createElement('select')
      for (const [value, shown] of options) select.append(new Option(shown, value))
      label.append(select)
      form.append(label)
      return select
    }
    const card = choice('Card', [['CRYPTOGRAM_3DS', 'Visa in this device'], ['PAN_ONLY', 'Visa on file, asks its bank']])
    const days = choice('Delivery', [])
    const button = (text, value) => {
      const one = document.createElement('button')
      one.type = 'button'
      one.textContent = text
      one.value = value
      form.append(one)
      return one
    }
    form.append(say)
    const pay = button('Pay', 'pay')
    const cancel = button('Cancel', 'cancel')
    dialog.append(form)
    document.body.append(dialog)
    dialog.showModal()

    const address = () => ({ countryCode: country, administrativeArea: fields.administrativeArea.value,
      locality: fields.locality.value, postalCode: fields.postalCode.value })
    async function ask(trigger) {
      pay.disabled = true
      const chosen = days.value === '' ? {} : { shippingOptionData: { id: days.value } }
      const answer = await changed({ callbackTrigger: trigger, shippingAddress: address(), ...chosen })
      if (answer.error) {
        say.textContent = answer.error.message
        return
      }
      if (answer.newShippingOptionParameters) {
        const { shippingOptions, defaultSelectedOptionId } = answer.newShippingOptionParameters
        days.replaceChildren(...shippingOptions.map((one) => new Option([one.label, one.description].filter(Boolean).join(', '), one.id)))
        days.value = defaultSelectedOptionId
      }
      if (answer.newTransactionInfo) info = answer.newTransactionInfo
      say.textContent = info.totalPriceLabel + ' ' + info.currencyCode + ' ' + info.totalPrice
      pay.disabled = false
    }
    days.addEventListener('change', () => ask('SHIPPING_OPTION'))
    for (const name of ['locality', 'administrativeArea', 'postalCode']) fields[name].addEventListener('change', () => ask('SHIPPING_ADDRESS'))
    ask('INITIALIZE')

    return new Promise((done, fail) => {
      const end = () => { dialog.close(); dialog.remove() }
      const leave = () => { end(); fail({ statusCode: 'CANCELED' }) }
      cancel.addEventListener('click', leave)
      dialog.addEventListener('cancel', (event) => { event.preventDefault(); leave() })
      pay.addEventListener('click', async () => {
        const amount = { currency: info.currencyCode, value: Math.round(Number(info.totalPrice) * 100) }
        const body = JSON.stringify({ amount, authMethod: card.value, holderName: /^[A-Z_]+$/.test(fields.name.value) ? fields.name.value : '' })
        const answer = await fetch(tokens, { method: 'POST', body })
        const { token } = await answer.json()
        end()
        done({
          apiVersion: 2, apiVersionMinor: 0, email: fields.email.value,
          shippingAddress: { ...address(), name: fields.name.value, phoneNumber: fields.phoneNumber.value, address1: fields.address1.value, address2: fields.address2?.value ?? '', address3: '', sortingCode: '' },
          shippingOptionData: { id: days.value },
          paymentMethodData: { type: 'CARD', description: 'Visa', info: { cardNetwork: 'VISA', cardDetails: '1111' },
            tokenizationData: { type: 'PAYMENT_GATEWAY', token } },
        })
      })
    })
  }
`
