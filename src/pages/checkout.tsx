export default function Checkout() {
  return <p>checkout</p>
}
