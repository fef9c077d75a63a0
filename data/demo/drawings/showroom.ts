import { svg } from './svg.ts'

/** What stands for a photograph of a showroom while there is none: its window, drawn. */
export const showroomDrawing = svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540" role="img"><title>Drawing of a showroom window</title>
<rect width="960" height="540" fill="#eceae6"/><rect y="452" width="960" height="88" fill="#d6d2ca"/>
<rect x="110" y="96" width="740" height="356" fill="#f8f7f4" stroke="#8b867c" stroke-width="4"/>
<rect x="110" y="60" width="740" height="44" fill="#5d6670"/>
<rect x="112" y="392" width="736" height="58" fill="#e3ddd2"/>
<g fill="#fff" stroke="#8b867c" stroke-width="3"><rect x="160" y="190" width="104" height="224" rx="4"/><path d="M160 284h104M176 220v40M176 300v60"/>
<rect x="300" y="300" width="250" height="114"/><rect x="292" y="286" width="266" height="14" fill="#bdb5a6"/><rect x="384" y="312" width="84" height="92"/><rect x="394" y="338" width="64" height="50" fill="#5d6670"/><path d="M394 326h64"/>
<path d="M394 128h64v30l34 44H360l34-44z"/><path d="M636 104v70M606 206a30 32 0 0 1 60 0z" fill="#e7cf9b"/>
<rect x="586" y="310" width="100" height="104" rx="3"/><circle cx="636" cy="368" r="32"/><circle cx="636" cy="368" r="20" fill="#c9d3da"/></g>
<path d="M724 104v346" stroke="#8b867c" stroke-width="4"/><rect x="740" y="150" width="94" height="300" fill="#dfe6ea" stroke="#8b867c" stroke-width="3"/><path d="M754 290v44" stroke="#5d6670" stroke-width="5"/></svg>
`
